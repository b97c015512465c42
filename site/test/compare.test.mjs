// Pinned layouts side by side.

import assert from 'node:assert/strict';

import { browserTests } from './support/browser.mjs';
import { exampleText } from './support/zplan.mjs';

const test = browserTests();

async function pinned(page, layouts) {
  await page.drop([{ name: 'batches12.csv', text: exampleText('batches12.csv') }]);
  await page.untilSimulated();
  for (const layout of layouts) await page.pin(layout);
  await page.openCompare();
}

test('two pinned layouts stand side by side, with their difference from the baseline', async (page) => {
  await pinned(page, ['2xraidz2:6', 'raidz2:12']);
  await page.untilHeading('Compare 2 layouts');
  const table = page.comparison;
  await table.getByText('143.7\u00a0TB (130.7\u00a0TiB)').waitFor();
  await table.getByText('164.4\u00a0TB (149.5\u00a0TiB)').waitFor();
  await table.getByText(/^\+20\.7.TB/).waitFor();
});

test('another layout can become the baseline, and one can leave', async (page) => {
  await pinned(page, ['2xraidz2:6', 'raidz2:12', '2xraidz3:6']);
  const columns = page.comparison.getByRole('columnheader');
  await columns.filter({ hasText: 'raidz2:12' }).getByRole('button', { name: /^Make baseline/ }).click();
  await page.comparison.getByText(/^−20\.7.TB/).waitFor();
  await columns.filter({ hasText: '2xraidz3:6' }).getByRole('button', { name: /^Unpin/ }).click();
  await page.untilHeading('Compare 2 layouts');
});

test('only the differences can be shown', async (page) => {
  await pinned(page, ['2xraidz2:6', '2xraidz3:6']);
  const rows = page.comparison.getByRole('row');
  const all = await rows.count();
  await page.button('Only differences').click();
  assert.ok((await rows.count()) < all);
});

test('a layout can be added from the comparison', async (page) => {
  await pinned(page, ['2xraidz2:6', 'raidz2:12']);
  await page.choose(/^Add layout/, /^2xraidz3:6/);
  await page.untilHeading('Compare 3 layouts');
});

test('without a pinned layout Compare says how to pin one', async (page) => {
  await page.addDrives('8x7.68TB:nvme');
  await page.untilAnswered();
  await page.openCompare();
  await page.page.getByText(/No layout is pinned yet/).waitFor();
});
