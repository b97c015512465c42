// How drives come in: written, pasted, dropped, opened.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { browserTests } from './support/browser.mjs';
import { EXAMPLES, examplePath, exampleText } from './support/zplan.mjs';

const test = browserTests();
const FIXTURES = join(EXAMPLES, '..', 'fixtures');

test('drives written in short are planned', async (page) => {
  await page.addDrives('12 x 18TB, 7200, SATA');
  await page.untilAnswered();
  await page.untilDrives(12);
});

test('a second entry adds to the first', async (page) => {
  await page.addDrives('6x18TB:7200:sata');
  await page.untilAnswered();
  await page.addDrives('2x3.84TB:ssd:sata');
  await page.untilDrives(8);
});

test('an entry that says nothing is refused beside the field', async (page) => {
  await page.addDrives('a dozen large ones');
  await page.page.getByRole('alert').filter({ hasText: /is not/ }).waitFor();
  assert.equal(await page.quickField.getAttribute('aria-invalid'), 'true');
});

test('a spreadsheet pasted into the field is planned', async (page) => {
  await page.pasteText(exampleText('batches12.csv'));
  await page.untilAnswered();
  await page.untilDrives(12);
  assert.match(await page.heading.textContent(), /143\.7.TB \(130\.7.TiB\)/);
});

test('a paste anywhere on the page counts', async (page) => {
  await page.page.evaluate((text) => navigator.clipboard.writeText(text), exampleText('nvme8.csv'));
  await page.heading.click();
  await page.page.keyboard.press('Control+V');
  await page.untilAnswered();
  await page.untilDrives(8);
});

test('a dropped file is planned', async (page) => {
  await page.drop([{ name: 'batches12.csv', text: exampleText('batches12.csv') }]);
  await page.untilAnswered();
  await page.drives.getByText('batches12.csv').first().waitFor();
});

test('several dropped files are planned together', async (page) => {
  const lines = exampleText('nvme8.csv').trim().split('\n');
  await page.drop([
    { name: 'first.csv', text: [lines[0], ...lines.slice(1, 5)].join('\n') },
    { name: 'second.csv', text: [lines[0], ...lines.slice(5)].join('\n') },
  ]);
  await page.untilAnswered();
  await page.untilDrives(8);
});

test('an opened file is planned', async (page) => {
  await page.openFiles([examplePath('homelab6.csv')]);
  await page.untilAnswered();
  await page.untilDrives(6);
});

test('what smartctl prints is read as well', async (page) => {
  const text = readFileSync(join(FIXTURES, 'inventories', 'smartctl-several.json'), 'utf8');
  await page.drop([{ name: 'smartctl-several.json', text }]);
  await page.untilDrives(3);
});

test('5 MB pasted into the field are read at once, and the page stays alive', async (page) => {
  await page.page.getByRole('button', { name: /^paste$/i }).first().click();
  const busy = await page.page.evaluate(async () => {
    const data = new DataTransfer();
    data.setData('text/plain', `model,capacity\n${'A,18TB\n'.repeat(750_000)}`);
    const started = performance.now();
    const field = document.getElementById('paste-text');
    const free = field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    await new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve, 0)); });
    return { free, milliseconds: performance.now() - started };
  });
  assert.equal(busy.free, false, 'the browser would lay the text out');
  assert.ok(busy.milliseconds < 2_000, `the page did not react for ${Math.round(busy.milliseconds)} ms`);
  await page.heading.filter({ hasText: 'a plan takes at most' }).waitFor({ timeout: 60_000 });
});
