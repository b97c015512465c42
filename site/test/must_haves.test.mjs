// Nothing fits: what is offered makes the nearest layout fit.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { relaxations, roundedUp, wanted } from '../src/results/relaxations.js';
import { setLocale } from '../src/text/numbers.js';
import { plain, planOf } from './support/plans.mjs';

setLocale('en-US');

const CASES = [
  ['batches12', ['--min-usable', '180TB']],
  ['batches12', ['--min-usable', '150TB', '--max-loss', '1e-9']],
  ['homelab6', ['--max-loss', '1e-13', '--max-cost', '100', '--min-usable', '12TB']],
  ['nvme8', ['--min-read', '50GB/s']],
];

for (const [example, options] of CASES) {
  test(`${example} ${options.join(' ')}`, () => {
    const plan = planOf(example, ...options);
    assert.equal(plan.fits, false);
    const nearest = plan.candidates[plan.recommended];
    const offered = relaxations(nearest);
    assert.equal(offered.length, nearest.misses.length, 'one button for each constraint');
    const relaxed = new Map();
    for (let at = 0; at < options.length; at += 2) relaxed.set(options[at], options[at + 1]);
    for (const { option, value } of offered) relaxed.set(`--${option}`, value);
    const words = [...relaxed].flatMap(([name, value]) => (value === 'true' ? [name] : [name, value]));
    const again = planOf(example, ...words);
    const same = again.candidates.find((candidate) => candidate.layout === nearest.layout);
    assert.deepEqual(same.misses, [], JSON.stringify(offered));
  });
}

test('what is wanted is said after the drives', () => {
  const must = { max_cost: null, max_loss: 0.001, min_read_mb_per_s: null, min_usable_bytes: 180e12, outlive_batch: true };
  assert.equal(plain(wanted(must, '5 years', null)), 'stores 180.0 TB, outlives a batch and has a chance of loss of at most 1 in 1,000 in 5 years');
});

test('a limit is rounded to two digits, never below the figure', () => {
  for (const value of [3.19e-5, 1.001e-3, 9.99e-7, 0.0551, 1e-3]) {
    assert.ok(roundedUp(value) >= value, String(value));
    assert.ok(roundedUp(value) <= value * 1.11, String(value));
  }
});
