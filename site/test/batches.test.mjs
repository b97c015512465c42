// Batches: letters, patterns, and what their deaths leave.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { batchDeaths, outcome } from '../src/charts/batch_deaths.js';
import { batchByDrive, batchesOf, batchTitle } from '../src/charts/batch_letters.js';
import { planOf } from './support/plans.mjs';

const drive = (id, batch, manufactured = null) => ({ id, batch, manufactured });

test('batches that are named by letters keep them', () => {
  const batches = batchesOf([drive('1', 'C'), drive('2', 'A'), drive('3', 'A')]);
  assert.deepEqual(batches.map(({ letter, pattern }) => [letter, pattern]), [['A', 0], ['C', 2]]);
});

test('others get letters in the order of their names; patterns repeat after six, letters go on', () => {
  const many = Array.from({ length: 30 }, (_, index) => drive(String(index), `lot ${String(index).padStart(2, '0')}`));
  const batches = batchesOf(many);
  assert.deepEqual([batches[0].letter, batches[6].letter, batches[6].pattern, batches[26].letter], ['A', 'G', 0, 'A2']);
  assert.equal(new Set(batches.map(({ letter }) => letter)).size, 30);
});

test('drives of unknown batch come last, plain', () => {
  const batches = batchesOf([drive('1', null), drive('2', 'x')]);
  assert.deepEqual(batches.map(({ name, letter, pattern }) => [name, letter, pattern]), [['x', 'A', 0], [null, '?', 5]]);
  assert.equal(batchTitle(batches[1]), 'unknown batch');
  assert.equal(batchByDrive(batches).get('1'), batches[1]);
});

test('a title names letter, batch and week, each once', () => {
  assert.equal(batchTitle({ name: 'A', letter: 'A', made: '2021-W31' }), 'A, 2021-W31');
  assert.equal(batchTitle({ name: 'ST8000 2021-W07', letter: 'B', made: '2021-W07' }), 'B, ST8000 2021-W07');
});

test('the worst death is the planner’s worst batch, for every candidate', () => {
  for (const example of ['batches12', 'homelab6', 'jbod60', 'ssd24', 'nvme8']) {
    const plan = planOf(example);
    const batches = batchesOf(plan.inventory.drives);
    for (const candidate of plan.candidates) {
      const deaths = batchDeaths(candidate, batches);
      const worst = Math.min(...deaths.map(({ least }) => least ?? Number.POSITIVE_INFINITY));
      assert.equal(worst, candidate.worst_batch.tolerance_left, candidate.layout);
      assert.equal(deaths.every(({ survives }) => survives), candidate.worst_batch.survives, candidate.layout);
    }
  }
});

test('how a death ends is said in words', () => {
  const { candidates, inventory } = planOf('batches12');
  const of = (layout) => {
    const candidate = candidates.find((one) => one.layout === layout);
    return outcome(batchDeaths(candidate, batchesOf(inventory.drives))[0], candidate);
  };
  assert.deepEqual(of('2xraidz2:6'), { good: true, text: 'survives, no parity left until replaced' });
  assert.deepEqual(of('4xmirror:3'), { good: true, text: 'survives, two copies left until replaced' });
  assert.deepEqual(of('raidz3:12'), { good: false, text: 'pool lost: raidz3-0 loses more drives than it outlives' });
});
