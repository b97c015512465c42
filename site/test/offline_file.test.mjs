// The same file, opened from a disk without a network.

import assert from 'node:assert/strict';

import { browserTests } from './support/browser.mjs';
import { AS_OF, exampleText, zplan } from './support/zplan.mjs';

const test = browserTests();

test('from file:// it loads, plans and simulates the same digits', { from: 'file', offline: true }, async (page) => {
  assert.match(page.page.url(), /^file:/);
  await page.drop([{ name: 'nvme8.csv', text: exampleText('nvme8.csv') }]);
  await page.untilSimulated();
  const text = await page.json();
  assert.equal(text, zplan('--disks', 'nvme8.csv', '--as-of', AS_OF, '--format', 'json'));
});

test('loaded once, it needs no network', async (page) => {
  await page.page.context().setOffline(true);
  await page.addDrives('8x7.68TB:nvme');
  await page.untilSimulated();
  await page.explain();
});
