// Prints the sizes and times that the page is held to. Run it on an idle machine:
//
//   cargo build --release --locked && cargo xtask site && node site/bench/measure.mjs
//
// Times are wall-clock times of a real browser, read inside the page; the command line is the release build.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { startChromium } from '../test/support/chromium.mjs';
import { PlannerPage } from '../test/support/planner_page.mjs';
import { DIST, serve } from '../test/support/server.mjs';
import { AS_OF, EXAMPLES, exampleText, zplanBinary } from '../test/support/zplan.mjs';

const SITE = fileURLToPath(new URL('..', import.meta.url));

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
const milliseconds = (time) => `${Math.round(time)} ms`;
const median = (times) => [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)];

function line(what, value) {
  console.log(`${what.padEnd(56)} ${value}`);
}

function sizes() {
  const wasm = readFileSync(join(SITE, 'generated', 'zplan_bg.wasm'));
  const page = readFileSync(join(DIST, 'index.html'));
  line('WASM, gzip (at most 600 KB)', `${kilobytes(gzipSync(wasm, { level: 9 }).length)} of ${kilobytes(wasm.length)}`);
  line('page in all, gzip', `${kilobytes(gzipSync(page, { level: 9 }).length)} of ${kilobytes(page.length)}`);
}

/** Runs in the page: notes when the top sentence first says what is asked for in `globalThis.wanted`. */
function noteSentences() {
  globalThis.sentences = [];
  const look = () => {
    const text = document.querySelector('main h1')?.textContent;
    if (text && globalThis.sentences.at(-1)?.text !== text) globalThis.sentences.push({ text, at: performance.now() });
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}

async function opened(browser, host, { workers, slow } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' });
  await context.addInitScript(noteSentences);
  const page = new PlannerPage(await context.newPage(), host.address, { workers });
  if (slow) {
    const session = await context.newCDPSession(page.page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow.network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slow.slowdown });
  }
  return { context, page };
}

/** Milliseconds from the start of navigation, and from the load event, to the first answer of a link. */
async function firstAnswer(browser, host, slow) {
  const { context, page } = await opened(browser, host, { slow });
  await page.open(`#q=12x18TB:7200:sata&as_of=${AS_OF}`);
  await page.untilAnswered();
  const times = await page.page.evaluate(() => ({
    answer: globalThis.sentences.find(({ text }) => text.startsWith('Build')).at,
    load: performance.getEntriesByType('navigation')[0].responseEnd,
  }));
  await context.close();
  return times;
}

/** A fast mobile network and a processor four times slower, as Lighthouse throttles a phone. */
const SLOW = {
  slowdown: 4,
  network: { offline: false, latency: 60, downloadThroughput: (9e6 * 0.9) / 8, uploadThroughput: 1.5e6 / 8 },
};

async function loading(browser, host) {
  for (const [what, slow] of [['', undefined], [', 9 Mbit/s and processor four times slower', SLOW]]) {
    const all = [];
    for (let run = 0; run < 5; run += 1) all.push(await firstAnswer(browser, host, slow));
    line(`first answer after the start of loading${what}`, milliseconds(median(all.map(({ answer }) => answer))));
    line(`first answer after the last byte${what}`, milliseconds(median(all.map(({ answer, load }) => answer - load))));
  }
}

/** Milliseconds from Enter in a field to the answer that follows from it, for 24 drives. */
async function keystrokes(browser, host) {
  const { context, page } = await opened(browser, host);
  await page.open();
  await page.drop([{ name: 'ssd24.csv', text: exampleText('ssd24.csv') }]);
  await page.untilSimulated();
  const times = [];
  for (let run = 0; run < 40; run += 1) {
    const years = 2 + (run % 20);
    await page.option('Mission').fill(String(years));
    await page.page.evaluate(() => {
      globalThis.sentences.length = 0;
      addEventListener('keydown', () => (globalThis.pressed = performance.now()), { capture: true, once: true });
    });
    await page.option('Mission').press('Enter');
    const answered = await page.page.waitForFunction(
      (words) => {
        const found = globalThis.sentences.find(({ text }) => text.replaceAll('\u00a0', ' ').includes(words));
        return found && found.at - globalThis.pressed;
      },
      `in ${years} years`,
    );
    times.push(await answered.jsonValue());
  }
  await context.close();
  line('key to answer, 24 drives (at most 150 ms), median', milliseconds(median(times)));
  line('key to answer, 24 drives, worst of 40', milliseconds(Math.max(...times)));
}

/** Milliseconds of simulation on the page: from the first answer to the end of the last trial. */
async function simulated(browser, host, name, workers) {
  const { context, page } = await opened(browser, host, { workers });
  await page.open(`#o.rel-err=0.5%25&as_of=${AS_OF}`);
  await page.drop([{ name, text: exampleText(name) }]);
  await page.untilSimulated(300_000);
  const time = await page.page.evaluate(() => {
    const answers = globalThis.sentences.filter(({ text }) => text.startsWith('Build'));
    return performance.now() - answers[0].at;
  });
  await context.close();
  return time;
}

/** Seconds of processor time that the command line takes, with and without simulation. */
function native(name) {
  const run = (...more) => {
    const words = ['--disks', name, '--as-of', AS_OF, '--rel-err', '0.005', '--format', 'json', '--threads', '1', ...more];
    const started = performance.now();
    const { status } = spawnSync(zplanBinary(), words, { cwd: EXAMPLES, stdio: 'ignore' });
    if (status !== 0) throw new Error(`zplan ${words.join(' ')} ended with ${status}`);
    return performance.now() - started;
  };
  return median([run(), run(), run()]) - median([run('--no-simulate'), run('--no-simulate'), run('--no-simulate')]);
}

async function simulation(browser, host) {
  const name = 'batches12.csv';
  const here = native(name);
  const times = {};
  for (const workers of [0, 1, 2]) {
    const runs = [];
    for (let run = 0; run < 3; run += 1) runs.push(await simulated(browser, host, name, workers));
    times[workers] = median(runs);
    line(`simulation to 0.5 % of ${name}, ${workers} trial workers`, milliseconds(times[workers]));
  }
  line('the same, command line, one thread', milliseconds(here));
  line('page to command line on one core (at most 2.5)', (times[1] / here).toFixed(2));
  line('two workers against one', (times[1] / times[2]).toFixed(2));
}

const host = await serve();
const browser = await startChromium();
try {
  sizes();
  await loading(browser, host);
  await keystrokes(browser, host);
  await simulation(browser, host);
} finally {
  await browser.close();
  await host.stop();
}
