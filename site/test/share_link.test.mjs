// A result is a link: what it carries, and that it carries it back.

import assert from 'node:assert/strict';

import { browserTests } from './support/browser.mjs';
import { exampleText } from './support/zplan.mjs';

const test = browserTests();

async function openedElsewhere(page, link) {
  const other = await page.page.context().newPage();
  await other.goto(link);
  return page.beside(other);
}

test('a link brings back drives, options, pins, order and view, and the same digits', async (page) => {
  await page.drop([{ name: 'batches12.csv', text: exampleText('batches12.csv') }]);
  await page.untilAnswered();
  await page.setOption('Mission', '7');
  await page.untilHeading(/in 7.years/);
  await page.untilSimulated();
  await page.pin('raidz2:12');
  await page.candidates.getByRole('columnheader').getByRole('button', { name: /^Usable/ }).click();
  const before = { answer: await page.heading.textContent(), order: await page.layouts(), json: await page.json() };

  const other = await openedElsewhere(page, await page.copyLink());
  await other.untilSimulated();
  assert.equal(await other.heading.textContent(), before.answer);
  assert.deepEqual(await other.layouts(), before.order);
  assert.ok(await other.row('raidz2:12').getByRole('checkbox').isChecked());
  assert.ok((await other.json()) === before.json, 'the link changed the digits');
});

test('a link to the view of a layout opens that view', async (page) => {
  await page.addDrives('8x7.68TB:nvme');
  await page.untilSimulated();
  await page.explain();
  const title = await page.heading.textContent();
  const other = await openedElsewhere(page, await page.copyLink());
  await other.bytes.waitFor();
  assert.equal(await other.heading.textContent(), title);
});

test('everything of the link stands behind the #, which no server sees', async (page) => {
  await page.addDrives('8x7.68TB:nvme');
  await page.untilSimulated();
  const link = new URL(await page.copyLink());
  assert.equal(link.pathname, '/tools/zplan/');
  assert.equal(link.search.replace(/^\?workers=\d+$/, ''), '');
  assert.ok(link.hash.length > 1);
});

for (const fragment of ['#!', '#d=%%%', '#d=AAAA', '#q=%E0%A4%A', `#${'x'.repeat(50_000)}`, '#q=<script>alert(1)</script>', '#view=nowhere', '#view=detail&layout=none', '#sort=constructor&hide=__proto__', '#o.constructor=1&o.__proto__=2']) {
  test(`a damaged link still opens the page: ${fragment.slice(0, 20)}`, { start: 'closed' }, async (page) => {
    await page.open(fragment);
    await page.openPlan();
    for (const out of await page.button(/^Take out/).all()) await out.click();
    await page.addDrives('8x7.68TB:nvme');
    await page.untilAnswered();
  });
}
