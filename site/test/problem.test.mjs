// Input that cannot be read: where, what, what to do; and layouts that do not exist.

import assert from 'node:assert/strict';

import { browserTests } from './support/browser.mjs';
import { exampleText } from './support/zplan.mjs';

const test = browserTests();

const good = exampleText('batches12.csv').trim().split('\n');
const bad = [...good];
bad[6] = bad[6].replace('18000207937536', '18TBB');
const BAD = [{ name: 'tank-drives.csv', text: bad.join('\n') }];

test('a bad cell is named by line and column, with a hint, and underlined in the file', async (page) => {
  await page.drop(BAD);
  await page.untilHeading('tank-drives.csv');
  const said = await page.page.getByRole('main').innerText();
  assert.match(said, /line 7, column Capacity: 18TBB is not a size/);
  assert.match(said, /hint: write 18.TB, 16\.4.TiB/);
  await page.page.getByRole('heading', { name: /^The file, lines/ }).waitFor();
  await page.page.locator('mark').filter({ hasText: '18TBB' }).first().waitFor();
});

test('the cell is mended in place', async (page) => {
  await page.drop(BAD);
  const cell = page.page.getByRole('textbox', { name: 'Line 7, capacity' });
  assert.equal(await cell.inputValue(), '18TBB');
  await cell.fill('18000207937536');
  await page.button('Read again').click();
  await page.untilAnswered();
  await page.untilDrives(12);
});

test('the line can be left out', async (page) => {
  await page.drop(BAD);
  await page.button('Leave line 7 out').click();
  await page.untilAnswered();
  await page.untilDrives(11);
});

test('of many errors the first five are shown, and a count', async (page) => {
  const text = [good[0], ...good.slice(1, 10).map((line) => line.replace('18000207937536', '18TBB'))].join('\n');
  await page.drop([{ name: 'many.csv', text }]);
  await page.page.getByText(/line 2, column/).first().waitFor();
  const said = await page.page.getByRole('main').innerText();
  assert.equal([...said.matchAll(/^line \d+, column/gm)].length, 5);
  assert.match(said, /four more errors/);
});

test('a file that is no drive list is refused with the formats that are read', async (page) => {
  await page.drop([{ name: 'letter.txt', text: 'Dear all,\nplease find the drives attached.\n' }]);
  await page.untilHeading('letter.txt');
});

test('no layout meets the must-haves: the nearest is named, with what to relax', async (page) => {
  await page.drop([{ name: 'batches12.csv', text: good.join('\n') }]);
  await page.untilAnswered();
  await page.setOption('Usable, at least', '180');
  await page.untilHeading(/^No layout/);
  assert.match(await page.heading.textContent(), /2xraidz2:6/);
  await page.button(/^Store at least 143\.7/).click();
  await page.untilAnswered();
});

test('an option that cannot be read is refused beside its field, and the last good value stays in force', async (page) => {
  await page.addDrives('8x7.68TB:nvme');
  await page.untilSimulated();
  const answer = await page.heading.textContent();
  await page.setOption('Fill', 'most of it');
  await page.page.getByRole('alert').filter({ hasText: 'stays in force' }).waitFor();
  assert.equal(await page.option('Fill').getAttribute('aria-invalid'), 'true');
  await page.untilSimulated();
  assert.equal(await page.heading.textContent(), answer);
});

const POOL = `  pool: tank
 state: ONLINE
config:

\tNAME        STATE     READ WRITE CKSUM
\ttank        ONLINE       0     0     0
\t  mirror-0  ONLINE       0     0     0
\t    sda     ONLINE       0     0     0
\t    sdb     ONLINE       0     0     0

errors: No known data errors
`;

test('a pool as zpool status prints it leads to a plan: drives in use are let in, sizes are filled in', async (page) => {
  await page.drop([{ name: 'status.txt', text: POOL }]);
  await page.untilHeading('in use');
  await page.button('Plan with drives in use, too').click();
  await page.untilHeading('capacity of drive sda');
  await page.button('Edit the drives').click();
  await page.page.getByLabel('An edit holds for').selectOption('all');
  await page.driveTable.locator('[data-place="0-3"]').click();
  await page.driveTable.getByRole('textbox').fill('18TB');
  await page.driveTable.getByRole('textbox').press('Enter');
  await page.openPlan();
  await page.untilHeading(/Build one mirror of two drives/);
});
