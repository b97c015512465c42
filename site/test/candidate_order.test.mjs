// The order, the groups and the filter of the candidates.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { grouped, headingOf, inOrderOf, nextSort, runOf, SORT_KEYS, sorted } from '../src/results/order.js';
import { batchLosers, familiesIn, visible } from '../src/results/visible.js';
import { planOf } from './support/plans.mjs';

const plan = planOf('batches12');
const names = (candidates) => candidates.map((candidate) => candidate.layout);

test('without a sort the planner’s order stays', () => {
  assert.deepEqual(names(sorted(plan.candidates, null)), names(plan.candidates));
});

test('every sort keeps all candidates and orders by its value', () => {
  for (const key of Object.keys(SORT_KEYS)) {
    for (const descending of [true, false]) {
      const order = sorted(plan.candidates, { key, descending });
      assert.deepEqual(names(order).sort(), names(plan.candidates).sort());
      if (key === 'layout') continue;
      const values = order.map(SORT_KEYS[key].value);
      for (let at = 1; at < values.length; at += 1) {
        assert.ok(descending ? values[at] <= values[at - 1] : values[at] >= values[at - 1], `${key}: ${values[at - 1]}, ${values[at]}`);
      }
    }
  }
});

test('unknown prices come last either way', () => {
  const some = plan.candidates.map((candidate, index) => (index === 1 ? { ...candidate, cost: null } : candidate));
  for (const descending of [true, false]) assert.equal(sorted(some, { key: 'price', descending }).at(-1), some[1]);
});

test('groups: those that meet every must-have first, whatever the sort', () => {
  for (const sort of [null, { key: 'loss', descending: true }]) {
    const groups = grouped(sorted(plan.candidates, sort));
    assert.equal(groups[0].heading, 'Meet every must-have');
    assert.equal(groups[0].candidates.length, plan.why.fitting);
    assert.ok(groups[0].candidates.every((candidate) => candidate.misses.length === 0));
    assert.equal(groups.reduce((sum, group) => sum + group.candidates.length, 0), plan.candidates.length);
  }
  assert.equal(headingOf(['outlive_batch', 'max_loss']), 'Lost if one batch dies, chance of loss above the limit');
});

test('a header sorts by the better end, then the other, then not at all', () => {
  const first = nextSort(null, 'usable');
  assert.deepEqual(first, { key: 'usable', descending: true });
  const second = nextSort(first, 'usable');
  assert.deepEqual(second, { key: 'usable', descending: false });
  assert.equal(nextSort(second, 'usable'), null);
  assert.deepEqual(nextSort(first, 'loss'), { key: 'loss', descending: false });
});

test('rows hold still within a run, and a change of the inputs is another run', () => {
  const reversed = { ...plan, candidates: [...plan.candidates].reverse() };
  assert.equal(runOf(reversed), runOf(plan));
  assert.deepEqual(names(inOrderOf(reversed.candidates, names(plan.candidates))), names(plan.candidates));
  assert.notEqual(runOf(planOf('batches12', '--fill', '0.5')), runOf(plan));
});

test('hidden families leave, and so do those that fall with a batch', () => {
  const without = visible(plan.candidates, ['draid', 'mirror'], false);
  assert.ok(without.length > 0 && without.every((candidate) => candidate.layout.includes('raidz')));
  const safe = visible(plan.candidates, [], true);
  assert.equal(safe.length, plan.candidates.length - batchLosers(plan.candidates));
  assert.ok(safe.every((candidate) => candidate.worst_batch.survives));
  const counts = familiesIn(plan.candidates);
  assert.equal(counts.reduce((sum, { count }) => sum + count, 0), plan.candidates.length);
});
