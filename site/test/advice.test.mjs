// Every topic as a small calculator, and the advice that a plan comes with.

import assert from 'node:assert/strict';

import { browserTests } from './support/browser.mjs';
import { exampleText, zplan } from './support/zplan.mjs';

const test = browserTests();

const field = (page, label) => page.page.getByRole('form', { name: 'Inputs' }).getByLabel(label).first();
const value = (page, name) =>
  page.page.getByRole('region', { name: 'Answer' }).getByRole('row').filter({ hasText: name }).getByRole('cell').first();

test('every topic of the command line is there, and opens with its fields', async (page) => {
  const listed = [...zplan('advise').matchAll(/^ {2}([a-z0-9-]+) {2}/gm)].map((match) => match[1]);
  assert.ok(listed.length >= 20, `topics: ${listed}`);
  await page.openAdvice();
  const entries = page.page.getByRole('navigation', { name: 'Topics' }).getByRole('button');
  await entries.first().waitFor();
  const opened = [];
  for (const entry of await entries.all()) {
    await entry.click();
    await page.page.getByRole('heading', { name: await entry.textContent(), exact: true }).waitFor();
    await page.page.getByText(/^Source: /).waitFor();
    const fields = await page.page.getByRole('form', { name: 'Inputs' }).locator('input, select, textarea').count();
    const [topic] = /(?<=topic=)[a-z0-9-]+/.exec(page.page.url()) ?? ['no topic in the address'];
    assert.ok(fields > 0, `${topic} has no field`);
    opened.push(topic);
  }
  assert.deepEqual(opened.sort(), listed.sort());
});

test('topics are reached from the list', async (page) => {
  await page.openAdvice();
  const list = page.page.getByRole('navigation', { name: 'Topics' });
  await list.getByRole('button', { name: 'ARC limits' }).click();
  await page.page.getByRole('heading', { name: 'ARC limits' }).waitFor();
});

test('sizes are written as people write them, and the answer is that of the command line', async (page) => {
  await page.openAdvice('arc-limits');
  await field(page, /^OpenZFS release/).fill('2.2');
  await field(page, /memory/i).fill('128GiB');
  await field(page, /system/i).selectOption('linux');
  const answer = JSON.parse(zplan('advise', 'arc-limits', '--input', '{"zfs":"2.2","ram_bytes":"128GiB","os":"linux"}'));
  const cell = value(page, 'arc_max_bytes');
  await cell.filter({ hasText: answer.arc_max_bytes.toLocaleString('en-US') }).waitFor();
  assert.match(await cell.textContent(), /bytes/);
});

test('what cannot be read is said beside its field', async (page) => {
  await page.openAdvice('raidz-block');
  await field(page, /^Type of the vdev/).fill('raidz2');
  await field(page, /^Drives of the vdev/).fill('six');
  await field(page, /^Size of the block/).fill('128K');
  const wrong = page.page.locator('[aria-invalid="true"]');
  await wrong.first().waitFor();
  const described = await wrong.first().getAttribute('aria-describedby');
  assert.match(await page.page.locator(`#${described.split(' ').at(-1)}`).textContent(), /six/);
});

test('a release that nobody knows is refused, not guessed', async (page) => {
  await page.openAdvice('arc-limits');
  await field(page, /^OpenZFS release/).fill('7.5');
  await field(page, /memory/i).fill('128GiB');
  await field(page, /system/i).selectOption('linux');
  await page.page.getByText(/7\.5/).first().waitFor();
  assert.equal(await page.page.getByRole('region', { name: 'Answer' }).getByRole('table').count(), 0);
});

test('a warning of a rule is said in its words', async (page) => {
  await page.openAdvice('special-vdev');
  await field(page, /^Data vdevs/).fill('raidz2');
  await field(page, /^Special vdevs/).fill('stripe');
  await page.page.getByText(/^Warning: .*(fewer|less|lost|redundan)/).waitFor();
});

test('pasted output is read', async (page) => {
  await page.openAdvice('ddt-parse');
  const text = ' dedup: DDT entries 5000, size 512B on disk, 165B in core\n';
  await field(page, /text|output|paste/i).fill(text);
  await value(page, 'entries').filter({ hasText: '5,000' }).waitFor();
});

async function advised(page) {
  await page.drop([{ name: 'batches12.csv', text: exampleText('batches12.csv') }]);
  await page.untilAnswered();
  await page.unfoldOptions();
  await page.option('System').selectOption('linux');
  await page.option('Database').selectOption('postgres');
  await page.setOption('Memory', '64GiB');
  await page.explain();
  const advice = page.page.getByRole('region', { name: 'Advice on this pool' });
  await advice.waitFor();
  return advice;
}

test('a plan with memory and a database comes with advice, the pressing first', async (page) => {
  const advice = await advised(page);
  await advice.getByText(/ARC|writes/i).first().waitFor();
  const levels = await advice.getByRole('heading', { level: 3 }).allTextContents();
  const order = ['Must', 'Should', 'Good to know'];
  const ranks = levels.map((text) => order.findIndex((level) => text.startsWith(level)));
  assert.deepEqual(ranks, [...ranks].sort((one, other) => one - other));
});

test('a rule of the advice opens as a calculator', async (page) => {
  const advice = await advised(page);
  await advice.getByRole('button', { name: /^Ask this rule/ }).first().click();
  await page.page.getByRole('form', { name: 'Inputs' }).waitFor();
});
