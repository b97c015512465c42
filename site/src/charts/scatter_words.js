// The scatter in words.

import { chance, plusMinus } from '../text/chance.js';
import { outlivesBatch } from '../text/losses.js';
import { fixed, tb, withUnit } from '../text/numbers.js';

/** A point in full: `raidz3:12, 156.8 TB, 1 in 26 million, lost if one batch dies`. */
export function pointInWords(candidate, error = 0) {
  const survives = outlivesBatch(candidate);
  const words = [candidate.layout, withUnit(tb(candidate.capacity.zfs_usable_bytes), 'TB'), chance(candidate.reliability.p_loss.point)];
  if (error > 0) words.push(plusMinus(error));
  if (survives !== null) words.push(survives ? 'outlives the loss of any one batch' : 'lost if one batch dies');
  return words.join(', ');
}

/** What the chart shows, for those who do not see it. */
export function finding(geometry, mission) {
  const { front, points } = geometry;
  const start = `${fixed(points.length)} layouts by usable space and chance of loss in ${mission}.`;
  if (front.length === 0) return `${start} None outlives the loss of any one batch.`;
  const list = front.map((point) => pointInWords(point.candidate)).join('; ');
  return `${start} To these no other layout is both larger and safer: ${list}.`;
}
