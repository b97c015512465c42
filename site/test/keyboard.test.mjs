// The main path with the keyboard alone: no mouse, no touch, focus always to be seen.

import assert from 'node:assert/strict';

import { browserTests } from './support/browser.mjs';

const test = browserTests();

/** Tabs until what has the focus is named as wanted; fails after a whole round. */
async function tabTo(page, name, { most = 150, back = false } = {}) {
  const seen = [];
  for (let step = 0; step < most; step += 1) {
    await page.page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
    const focused = await page.focused();
    seen.push(focused.name);
    assert.ok(focused.outlined, `the focus on “${focused.name}” cannot be seen`);
    if (name.test(focused.name)) return focused;
  }
  throw new Error(`no Tab leads to ${name}: ${seen.slice(0, 60).join(' | ')}`);
}

test('from drives to the command, without a mouse', async (page) => {
  const { keyboard } = page.page;
  await keyboard.type('8x7.68TB:nvme');
  await keyboard.press('Enter');
  await page.untilSimulated();

  await tabTo(page, /^Explain every byte$/);
  await keyboard.press('Enter');
  await page.bytes.waitFor();

  await tabTo(page, /^(Copy|Copy zpool create)$/);
  await keyboard.press('Enter');
  assert.match(await page.clipboard(), /^zpool create/);

  await tabTo(page, /^‹ All \d+ layouts$/, { back: true });
  await keyboard.press('Enter');
  await page.candidates.waitFor();
});

test('rows: arrows move, Space pins, Enter opens', async (page) => {
  const { keyboard } = page.page;
  await page.addDrives('12x18TB:7200:sata');
  await page.untilSimulated();
  const layouts = await page.layouts();
  await page.row(layouts[0]).focus();
  await keyboard.press('ArrowDown');
  await keyboard.press('Space');
  await page.button('Compare, 1 pinned').waitFor();
  assert.ok(await page.row(layouts[1]).getByRole('checkbox').isChecked());
  await keyboard.press('Enter');
  await page.bytes.waitFor();
  assert.match(await page.heading.textContent(), new RegExp(layouts[1].replace(/[+]/g, '\\$&')));
});

test('points of the scatter: arrows walk, each is named in full, Enter opens', async (page) => {
  const { keyboard } = page.page;
  await page.addDrives('12x18TB:7200:sata');
  await page.untilSimulated();
  const points = page.page.getByRole('group', { name: /layouts by usable space/ }).getByRole('button');
  await points.and(page.page.locator('[tabindex="0"]')).focus();
  const first = (await page.focused()).name;
  assert.match(first, /, [\d.,]+.TB, .*(1.in|%)/);
  await keyboard.press('ArrowLeft');
  const second = (await page.focused()).name;
  assert.notEqual(second, first);
  await keyboard.press('Enter');
  await page.bytes.waitFor();
});

test('menus open, close with Escape and give the focus back', async (page) => {
  const { keyboard } = page.page;
  await page.addDrives('8x7.68TB:nvme');
  await page.untilSimulated();
  await page.button(/^export/i).focus();
  await keyboard.press('Enter');
  await page.page.getByRole('button', { name: 'Everything, JSON' }).waitFor();
  await keyboard.press('Escape');
  await page.page.getByRole('button', { name: 'Everything, JSON' }).waitFor({ state: 'hidden' });
  assert.match((await page.focused()).name, /^Export/);
});

test('the theme is changed from the keyboard', async (page) => {
  const ground = () => page.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await page.button('Dark colours').focus();
  await page.page.keyboard.press('Enter');
  assert.notEqual(await ground(), light);
});
