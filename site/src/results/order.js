// The order and the groups of the candidates.

import { leastTolerance } from '../text/losses.js';

/** Headings of the groups, by what a candidate misses. */
const MISSES = {
  outlive_batch: 'Lost if one batch dies',
  max_loss: 'Chance of loss above the limit',
  min_usable: 'Too little space',
  min_read: 'Reads too slowly',
  max_cost: 'Too expensive, or a price is missing',
};

const FITS = 'Meet every must-have';

/** What a group's candidates miss, in words: `Lost if one batch dies, chance of loss above the limit`. */
export function headingOf(misses) {
  if (misses.length === 0) return FITS;
  const words = misses.map((miss) => MISSES[miss] ?? miss.replaceAll('_', ' '));
  return [words[0], ...words.slice(1).map((text) => text.charAt(0).toLowerCase() + text.slice(1))].join(', ');
}

/** What a column sorts by; the value is larger where it is better unless `less` says otherwise. */
export const SORT_KEYS = {
  layout: { label: 'layout', value: (candidate) => candidate.layout, less: true },
  usable: { label: 'usable space', value: (candidate) => candidate.capacity.zfs_usable_bytes },
  loss: { label: 'chance of loss', value: (candidate) => candidate.reliability.p_loss.point, less: true },
  batch: { label: 'what a batch leaves', value: (candidate) => candidate.worst_batch?.tolerance_left ?? leastTolerance(candidate) },
  read: { label: 'read', value: (candidate) => candidate.performance.read_mb_per_s },
  iops: { label: '4K read', value: (candidate) => candidate.performance.random_read_iops },
  resilver: { label: 'resilver', value: (candidate) => candidate.performance.resilver_hours.point, less: true },
  price: { label: 'price', value: (candidate) => candidate.cost?.per_usable_tb ?? null, less: true },
};

/** The sort that a click on a header asks for: the better end first, then the other end, then the planner's order. */
export function nextSort(sort, key) {
  const first = { key, descending: !SORT_KEYS[key].less };
  if (sort?.key !== key) return first;
  return sort.descending === first.descending ? { key, descending: !first.descending } : null;
}

function compare(a, b) {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'string') return a.localeCompare(b, 'en', { numeric: true });
  return a - b;
}

/** Candidates in the order asked for; unknown values come last either way. */
export function sorted(candidates, sort) {
  if (!sort || !Object.hasOwn(SORT_KEYS, sort.key)) return candidates;
  const by = SORT_KEYS[sort.key];
  return candidates
    .map((candidate, index) => ({ candidate, index, value: by.value(candidate) }))
    .sort((a, b) => {
      const order = compare(a.value, b.value);
      const known = a.value !== null && b.value !== null;
      return (known && sort.descending ? -order : order) || a.index - b.index;
    })
    .map(({ candidate }) => candidate);
}

/** Groups `{heading, candidates}`: those that meet every must-have, then the others by what they miss. */
export function grouped(candidates) {
  const groups = new Map();
  for (const candidate of candidates) {
    const heading = headingOf(candidate.misses);
    if (!groups.has(heading)) groups.set(heading, []);
    groups.get(heading).push(candidate);
  }
  const fitting = groups.get(FITS);
  groups.delete(FITS);
  const rest = [...groups].map(([heading, members]) => ({ heading, candidates: members }));
  return fitting ? [{ heading: FITS, fits: true, candidates: fitting }, ...rest] : rest;
}

/** What tells one run from the next, so that rows hold still within a run and not across runs. */
export function runOf(plan) {
  const sizes = plan.candidates.map((candidate) => `${candidate.layout}=${candidate.capacity.zfs_usable_bytes}`).sort();
  return JSON.stringify(plan.assumptions) + sizes.join();
}

/** The candidates in an earlier order of layouts; those that were not there then come last. */
export function inOrderOf(candidates, layouts) {
  const place = new Map(layouts.map((layout, index) => [layout, index]));
  const at = (candidate) => place.get(candidate.layout) ?? layouts.length;
  return [...candidates].sort((a, b) => at(a) - at(b));
}
