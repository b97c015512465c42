// The rows of the comparison: what each says of a layout, and how it differs from the baseline.

import { batchDeaths } from '../charts/batch_deaths.js';
import { SmallVdevs } from '../charts/vdevs.jsx';
import { chance, comparedWith, scientific } from '../text/chance.js';
import { batchLeft, hasSpare, hoursUntilHealthy, sectorWhileOneIsOut, canResilver } from '../text/losses.js';
import { NBSP, fixed, hoursText, tbAndTib, trimmed, withUnit } from '../text/numbers.js';
import { difference } from './difference.js';

/** A row of numbers: `of` gives the value or `null`, `more` says that more is better. */
function numberRow({ key, title, of, more, text, against }) {
  return {
    key,
    title,
    cells(candidates) {
      const values = candidates.map(of);
      const known = values.filter((value) => value !== null);
      const best = known.length > 1 ? (more ? Math.max(...known) : Math.min(...known)) : null;
      const all = known.every((value) => value === known[0]);
      return candidates.map((candidate, index) => {
        const value = values[index];
        if (value === null) return { key: 'unknown', shown: <span class="muted">unknown</span> };
        const comparable = index > 0 && values[0] !== null;
        return {
          key: text(value, candidate, 'key'),
          shown: text(value, candidate),
          best: !all && value === best,
          note: comparable ? against(value, values[0], candidate, candidates[0]) : '',
        };
      });
    },
  };
}

const lossText = (found) => (value, candidate, asKey) => (asKey ? String(value) : <>{chance(value).replaceAll(NBSP, ' ')} <span class="exact">{scientific(found(candidate).point)}</span></>);

/** Rows of words: `of` gives `{good, text}`. */
function wordRow({ key, title, of }) {
  return {
    key,
    title,
    cells: (candidates) => candidates.map((candidate) => {
      const { good, text } = of(candidate);
      const mark = good === null ? '' : good ? '✓ ' : '✕ ';
      return { key: text, shown: <span class={good === false ? 'bad' : ''}><span class={good ? 'good' : ''} aria-hidden="true">{mark}</span>{text}</span> };
    }),
  };
}

function batchOutcome(candidate, batch) {
  const [death] = batchDeaths(candidate, [batch]);
  const hit = death.hit.filter(({ count }) => count > 0);
  if (hit.length === 0) return { good: true, text: 'not touched' };
  const most = Math.max(...hit.map(({ count }) => count));
  const each = hit.length === death.hit.length && hit.every(({ count }) => count === most);
  const where = death.hit.length === 1 ? `${fixed(most)} in one vdev` : each ? `${fixed(most)} in each vdev` : `at most ${fixed(most)} in a vdev`;
  return { good: death.survives, text: `${where}: ${death.survives ? 'survives' : 'pool lost'}` };
}

/** More batches than this share one row. */
const MOST_BATCHES = 4;

/** The rows for the drives' `batches` and the words for the length of the `mission`. */
export function rowsFor({ batches, drives, mission }) {
  const named = batches.filter((batch) => batch.name !== null);
  return [
    {
      key: 'drives', title: 'Drives by batch',
      cells: (candidates) => candidates.map((candidate) => ({ key: JSON.stringify(candidate.vdevs.map((vdev) => vdev.drives)), shown: <SmallVdevs candidate={candidate} drives={drives} /> })),
    },
    numberRow({
      key: 'usable', title: 'Usable, as zfs list shows', more: true,
      of: (candidate) => candidate.capacity.zfs_usable_bytes,
      text: (value, _candidate, asKey) => (asKey ? String(value) : tbAndTib(value)),
      against: (value, base) => difference(value / 1e12, base / 1e12, { unit: 'TB', decimals: Math.abs(value - base) < 1e12 ? 3 : 1 }),
    }),
    numberRow({
      key: 'loss', title: `Loss of any data in ${mission}`, more: false,
      of: (candidate) => candidate.reliability.p_loss.point, text: lossText((candidate) => candidate.reliability.p_loss), against: comparedWith,
    }),
    numberRow({
      key: 'pool', title: 'Loss of the whole pool', more: false,
      of: (candidate) => candidate.reliability.p_pool_loss.point, text: lossText((candidate) => candidate.reliability.p_pool_loss), against: comparedWith,
    }),
    ...(named.length > MOST_BATCHES
      ? [wordRow({ key: 'batch', title: 'If the worst batch dies', of: batchLeft })]
      : named.map((batch) => wordRow({ key: `batch ${batch.name}`, title: `If batch ${batch.letter} dies`, of: (candidate) => batchOutcome(candidate, batch) }))),
    wordRow({ key: 'sector', title: 'An unreadable sector while one drive is out', of: (candidate) => ({ ...sectorWhileOneIsOut(candidate), good: sectorWhileOneIsOut(candidate).good ? null : false }) }),
    numberRow({
      key: 'healthy', title: 'Until healthy after a failure', more: false,
      of: (candidate) => (canResilver(candidate) ? hoursUntilHealthy(candidate) : null),
      text: (value, _candidate, asKey) => (asKey ? trimmed(value, 1) : hoursText(value)),
      against: (value, base, candidate, baseline) => {
        if (hasSpare(candidate) && !hasSpare(baseline)) return 'a spare takes over at once';
        return difference(value, base, { unit: 'h', decimals: 1 });
      },
    }),
    numberRow({
      key: 'read', title: 'Sequential read', more: true, of: (candidate) => Math.round(candidate.performance.read_mb_per_s),
      text: (value, _candidate, asKey) => (asKey ? String(value) : withUnit(fixed(value), 'MB/s')), against: (value, base) => difference(value, base, { unit: 'MB/s' }),
    }),
    numberRow({
      key: 'write', title: 'Sequential write', more: true, of: (candidate) => Math.round(candidate.performance.write_mb_per_s),
      text: (value, _candidate, asKey) => (asKey ? String(value) : withUnit(fixed(value), 'MB/s')), against: (value, base) => difference(value, base, { unit: 'MB/s' }),
    }),
    numberRow({
      key: 'iops', title: '4K random read', more: true, of: (candidate) => Math.round(candidate.performance.random_read_iops),
      text: (value, _candidate, asKey) => (asKey ? String(value) : withUnit(fixed(value), 'IOPS')), against: (value, base) => difference(value, base, { unit: 'IOPS' }),
    }),
    numberRow({
      key: 'price', title: 'Price of a usable TB', more: false, of: (candidate) => candidate.cost?.per_usable_tb ?? null,
      text: (value, candidate, asKey) => (asKey ? fixed(value, 2) : candidate.cost.currency ? withUnit(fixed(value, 2), candidate.cost.currency) : fixed(value, 2)),
      against: (value, base, candidate) => difference(value, base, { unit: candidate.cost.currency ?? '', decimals: 2 }).trim(),
    }),
  ];
}

/** Whether the layouts differ in a row. */
export const differs = (cells) => cells.some((cell) => cell.key !== cells[0].key);

