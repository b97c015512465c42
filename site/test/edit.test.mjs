// Drives and assumptions changed in place, and answers that follow.

import assert from 'node:assert/strict';

import { browserTests } from './support/browser.mjs';
import { exampleText } from './support/zplan.mjs';

const test = browserTests();

async function editing(page) {
  await page.drop([{ name: 'batches12.csv', text: exampleText('batches12.csv') }]);
  await page.untilAnswered();
  await page.button('Edit 12 drives').click();
  return page.driveTable;
}

test('the table shows every drive, every byte and what was assumed', async (page) => {
  const table = await editing(page);
  assert.equal(await table.getByRole('row').count(), 13);
  await table.getByText('18,000,207,937,536').first().waitFor();
  await table.getByText('ZR5K2T0').waitFor();
});

test('a cell is edited in place and the plan follows', async (page) => {
  const table = await editing(page);
  await page.editCell(table.getByRole('row').nth(1), /capacity|size/i, '4 TB');
  await page.backToPlan();
  await page.heading.filter({ hasNotText: '143.7' }).waitFor();
  await page.untilAnswered();
});

test('a cell that cannot be read is refused in place, the drives stay as they were', async (page) => {
  const table = await editing(page);
  await page.editCell(table.getByRole('row').nth(1), /capacity|size/i, 'large');
  await page.page.getByText(/is not a size/).first().waitFor();
});

test('a drive can be taken out', async (page) => {
  const table = await editing(page);
  await table.getByRole('row').nth(1).getByRole('button', { name: /remove|leave out/i }).click();
  await page.rail.getByText(/^11 drives/).waitFor();
});

test('an assumption that is changed is marked, and can be put back', async (page) => {
  await page.addDrives('8x7.68TB:nvme');
  await page.untilSimulated();
  const before = await page.heading.textContent();
  await page.option('Mission').fill('10y');
  await page.option('Mission').press('Enter');
  await page.heading.filter({ hasText: /in 10 years/ }).waitFor();
  await page.rail.getByText('changed').first().waitFor();
  await page.button(/^reset/i, page.rail).first().click();
  await page.heading.filter({ hasText: /in 5 years/ }).waitFor();
  await page.untilSimulated();
  assert.equal(await page.heading.textContent(), before);
});

test('each option of the calculation can be set on the page', async (page) => {
  await page.addDrives('12x18TB:7200:sata');
  await page.untilAnswered();
  const labels = [
    /^OpenZFS/, /^Partition/, /^Recordsize/, /^Workload/, /^Fill/, /^Mission/, /^Replaced after/, /^Spares/,
    /^Failure rate/, /^Host/, /^Usable, at least/, /^Loss, at most/, /^Price, at most/, /^Outlive the loss/,
  ];
  for (const label of labels) {
    assert.ok((await page.rail.getByLabel(label).count()) > 0, `no field is labelled ${label}`);
  }
});

test('a must-have changes which layouts fit', async (page) => {
  await page.drop([{ name: 'batches12.csv', text: exampleText('batches12.csv') }]);
  await page.untilAnswered();
  await page.option(/^Outlive the loss/).uncheck();
  await page.heading.filter({ hasNotText: '143.7' }).waitFor();
  await page.untilAnswered();
});
