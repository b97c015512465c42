// axe-core finds nothing in any main state, light and dark, wide and narrow.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { PHONE, WIDE, browserTests } from './support/browser.mjs';
import { AS_OF, exampleText } from './support/zplan.mjs';

const test = browserTests();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function check(page, state) {
  await page.page.evaluate(axe);
  const violations = await page.page.evaluate(async () => {
    const found = await globalThis.axe.run(document, { resultTypes: ['violations'] });
    return found.violations.map((violation) => ({
      rule: violation.id,
      help: violation.help,
      where: violation.nodes.slice(0, 3).map((node) => `${node.target.join(' ')}: ${node.any[0]?.message ?? ''} ${node.html.slice(0, 160)}`),
    }));
  });
  assert.deepEqual(violations, [], state);
}

const drop = (page, name, change = (text) => text) => page.drop([{ name, text: change(exampleText(name)) }]);

const STATES = {
  empty: async () => {},
  plan: async (page) => {
    await drop(page, 'batches12.csv');
    await page.untilSimulated();
  },
  running: async (page) => {
    await page.open(`#o.rel-err=0.7%25&as_of=${AS_OF}`);
    await drop(page, 'batches12.csv');
    await page.button('Cancel').click();
    await page.button('Resume').waitFor();
  },
  layout: async (page) => {
    await drop(page, 'batches12.csv');
    await page.untilSimulated();
    await page.explain();
    await page.untilExplained();
  },
  comparison: async (page) => {
    await drop(page, 'batches12.csv');
    await page.untilSimulated();
    for (const layout of ['2xraidz2:6', 'raidz2:12']) await page.pin(layout);
    await page.openCompare();
  },
  drives: async (page) => {
    await drop(page, 'batches12.csv');
    await page.untilAnswered();
    await page.openDrives();
  },
  problem: async (page) => {
    await drop(page, 'batches12.csv', (text) => text.replace('18000207937536', '18TBB'));
    await page.page.getByText(/is not a size/).first().waitFor();
  },
  'nothing fits': async (page) => {
    await drop(page, 'batches12.csv');
    await page.untilAnswered();
    await page.unfoldOptions();
    await page.setOption('Usable, at least', '180');
    await page.untilHeading(/^No layout/);
  },
  topics: async (page) => {
    await page.openAdvice();
    await page.page.getByRole('navigation', { name: 'Topics' }).waitFor();
  },
  topic: async (page) => {
    await page.openAdvice('slog-size');
    await page.page.getByRole('form', { name: 'Inputs' }).waitFor();
  },
};

for (const [state, reach] of Object.entries(STATES)) {
  test(`no violation: ${state}`, { reducedMotion: 'reduce' }, async (page) => {
    await reach(page);
    const sizes = [['wide', WIDE], ['phone', PHONE]];
    for (const [colorScheme, order] of [['light', sizes], ['dark', sizes.toReversed()]]) {
      await page.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.until(() => page.isDrawn(colorScheme), `the page does not turn ${colorScheme}`);
      for (const [width, viewport] of order) {
        await page.page.setViewportSize(viewport);
        await check(page, `${state}, ${width}, ${colorScheme}`);
      }
    }
  });
}
