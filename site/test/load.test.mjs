// What a visitor gets before doing anything: one file, one question, nothing asked of anyone.

import assert from 'node:assert/strict';

import { PHONE, browserTests } from './support/browser.mjs';

const test = browserTests();

test('the empty page asks for the drives and waits with the cursor in the field', async (page) => {
  assert.equal(await page.heading.textContent(), 'Which drives do you have?');
  assert.ok(await page.quickField.evaluate((field) => field === document.activeElement));
});

test('the page is one file and asks nobody for another', { start: 'closed' }, async (page) => {
  const asked = [];
  page.page.on('request', (request) => asked.push(request.url()));
  await page.open();
  await page.addDrives('8x7.68TB:nvme');
  await page.untilSimulated();
  const files = asked.filter((url) => !/^(data|blob):/.test(url));
  assert.deepEqual(files.map((url) => new URL(url).pathname), ['/tools/zplan/']);
});

test('every example on the empty page leads to an answer', async (page) => {
  const names = await page.page.getByRole('main').getByRole('listitem').getByRole('button').allTextContents();
  assert.ok(names.length >= 4, `examples: ${names}`);
  for (const name of names) {
    await page.open();
    await page.button(name).click();
    await page.untilAnswered();
  }
});

test('a reload brings the same page back', async (page) => {
  await page.addDrives('8x7.68TB:nvme');
  await page.untilSimulated();
  const answer = await page.heading.textContent();
  await page.reload();
  await page.untilSimulated();
  assert.equal(await page.heading.textContent(), answer);
});

test('Back and Forward walk through the views', async (page) => {
  await page.addDrives('8x7.68TB:nvme');
  await page.untilSimulated();
  await page.explain();
  await page.page.goBack();
  await page.untilAnswered();
  await page.candidates.waitFor();
  await page.page.goForward();
  await page.bytes.waitFor();
});

test('on a phone the empty page fits', { viewport: PHONE, hasTouch: true }, async (page) => {
  assert.equal(await page.sidewaysScroll(), 0);
  assert.equal(await page.heading.textContent(), 'Which drives do you have?');
});
