// The status line, the close call, single changes and warnings in words.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { difference } from '../src/compare/difference.js';
import { changeRows, factorInWords, priceOf } from '../src/detail/changes_words.js';
import { closeCall, closeCallInWords } from '../src/results/close_call.js';
import { isRough, progressOf, statusInWords } from '../src/results/status_words.js';
import { splitSubject, together } from '../src/results/warning_words.js';
import { setLocale } from '../src/text/numbers.js';
import { explanationOf, plain, planOf } from './support/plans.mjs';

setLocale('en-US');

const simulated = { reliability: { method: 'simulated to ± 1 %: 4,096 trials, seed 1', converged: true } };
const solved = { reliability: { method: 'birth-death chain, first order', converged: true } };
const status = (simulation, candidate = simulated) => plain(statusInWords(simulation, candidate));

test('running, stopped, done, never started', () => {
  assert.equal(
    status({ phase: 'running', settled: 7, of: 19, relativeError: 0.062, wanted: 0.01, secondsLeft: 0.6 }),
    '7 of 19 layouts are at ± 1 %, this one at ± 6.2 %. About 0.6 s left. Space, speed and price are exact already.',
  );
  assert.equal(
    status({ phase: 'running', settled: 0, of: 1, relativeError: 0.062, wanted: 0.01, secondsLeft: null }),
    'This layout is at ± 6.2 %. Space, speed and price are exact already.',
  );
  assert.equal(status({ phase: 'stopped', relativeError: 0.062 }), 'Stopped at ± 6.2 %.');
  assert.equal(status({ phase: 'stopped', relativeError: null }), 'Stopped before the first trial.');
  assert.equal(status({ phase: 'done', wanted: 0.01, trials: 3.4e6, seed: 1 }), 'Simulated to ± 1 %: 3.4 million trials, seed 1.');
  assert.equal(status({ phase: 'none' }), 'Simulated to ± 1 %: 4,096 trials, seed 1.');
  assert.equal(status({ phase: 'none' }, solved), 'Birth-death chain, first order, not simulated.');
  assert.equal(status({ phase: 'running', settled: 0, of: 0, relativeError: null, wanted: 0.01, secondsLeft: null }), 'Space, speed and price are exact already.');
});

test('a chance is rough until it is simulated', () => {
  const at = (candidate) => ({ layout: 'raidz2:6', ...candidate });
  assert.equal(isRough({ phase: 'running', unsettled: new Map() }, at(solved)), true);
  assert.equal(isRough({ phase: 'running', unsettled: new Map([['raidz2:6', 0.06]]) }, at(simulated)), true);
  assert.equal(isRough({ phase: 'running', unsettled: new Map() }, at(simulated)), false);
  assert.equal(isRough({ phase: 'stopped', unsettled: new Map([['raidz2:6', 0.06]]) }, at(simulated)), true);
  assert.equal(isRough({ phase: 'done', unsettled: new Map() }, at(solved)), false);
});

test('progress grows with the trials that the error implies', () => {
  assert.equal(progressOf({ settled: 0, of: 0 }), 0);
  assert.equal(progressOf({ settled: 19, of: 19, relativeError: 0.01, wanted: 0.01 }), 1);
  const rough = progressOf({ settled: 7, of: 19, relativeError: 0.1, wanted: 0.01 });
  const sharp = progressOf({ settled: 7, of: 19, relativeError: 0.02, wanted: 0.01 });
  assert.ok(rough >= 7 / 19 && sharp > rough && sharp < 8 / 19 + 1e-12);
});

function twin(change) {
  const plan = planOf('batches12');
  const [leader, next, ...rest] = plan.candidates;
  const other = structuredClone(next);
  other.capacity.zfs_usable_bytes = leader.capacity.zfs_usable_bytes;
  other.reliability.p_loss = structuredClone(leader.reliability.p_loss);
  change(other);
  return { ...plan, candidates: [leader, other, ...rest] };
}

test('a close call is as large, and no worse than the error', () => {
  assert.equal(closeCall(planOf('batches12')), null);
  assert.equal(closeCall(twin(() => {}))?.layout, planOf('batches12').candidates[1].layout);
  assert.equal(closeCall(twin((other) => { other.capacity.zfs_usable_bytes *= 0.9; })), null);
  assert.equal(closeCall(twin((other) => { other.misses = ['max_loss']; })), null);
  assert.equal(closeCall(twin((other) => { for (const key of ['low', 'point', 'high']) other.reliability.p_loss[key] *= 3; })), null);
});

test('a close call says what tells the two apart', () => {
  const plan = twin((other) => { other.reliability.p_loss.point /= 4.9; });
  const text = plain(closeCallInWords(plan.candidates[0], plan.candidates[1]));
  assert.match(text, /^2xraidz2:5\+spare:1 is as good by these measures: it is 4\.9 times safer/);
});

test('changes: what they divide the chance by, and their price', () => {
  assert.equal(factorInWords(3.84), '÷ 3.8');
  assert.equal(factorInWords(1 / 5.7), '× 5.7');
  assert.equal(factorInWords(867), '÷ 870');
  assert.equal(factorInWords(null), 'unknown');
  const change = { change: 'spare', usable_difference_bytes: 0, cost_difference: 289 };
  assert.equal(plain(priceOf(change, 'USD')), 'costs 289.00 USD');
  assert.equal(plain(priceOf({ ...change, usable_difference_bytes: -42.6e12, cost_difference: 0 }, 'USD')), '42.6 TB less');
  assert.equal(priceOf({ ...change, change: 'scrub_weekly', cost_difference: 0 }, 'USD'), 'free');
  assert.equal(priceOf({ ...change, cost_difference: null }, 'USD'), 'price unknown');
});

test('bars of changes start at the middle and stay on the scale', () => {
  const { what_if: whatIf } = explanationOf('batches12', '2xraidz2:6');
  const { middle, rows } = changeRows(whatIf.changes, whatIf.p_loss);
  assert.equal(rows.length, whatIf.changes.length);
  for (const row of rows) {
    assert.ok(row.from >= -1e-12 && row.to <= 1 + 1e-12 && row.from <= row.to);
    assert.equal(row.safer ? row.from : row.to, middle);
  }
});

test('warnings of one message come together under their subjects', () => {
  const entries = ['vdev 1: sizes are mixed', 'vdev 2: sizes are mixed', 'raidz2:14: wider than 12 drives'].map(splitSubject);
  assert.deepEqual(together(entries), [
    { subject: 'vdev 1, vdev 2', message: 'sizes are mixed' },
    { subject: 'raidz2:14', message: 'wider than 12 drives' },
  ]);
  assert.deepEqual(splitSubject('no subject here'), { subject: '', message: 'no subject here' });
});

test('differences from the baseline', () => {
  assert.equal(plain(difference(156.8, 143.7, { unit: 'TB', decimals: 1 })), '+13.1 TB (+9 %)');
  assert.equal(plain(difference(92, 184, { unit: 'IOPS' })), '−92 IOPS (−50 %)');
  assert.equal(difference(72.8, 72.8, { unit: 'h', decimals: 1 }), 'same');
});
