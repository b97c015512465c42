// Which candidates are shown, and how many of each family there are.

import { FAMILIES, familyOf } from '../text/layout.js';
import { outlivesBatch } from '../text/losses.js';

/** Candidates whose family is not hidden, without those that fall with a batch where they are hidden. */
export function visible(candidates, hiddenFamilies, hideBatchLosers) {
  const hidden = new Set(hiddenFamilies);
  return candidates.filter((candidate) => !hidden.has(familyOf(candidate.layout))
    && !(hideBatchLosers === true && outlivesBatch(candidate) === false));
}

/** Families that occur, with their counts, in the order of the chips. */
export function familiesIn(candidates) {
  const counts = new Map();
  for (const candidate of candidates) {
    const family = familyOf(candidate.layout);
    counts.set(family, (counts.get(family) ?? 0) + 1);
  }
  return FAMILIES.filter((family) => counts.has(family)).map((family) => ({ family, count: counts.get(family) }));
}

/** How many candidates fall with a batch. */
export const batchLosers = (candidates) => candidates.filter((candidate) => outlivesBatch(candidate) === false).length;
