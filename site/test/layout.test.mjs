// The shape of the page: nothing scrolls sideways, sums add up, the main thread is never held.

import assert from 'node:assert/strict';

import { PHONE, WIDE, browserTests } from './support/browser.mjs';
import { heavyTasks } from './support/main_thread.mjs';
import { exampleNames, exampleText } from './support/zplan.mjs';

const test = browserTests();

const dropped = (page, name) => page.drop([{ name, text: exampleText(name) }]);

for (const [width, viewport] of [['phone', PHONE], ['wide', WIDE], ['tablet', { width: 768, height: 1024 }]]) {
  for (const font of ['', '"DejaVu Sans"']) {
    const title = `nothing scrolls sideways: ${width}${font && ', wide letters'}`;
    test(title, { viewport, hasTouch: width === 'phone' }, async (page) => {
      const check = async (state) => assert.equal(await page.sidewaysScroll(), 0, `${state} scrolls sideways`);
      if (font) {
        await page.page.evaluate((name) => document.documentElement.style.setProperty('--font', name), font);
      }
      await check('the empty page');
      await dropped(page, 'batches12.csv');
      await page.untilSimulated();
      await check('the plan');
      await page.explain();
      await check('the view of a layout');
      await page.openCompare();
      await check('the comparison');
      await page.openAdvice('zil-path');
      await check('a topic');
    });
  }
}

test('targets are large enough for a finger', { viewport: PHONE, hasTouch: true, isMobile: true }, async (page) => {
  await dropped(page, 'batches12.csv');
  await page.untilSimulated();
  const small = await page.page.getByRole('main').getByRole('button').evaluateAll((buttons) =>
    buttons
      .map((button) => ({ text: button.textContent, box: button.getBoundingClientRect(), svg: button.closest('svg') }))
      .filter(({ box, svg }) => !svg && box.width > 0 && box.height < 24)
      .map(({ text, box }) => `${text} ${Math.round(box.height)}px`),
  );
  assert.deepEqual(small, []);
});

/** The steps of the open layout: what each row names, and its bytes. */
async function steps(page) {
  const table = page.page.getByRole('table', { name: /^Of .* of drives, .* are usable/ });
  await table.getByRole('columnheader', { name: 'bytes' }).waitFor();
  const rows = await table.getByRole('row').evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText.trim())));
  const column = rows[0].indexOf('bytes');
  return rows.slice(1).map((cells) => ({ name: cells[0].split('\n')[0], bytes: BigInt(cells[column].replaceAll(',', '').replace('−', '-')) }));
}

for (const name of exampleNames()) {
  test(`the steps from raw bytes to usable bytes add up: ${name}`, async (page) => {
    await dropped(page, name);
    await page.untilAnswered();
    await page.explain();
    const rows = await steps(page);
    assert.ok(rows.length >= 8, `only ${rows.length} steps`);
    let left = rows[0].bytes;
    // A step takes away or changes nothing; what is above 0 is a total of what stands before it.
    for (const { name: step, bytes } of rows.slice(1)) {
      if (bytes <= 0n) left += bytes;
      else assert.equal(bytes, left, `the steps before “${step}” do not add up`);
    }
    assert.match(rows.at(-1).name, /zfs list/);
  });
}

/** Milliseconds of processor time from which a task of the main thread is felt. */
const FELT = 50;

test('planning and simulating never hold the main thread for 50 ms', async (page) => {
  await dropped(page, 'batches12.csv');
  await page.untilSimulated();
  const heavy = await heavyTasks(page, FELT, async () => {
    for (const years of ['6', '7', '8', '9']) {
      await page.setOption('Mission', years);
      await page.untilHeading(new RegExp(`in ${years}.years`));
    }
    await page.untilSimulated();
  });
  assert.deepEqual(heavy, []);
});

test('the answer for 24 drives follows while one writes, and the main thread stays free', async (page) => {
  await dropped(page, 'ssd24.csv');
  await page.untilSimulated();
  const heavy = await heavyTasks(page, FELT, async () => {
    const field = page.option('Fill');
    await field.fill('');
    await field.pressSequentially('61', { delay: 30 });
    await field.press('Enter');
    await page.page.getByText(/^at 61.% full$/).first().waitFor();
  });
  assert.deepEqual(heavy, []);
});
