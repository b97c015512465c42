// Cells of a candidate that the wide table and the two lines of the phone share.

import { chance, interval, plusMinus, scientific } from '../text/chance.js';
import { batchLeft } from '../text/losses.js';
import { exactBytes } from '../text/numbers.js';

/** What the popover of a usable size says. */
export const usableTip = (candidate) => exactBytes(candidate.capacity.zfs_usable_bytes);

/** What the popover of a chance says. */
export function lossTip(candidate) {
  const found = candidate.reliability.p_loss;
  return `${scientific(found.point)}; ${interval(found)}`;
}

/** "1 in N", muted and with its error while it is not settled. */
export function Chance({ candidate, error }) {
  const words = chance(candidate.reliability.p_loss.point);
  if (!(error > 0)) return words;
  return <span class="unsettled">{words} <span class="error">{plusMinus(error)}</span></span>;
}

/** What a dying batch leaves, with its sign and words. */
export function BatchLeft({ candidate }) {
  const { good, text } = batchLeft(candidate);
  if (good === null) return <span class="muted">{text}</span>;
  return good
    ? <span><span class="good" aria-hidden="true">✓ </span>{text}</span>
    : <span class="bad"><span aria-hidden="true">✕ </span>{text}</span>;
}
