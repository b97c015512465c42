// The rows of the waterfall sum to the byte.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { unsummed, waterfallRows } from '../src/charts/waterfall_rows.js';
import { explanationOf } from './support/plans.mjs';

const CASES = [
  ['batches12', '2xraidz2:6'], ['batches12', 'draid2:8d:12c:1s'], ['batches12', '4xmirror:3'], ['batches12', '3xraidz2:3+special/mirror:3'],
  ['homelab6', 'raidz2:6'], ['homelab6', 'stripe:6'], ['jbod60', '6xraidz2:10'], ['jbod60', '14xmirror:4+spare:4'], ['ssd24', '2xraidz3:12'], ['nvme8', '2xmirror:3+log/mirror:2'],
];

for (const [example, layout] of CASES) {
  test(`${layout} of ${example}`, () => {
    const { steps, candidate } = explanationOf(example, layout);
    const rows = waterfallRows(steps);
    assert.deepEqual(unsummed(rows), []);
    assert.equal(rows.at(-1).bytes, candidate.capacity.zfs_usable_bytes);
    assert.equal(rows[0].bytes, candidate.capacity.raw_bytes);
    const gone = rows.filter((row) => row.kind !== 'total').reduce((sum, row) => sum + row.bytes, 0);
    assert.equal(rows[0].bytes + gone, rows.at(-1).bytes);
    for (const row of rows) {
      assert.ok(row.from >= 0 && row.from <= row.to && row.to <= 1, `${row.name}: bar from ${row.from} to ${row.to}`);
      assert.ok(row.name && row.why, 'a step without its name or rule');
    }
  });
}

test('a bar begins where the one before it ended', () => {
  const rows = waterfallRows(explanationOf('batches12', '2xraidz2:6').steps);
  for (let at = 1; at < rows.length; at += 1) {
    const end = rows[at - 1].kind === 'total' ? rows[at - 1].to : rows[at - 1].from;
    assert.equal(rows[at].to, end, rows[at].name);
  }
});

test('a byte that is missing is found', () => {
  const { steps } = explanationOf('batches12', '2xraidz2:6');
  const wrong = steps.map((step) => (step.name === 'parity' ? { ...step, bytes: step.bytes - 1 } : step));
  assert.equal(unsummed(waterfallRows(wrong)).length, 1);
});

test('steps of no bytes stay, with their reason', () => {
  const zero = waterfallRows(explanationOf('batches12', '2xraidz2:6').steps).find((row) => row.key === 'padding');
  assert.equal(zero.kind, 'zero');
  assert.match(zero.why, /fill the stripe/);
});
