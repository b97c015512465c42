// What must never happen on the page, whatever a test does: errors, refused scripts, requests to anyone.

const HARMLESS = /^(data|blob):/;

/** Collects everything that went wrong in a browser context; `faults` is empty on a healthy page. */
export function watch(context, address) {
  const faults = [];
  context.on('request', (request) => {
    const url = request.url();
    const own = url.split(/[?#]/)[0] === address.split(/[?#]/)[0];
    if (!own && !HARMLESS.test(url)) faults.push(`requested ${url.slice(0, 200)}`);
  });
  context.on('requestfailed', (request) => {
    // Leaving the page aborts what its workers were started from.
    if (!HARMLESS.test(request.url())) faults.push(`request failed: ${request.url().slice(0, 200)}: ${request.failure()?.errorText}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) faults.push(`status ${response.status()} from ${response.url().slice(0, 200)}`);
  });
  context.on('console', (message) => {
    if (['error', 'warning', 'assert'].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => {
    faults.push(`uncaught: ${error.error().stack ?? error.error().message}`);
  });
  context.on('dialog', (dialog) => {
    faults.push(`a dialog opened: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  return faults;
}

/** Runs in the page before any of its scripts: records refusals of the content-security policy and long tasks. */
export function recordInPage() {
  globalThis.recorded = { refused: [], longTasks: [] };
  document.addEventListener('securitypolicyviolation', (event) => {
    globalThis.recorded.refused.push(`${event.effectiveDirective} refused ${event.blockedURI} ${event.sample}`);
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      globalThis.recorded.longTasks.push({ start: Math.round(entry.startTime), milliseconds: Math.round(entry.duration) });
    }
  }).observe({ type: 'longtask', buffered: true });
}
