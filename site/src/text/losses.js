// What a loss means in the terms of ZFS, and what a layout outlives.

import { fixed, percent, withUnit } from './numbers.js';
import { readLayout, toleranceOf } from './layout.js';

/** Failed drives that a vdev of a candidate outlives. */
export const toleranceIn = (vdev) => vdev.tolerance ?? toleranceOf(vdev.type, vdev.width);

/** Data vdevs of a candidate. */
export const dataVdevs = (candidate) => candidate.vdevs.filter((vdev) => vdev.class === 'data');

/** Vdevs whose loss is the loss of the pool: all but the log. */
const vital = (candidate) => candidate.vdevs.filter((vdev) => vdev.class !== 'log');

/** Failed drives that every vdev outlives. */
export function leastTolerance(candidate) {
  return Math.min(...vital(candidate).map(toleranceIn));
}

/** Whether the layout outlives the loss of any one batch; `null` where no batch is known. */
export const outlivesBatch = (candidate) => candidate.worst_batch?.survives ?? null;

/** Whether the marks of a layout are filled: it is not known to fall with a batch. */
export const isFilled = (candidate) => outlivesBatch(candidate) !== false;

/** The figure "Outlives": `{value, of, detail}`. */
export function outlives(candidate) {
  const least = leastTolerance(candidate);
  const several = vital(candidate).length > 1;
  const survives = outlivesBatch(candidate);
  const value = least === 0 ? 'no' : `any ${fixed(least)}`;
  const of = least === 0 ? 'failed drive' : several ? 'of a vdev' : least === 1 ? 'drive' : 'drives';
  if (survives === null) return { value, of, detail: 'batches are unknown' };
  return { value, of, detail: survives ? 'or any one batch' : `not batch ${candidate.worst_batch.batch}` };
}

/** What is left of the vdev that the worst batch hits: `{good, text}`; `good` is `null` where unknown. */
export function batchLeft(candidate) {
  const worst = candidate.worst_batch;
  if (!worst) return { good: null, text: 'unknown' };
  if (!worst.survives) return { good: false, text: `${fixed(worst.drives_in_one_vdev)} in one vdev` };
  const mirrored = dataVdevs(candidate).every((vdev) => vdev.type === 'mirror');
  const left = worst.tolerance_left;
  if (mirrored) return { good: true, text: left === 0 ? 'keeps 1 copy' : `keeps ${fixed(left + 1)} copies` };
  return { good: true, text: left === 0 ? 'no parity left' : `keeps ${fixed(left)} parity` };
}

/** What an unreadable sector costs while one drive of a data vdev is out. */
export function sectorWhileOneIsOut(candidate) {
  const least = Math.min(...dataVdevs(candidate).map(toleranceIn));
  if (least >= 2) return { good: true, text: 'costs nothing' };
  if (least === 1) return { good: false, text: 'costs the file it belongs to' };
  return { good: false, text: 'the pool is lost already' };
}

/** Whether anything can be rebuilt at all. */
export const canResilver = (candidate) => dataVdevs(candidate).some((vdev) => vdev.type !== 'stripe');

/** Whether a spare, hot or distributed, takes over at once. */
export function hasSpare(candidate) {
  const { groups, spares } = readLayout(candidate.layout);
  return spares > 0 || groups.some((group) => group.spares > 0);
}

/** Hours until the redundancy is back, of the slowest vdev. */
export const hoursUntilHealthy = (candidate) => Math.max(...candidate.reliability.repair_hours);

/** What the causes of a loss are called. */
const CAUSES = {
  unreadable_sectors: 'an unreadable sector with no redundancy left',
  drives: 'one drive too many',
};

/** The causes of a loss with their shares, the largest first: `an unreadable sector … 92 %, one drive too many 8 %`. */
export function causes(byCause) {
  return Object.entries(byCause ?? {})
    .filter(([, share]) => share > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([cause, share]) => `${CAUSES[cause] ?? cause.replaceAll('_', ' ')} ${share < 0.005 ? `below ${withUnit('1', '%')}` : percent(share)}`)
    .join(', ');
}

/** What `by cause` means for data, in one sentence. */
export function expectedLoss(reliability) {
  const sectors = reliability.by_cause?.unreadable_sectors ?? 0;
  return sectors > 0.5
    ? 'Most of these losses are a file, not the pool.'
    : 'Most of these losses are the whole pool.';
}
