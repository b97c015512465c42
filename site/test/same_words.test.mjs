// Layouts, capacities and chances read as on the command line.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { chance } from '../src/text/chance.js';
import { familyOf, inWords, partsInWords, readLayout, toleranceOf } from '../src/text/layout.js';
import { batchLeft, canResilver, leastTolerance, outlives } from '../src/text/losses.js';
import { fixed, setLocale, tb, tbAndTib, tib } from '../src/text/numbers.js';
import { explanationOf, plain, planOf, textOf } from './support/plans.mjs';

setLocale('en-US');

const LAYOUTS = [
  ['batches12', '2xraidz2:6'], ['batches12', 'raidz2:11+spare:1'], ['batches12', '5xmirror:2+spare:2'], ['batches12', 'draid2:8d:12c:1s'],
  ['batches12', '3xraidz2:3+special/mirror:3'], ['batches12', 'raidz1:5+raidz2:6+spare:1'], ['homelab6', 'stripe:6'], ['homelab6', 'raidz3:5'],
  ['nvme8', '2xmirror:3+log/mirror:2'], ['jbod60', '5xdraid3:8d:12c:1s'],
];

for (const [example, layout] of LAYOUTS) {
  test(`${layout} in words`, () => {
    const text = textOf(example, 'explain', layout).replace(/\s+/g, ' ');
    const [vdevs, spares] = partsInWords(layout);
    const { candidate } = explanationOf(example, layout);
    const sentence = `Build ${vdevs}${spares && ` and keep ${spares}`}. You can store ${plain(tbAndTib(candidate.capacity.zfs_usable_bytes))}.`;
    assert.ok(text.includes(sentence), `${sentence}\n${text.slice(0, 300)}`);
    assert.ok(text.includes(`is about ${plain(chance(candidate.reliability.p_loss.point)).replace('10¹⁵', '10^15')}.`));
  });
}

test('every row of the table has the same figures', () => {
  for (const example of ['batches12', 'ssd24', 'homelab6']) {
    const { candidates } = planOf(example);
    const rows = new Map(textOf(example, '--top', '999').split('\n').map((line) => line.replace(/^\*/, ' ').trim().split(/\s{1,}/)).map((cells) => [cells[0], cells.join(' ')]));
    for (const candidate of candidates) {
      const bytes = candidate.capacity.zfs_usable_bytes;
      const row = rows.get(candidate.layout);
      const start = `${candidate.layout} ${tb(bytes)} ${tib(bytes)} ${plain(chance(candidate.reliability.p_loss.point)).replace('10¹⁵', '10^15')} `;
      assert.ok(row?.startsWith(start), `${example}: ${start}| ${row}`);
      assert.ok(row.includes(` ${fixed(candidate.performance.read_mb_per_s)} ${fixed(candidate.performance.random_read_iops)}`), row);
      const left = batchLeft(candidate).text.replace('keeps ', '').replace(/ (copy|copies)$/, ' $1 left').replace(/^(\d+) parity$/, '$1 parity left');
      assert.ok(row.includes(left), `${left} | ${row}`);
    }
  }
});

test('names of layouts are read', () => {
  assert.deepEqual(readLayout('2xdraid2:8d:12c:1s+spare:1'), {
    groups: [{ class: 'data', count: 2, kind: 'draid2', family: 'draid', parity: 2, width: 12, data: 8, spares: 1 }], spares: 1,
  });
  assert.equal(familyOf('raidz:4'), 'raidz1');
  assert.equal(familyOf('special/mirror:2+raidz2:6'), 'raidz2');
  assert.equal(inWords('raidz2:11+spare:1'), 'one RAID-Z2 vdev of eleven drives, one spare');
  assert.doesNotThrow(() => inWords('no layout at all'));
});

test('what a vdev outlives agrees with the planner', () => {
  for (const example of ['batches12', 'jbod60', 'ssd24', 'nvme8', 'homelab6']) {
    for (const candidate of planOf(example).candidates) {
      const worst = candidate.worst_batch;
      const left = candidate.vdevs.map((vdev) => toleranceOf(vdev.type, vdev.width) - worst.drives_in_one_vdev);
      assert.ok(left.includes(worst.tolerance_left), `${candidate.layout}: ${left} does not have ${worst.tolerance_left}`);
      assert.equal(worst.survives, worst.tolerance_left >= 0);
      assert.ok(leastTolerance(candidate) >= 1);
    }
  }
});

test('a stripe outlives nothing and rebuilds nothing', () => {
  const { candidate } = explanationOf('homelab6', 'stripe:6');
  assert.equal(canResilver(candidate), false);
  assert.deepEqual([outlives(candidate).value, outlives(candidate).of], ['no', 'failed drive']);
});
