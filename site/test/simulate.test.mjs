// Exact answers at once, the simulation behind them: progress, cancel, resume, an end that does not depend on the way.

import assert from 'node:assert/strict';

import { browserTests } from './support/browser.mjs';
import { exampleText } from './support/zplan.mjs';

const test = browserTests();
const SLOW = [{ name: 'jbod60.csv', text: exampleText('jbod60.csv') }];

test('the answer stands before the simulation has ended, and says that it is rough', async (page) => {
  await page.drop(SLOW);
  await page.untilHeading(/ is roughly /);
  await page.button('Cancel').waitFor();
  await page.page.getByText(/Simulating\./).first().waitFor();
  const bar = page.page.getByRole('progressbar');
  const share = Number(await bar.getAttribute('aria-valuenow'));
  assert.ok(share >= 0 && share <= 100, `progress ${share}`);
});

test('Cancel stops the trials, Resume takes them up, and the end is the same', async (page) => {
  await page.drop(SLOW);
  await page.button('Cancel').click();
  await page.button('Resume').waitFor();
  const stopped = await page.heading.textContent();
  await page.page.waitForTimeout(600);
  assert.equal(await page.heading.textContent(), stopped, 'the answer moves although the simulation is stopped');
  await page.button('Resume').click();
  await page.untilSimulated();
  const resumed = await page.json();

  await page.reload();
  await page.untilSimulated();
  const uninterrupted = await page.json();
  assert.ok(resumed === uninterrupted, 'a pause changed the digits');
});

test('rows keep their order while the simulation runs', async (page) => {
  await page.drop(SLOW);
  await page.button('Cancel').waitFor();
  const orders = new Set();
  while (await page.button('Cancel').isVisible()) {
    const order = (await page.layouts()).join();
    if (await page.button('Cancel').isVisible()) orders.add(order);
    await page.page.waitForTimeout(100);
  }
  // A long table is drawn a few rows at a time; what stands must not move.
  const longest = [...orders].reduce((one, other) => (one.length > other.length ? one : other), '');
  for (const order of orders) assert.ok(longest.startsWith(order), `the order changed: ${order} | ${longest}`);
});

test('a change during the simulation supersedes it', async (page) => {
  await page.drop(SLOW);
  await page.button('Cancel').waitFor();
  await page.setOption('Mission', '7');
  await page.untilHeading(/in 7.years/);
});

test('Run longer narrows the interval', async (page) => {
  await page.addDrives('8x7.68TB:nvme');
  await page.untilSimulated();
  await page.page.getByRole('status').filter({ hasText: 'Simulated to ±\u00a01\u00a0%' }).waitFor();
  await page.button('Run longer').click();
  await page.page.getByRole('status').filter({ hasText: 'Simulated to ±\u00a00.5\u00a0%' }).waitFor();
});

test('start and end of the simulation are announced, nothing in between', async (page) => {
  await page.page.evaluate(() => {
    globalThis.spoken = [];
    const last = new Map();
    const note = () => {
      for (const region of document.querySelectorAll('[role="status"], [role="alert"], [aria-live]')) {
        const text = region.textContent.trim();
        if (last.has(region) && last.get(region) !== text && text) globalThis.spoken.push(text);
        last.set(region, text);
      }
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.addDrives('12x18TB:7200:sata');
  await page.untilSimulated();
  await page.page.waitForTimeout(300);
  const spoken = await page.page.evaluate(() => globalThis.spoken);
  assert.ok(spoken.length > 0, 'nothing was announced');
  assert.ok(spoken.length <= 6, `too much was announced: ${JSON.stringify(spoken)}`);
  assert.ok(spoken.some((text) => /simulated/i.test(text)), JSON.stringify(spoken));
});
