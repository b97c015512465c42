// What can be taken away, and that it is what the command line writes.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { browserTests } from './support/browser.mjs';
import { AS_OF, exampleText, zplan } from './support/zplan.mjs';

const test = browserTests();
const SAME = ['--disks', 'nvme8.csv', '--as-of', AS_OF];

async function planned(page) {
  await page.drop([{ name: 'nvme8.csv', text: exampleText('nvme8.csv') }]);
  await page.untilSimulated();
}

test('JSON, CSV and Markdown are those of the command line', async (page) => {
  await planned(page);
  for (const [kind, format] of [['Everything, JSON', 'json'], ['Table, CSV', 'csv'], ['Report, Markdown', 'markdown']]) {
    const { text } = await page.exported(kind);
    assert.equal(text, zplan(...SAME, '--format', format), `${format} differs`);
  }
});

test('the parts list for procurement is that of the command line', async (page) => {
  await planned(page);
  const folder = mkdtempSync(join(tmpdir(), 'zplan-'));
  const file = join(folder, 'parts.csv');
  zplan(...SAME, '--export', file);
  const { text, name } = await page.exported('Parts list, CSV');
  assert.match(name, /\.csv$/);
  assert.equal(text, readFileSync(file, 'utf8'));
});

test('the exported drive list reads back as the same drives', async (page) => {
  await planned(page);
  const answer = await page.heading.textContent();
  const { text } = await page.exported('Drives, CSV');
  const folder = mkdtempSync(join(tmpdir(), 'zplan-'));
  writeFileSync(join(folder, 'drives.csv'), text);
  const again = zplan('--disks', join(folder, 'drives.csv'), '--as-of', AS_OF);
  assert.ok(again.includes('8 drives'), again.slice(0, 200));
  await page.open();
  await page.drop([{ name: 'drives.csv', text }]);
  await page.untilSimulated();
  assert.equal(await page.heading.textContent(), answer);
});

test('the command is copied as it stands in the plan', async (page) => {
  await planned(page);
  const plan = JSON.parse(await page.json());
  await page.button('Copy zpool create').click();
  assert.equal((await page.clipboard()).trim(), plan.candidates[plan.recommended].zpool_create.trim());
});

test('on paper there are no buttons, but inputs, address, version and seed', async (page) => {
  await planned(page);
  await page.page.emulateMedia({ media: 'print' });
  for (const name of ['Copy link', 'Explain every byte', 'Copy zpool create']) {
    assert.ok(await page.button(name).first().isHidden(), `${name} is printed`);
  }
  const printed = await page.page.evaluate(() => document.body.innerText);
  assert.match(printed, /zplan \d+\.\d+\.\d+/);
  assert.match(printed, /seed 1/);
  assert.ok(printed.includes(page.address.split('#')[0]), 'the address is not printed');
});
