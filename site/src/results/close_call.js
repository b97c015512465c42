// Whether another layout is as good as the recommended one by what was measured: as large, and no difference in the
// chance of loss that the simulation can tell from chance.

import { comparedWith } from '../text/chance.js';
import { fixed, signed, tb, withUnit } from '../text/numbers.js';

/** Usable space that differs by less than this share is called equal. */
const SAME_SPACE = 0.01;

/** Whether two intervals have a point in common. */
const overlap = (a, b) => a.low <= b.high && b.low <= a.high;

/** The candidate that is as good as the recommended one, or `null`. */
export function closeCall(plan) {
  const leader = plan.candidates[plan.recommended];
  const usable = leader.capacity.zfs_usable_bytes;
  return plan.candidates.find((other) => other !== leader
    && other.misses.length === 0
    && Math.abs(other.capacity.zfs_usable_bytes - usable) <= SAME_SPACE * usable
    && (overlap(other.reliability.p_loss, leader.reliability.p_loss)
      || other.reliability.p_loss.point < leader.reliability.p_loss.point)) ?? null;
}

/** What tells the two apart: `it stores 0.3 TB less, is 4.9 times safer and reads 120 MB/s more`. */
export function closeCallInWords(leader, other) {
  const parts = [];
  const space = other.capacity.zfs_usable_bytes - leader.capacity.zfs_usable_bytes;
  if (space !== 0) parts.push(`stores ${withUnit(tb(Math.abs(space)), 'TB')} ${space > 0 ? 'more' : 'less'}`);
  const loss = comparedWith(other.reliability.p_loss.point, leader.reliability.p_loss.point);
  if (/safer$/.test(loss)) parts.push(`is ${loss}`);
  else if (/chance$/.test(loss)) parts.push(`has ${loss} of loss`);
  const read = other.performance.read_mb_per_s - leader.performance.read_mb_per_s;
  if (Math.abs(read) >= 0.5) parts.push(`reads ${withUnit(fixed(Math.abs(read)), 'MB/s')} ${read > 0 ? 'more' : 'less'}`);
  const iops = other.performance.random_read_iops - leader.performance.random_read_iops;
  if (Math.abs(iops) >= 0.5) parts.push(`does ${signed(iops)} random reads a second`);
  if (parts.length === 0) return `${other.layout} is as good by these measures.`;
  const last = parts.pop();
  return `${other.layout} is as good by these measures: it ${parts.length > 0 ? `${parts.join(', ')} and ${last}` : last}.`;
}
