// The page and the command line say the same, byte for byte, simulation included, however many workers share it.

import assert from 'node:assert/strict';

import { browserTests } from './support/browser.mjs';
import { AS_OF, exampleNames, exampleText, zplan } from './support/zplan.mjs';

const test = browserTests();

function firstDifference(one, other) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const around = (text) => JSON.stringify(text.slice(Math.max(0, at - 120), at + 80));
  return `they differ at byte ${at}:\n${around(one)}\n${around(other)}`;
}

const expected = new Map();
function fromCommandLine(name) {
  if (!expected.has(name)) expected.set(name, zplan('--disks', name, '--as-of', AS_OF, '--format', 'json'));
  return expected.get(name);
}

for (const workers of [0, 1, 2]) {
  for (const name of exampleNames()) {
    test(`${name} with ${workers} trial workers`, { workers }, async (page) => {
      await page.drop([{ name, text: exampleText(name) }]);
      await page.untilSimulated();
      assert.equal(page.page.workers().length, 1 + workers);
      const text = await page.json();
      const wanted = fromCommandLine(name);
      assert.ok(text === wanted, firstDifference(text, wanted));
    });
  }
}

test('the explanation of a layout is that of the command line', async (page) => {
  await page.drop([{ name: 'batches12.csv', text: exampleText('batches12.csv') }]);
  await page.untilSimulated();
  await page.explain('raidz2:12');
  await page.untilExplained();
  const text = await page.json();
  const wanted = zplan('explain', 'raidz2:12', '--disks', 'batches12.csv', '--as-of', AS_OF, '--format', 'json');
  assert.ok(text === wanted, firstDifference(text, wanted));
});
