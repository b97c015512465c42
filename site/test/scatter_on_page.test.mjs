// The scatter and the popovers as the browser draws them: no label covers another, one stop of the Tab key, bytes on demand.

import assert from 'node:assert/strict';

import { browserTests, PHONE } from './support/browser.mjs';
import { exampleText } from './support/zplan.mjs';

const test = browserTests();

async function answered(page, example) {
  await page.drop([{ name: `${example}.csv`, text: exampleText(`${example}.csv`) }]);
  await page.untilAnswered();
}

/** Labels of the scatter whose boxes overlap, and how many there are. */
function labels(page) {
  return page.page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.scatter .labels text')].map((text) => [text.textContent, text.getBoundingClientRect()]);
    const overlapping = [];
    boxes.forEach(([name, a], index) => {
      for (const [other, b] of boxes.slice(index + 1)) {
        if (a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1) overlapping.push(`${name} and ${other}`);
      }
    });
    return { count: boxes.length, overlapping };
  });
}

for (const [title, viewport] of [['wide', undefined], ['phone', PHONE]]) {
  for (const font of [null, '"DejaVu Sans"']) {
    test(`labels of 237 layouts do not overlap: ${title}${font ? ', wide letters' : ''}`, viewport ? { viewport } : {}, async (page) => {
      if (font) await page.page.evaluate((name) => document.documentElement.style.setProperty('--font', name), font);
      await answered(page, 'jbod60');
      const { count, overlapping } = await labels(page);
      assert.ok(count >= 3, `${count} labels`);
      assert.deepEqual(overlapping, []);
    });
  }
}

test('all points of the scatter are one stop of the Tab key', async (page) => {
  await answered(page, 'batches12');
  const tabbable = await page.page.evaluate(() => [...document.querySelectorAll('.scatter .point')].map((point) => point.tabIndex));
  assert.ok(tabbable.length > 30);
  assert.equal(tabbable.filter((index) => index === 0).length, 1);
});

test('a capacity shows its bytes on focus, and Escape closes them', async (page) => {
  await answered(page, 'batches12');
  await page.untilSimulated();
  const tip = page.page.getByRole('tooltip');
  const usable = page.page.locator('.figures button').first();
  await usable.focus();
  await tip.filter({ hasText: '143,712,155,860,992' }).waitFor();
  assert.equal(await usable.getAttribute('aria-describedby'), await tip.getAttribute('id'));
  await page.page.keyboard.press('Escape');
  await tip.waitFor({ state: 'hidden' });
});

test('cells of a row show bytes and interval by the arrow keys', async (page) => {
  await answered(page, 'batches12');
  await page.untilSimulated();
  await page.page.locator('tr.candidate[tabindex="0"]').focus();
  await page.page.keyboard.press('ArrowRight');
  await page.page.getByRole('tooltip').filter({ hasText: '143,712,155,860,992' }).waitFor();
  await page.page.keyboard.press('ArrowDown');
  await page.page.getByRole('tooltip').filter({ hasText: /bytes$/ }).filter({ hasNotText: '143,712,155,860,992' }).waitFor();
});

test('a family that is hidden leaves the chart and the table', async (page) => {
  await answered(page, 'batches12');
  const shown = () => page.page.evaluate(() => [document.querySelectorAll('.scatter .point').length, document.querySelectorAll('tr.candidate').length]);
  const [before] = await shown();
  const chip = page.page.getByRole('button', { name: /^dRAID/ });
  await chip.click();
  assert.equal(await chip.getAttribute('aria-pressed'), 'false');
  const [points, rows] = await shown();
  assert.equal(points, rows);
  assert.ok(points < before);
});
