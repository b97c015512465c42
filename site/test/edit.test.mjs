// Drives and assumptions changed in place, and answers that follow.

import assert from 'node:assert/strict';

import { browserTests } from './support/browser.mjs';
import { exampleText } from './support/zplan.mjs';

const test = browserTests();

async function editing(page) {
  await page.drop([{ name: 'batches12.csv', text: exampleText('batches12.csv') }]);
  await page.untilAnswered();
  await page.button('Edit 12 drives').click();
  await page.driveTable.waitFor();
  return page.driveTable;
}

/** Writes into the cell of a row that shows `shown`. */
async function setCell(page, table, row, shown, text) {
  await table.getByRole('row').nth(row).getByRole('gridcell', { name: shown, exact: true }).click();
  await table.getByRole('textbox').fill(text);
  await table.getByRole('textbox').press('Enter');
}

test('the table shows every drive', async (page) => {
  const table = await editing(page);
  await table.waitFor();
  assert.equal(await table.getByRole('row').count(), 13);
  await table.getByText('ZR5K2T0').waitFor();
});

test('a cell is edited in place and the plan follows', async (page) => {
  const table = await editing(page);
  await setCell(page, table, 1, '18 TB', '4TB');
  await page.openPlan();
  await page.heading.filter({ hasNotText: '143.7' }).waitFor();
  await page.untilAnswered();
});

test('a cell that cannot be read is refused in place, the drives stay as they were', async (page) => {
  const table = await editing(page);
  await setCell(page, table, 1, '18 TB', 'large');
  await page.page.getByText(/is not/).first().waitFor();
});

test('a drive can be taken out', async (page) => {
  const table = await editing(page);
  await page.button('Take out drive 1', table).click();
  await page.untilDrives(11);
});

test('an assumption that is changed is marked, and can be put back', async (page) => {
  await page.addDrives('8x7.68TB:nvme');
  await page.untilSimulated();
  const before = await page.heading.textContent();
  await page.setOption('Mission', '10');
  await page.untilHeading(/in 10.years/);
  await page.page.getByText('changed', { exact: false }).first().waitFor();
  await page.button('Reset Mission').click();
  await page.untilHeading(/in 5.years/);
  await page.untilSimulated();
  assert.equal(await page.heading.textContent(), before);
});

test('each option of the calculation can be set on the page', async (page) => {
  await page.addDrives('12x18TB:7200:sata');
  await page.untilAnswered();
  const labels = [
    'OpenZFS', 'Partitions', 'Workload', 'Recordsize', 'Fill', 'Mission', 'Replaced after', 'Scrub every', 'Spares, exactly',
    'Failure rate', 'Host read limit', 'Host write limit', 'Usable, at least', 'Loss, at most', 'Price, at most',
    'Read, at least', 'Outlive the loss of any one batch', 'Memory', 'System', 'Database', 'Seed', 'Simulate to ±',
  ];
  await page.unfoldOptions();
  const rail = page.page.getByRole('complementary', { name: 'Inputs' });
  for (const label of labels) {
    assert.ok(await rail.getByLabel(label, { exact: true }).isVisible(), `no field is labelled ${label}`);
  }
});

test('a must-have changes which layouts fit', async (page) => {
  await page.drop([{ name: 'batches12.csv', text: exampleText('batches12.csv') }]);
  await page.untilAnswered();
  await page.option('Outlive the loss of any one batch').uncheck();
  await page.heading.filter({ hasNotText: '143.7' }).waitFor();
  await page.untilAnswered();
});

test('after a cell is written, given up or left as it was, the keyboard goes on from that cell', async (page) => {
  const table = await editing(page);
  const place = () => page.page.evaluate(() => document.activeElement.dataset.place ?? document.activeElement.tagName);
  const cell = table.locator('[data-place="0-3"]');
  const change = async (text, key) => {
    await page.page.keyboard.press('Enter');
    if (text) await table.getByRole('textbox').fill(text);
    await page.page.keyboard.press(key);
    await table.getByRole('textbox').waitFor({ state: 'detached' });
    assert.equal(await place(), '0-3', `${text} ${key}`);
  };
  await cell.focus();
  await change('4TB', 'Enter');
  await change('8TB', 'Escape');
  await change('', 'Enter');
  assert.match(await cell.textContent(), /^4\sTB/);
  await page.page.keyboard.press('ArrowDown');
  assert.equal(await place(), '1-3');
});
