// What the main thread of the page was busy with, in processor time: a busy machine does not blur it.

const CATEGORIES = ['toplevel', 'devtools.timeline'];

/** Runs `body` and returns the tasks of the page's main thread that took at least `limit` ms of processor time. */
export async function heavyTasks(page, limit, body) {
  const browser = page.page.context().browser();
  // The mark tells which of the browser's renderers is the page's.
  const mark = `page of this test ${Math.random()}`;
  await browser.startTracing(page.page, { categories: [...CATEGORIES, 'blink.user_timing'] });
  await page.page.evaluate((name) => performance.mark(name), mark);
  let events;
  try {
    await body();
  } finally {
    events = JSON.parse(String(await browser.stopTracing())).traceEvents;
  }
  const own = events.find((event) => event.name === mark);
  if (!own) throw new Error('the trace does not hold the page');
  const here = events.filter((event) => event.pid === own.pid && event.tid === own.tid && event.ph === 'X');
  const tasks = here.filter((event) => event.name.endsWith('RunTask') && event.tdur / 1000 >= limit);
  return tasks.map((task) => ({ milliseconds: Math.round(task.tdur / 1000), doing: partsOf(task, here) }));
}

/** The parts of a task that took longest, by name. */
function partsOf(task, events) {
  const inside = events.filter((event) => event !== task && event.ts >= task.ts && event.ts + event.dur <= task.ts + task.dur);
  const named = inside.filter((event) => event.tdur >= 5000 && !event.name.endsWith('RunTask'));
  return named.map((event) => `${event.name} ${Math.round(event.tdur / 1000)}`).slice(0, 8).join(', ');
}
