// What the must-haves ask for in words, and how far each would have to be relaxed.

import { chance, twoDigits } from '../text/chance.js';
import { fixed, money, tb, withUnit } from '../text/numbers.js';

/** What a layout would have to do, as the end of "No layout of these 12 drives …". */
export function wanted(must, mission, currency) {
  const parts = [];
  if (must.min_usable_bytes) parts.push(`stores ${withUnit(tb(must.min_usable_bytes), 'TB')}`);
  if (must.min_read_mb_per_s) parts.push(`reads ${withUnit(fixed(must.min_read_mb_per_s), 'MB/s')}`);
  if (must.max_cost) parts.push(`costs at most ${money(must.max_cost, currency)}`);
  if (must.outlive_batch) parts.push('outlives a batch');
  if (must.max_loss) parts.push(`has a chance of loss of at most ${chance(must.max_loss)} in ${mission}`);
  const last = parts.pop() ?? 'meets every must-have';
  return parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
}

/** The least two-digit chance that is not below `value`. */
export function roundedUp(value) {
  const rounded = twoDigits(value);
  return rounded >= value ? rounded : twoDigits(value * 1.05 + Number.MIN_VALUE);
}

/** What the nearest layout misses, and the option that lets it pass: `[{text, button, option, value}]`. */
export function relaxations(nearest) {
  const loss = nearest.reliability.p_loss;
  const limit = roundedUp(Math.max(loss.point * 1.05, loss.high));
  const bytes = nearest.capacity.zfs_usable_bytes;
  const read = Math.floor(nearest.performance.read_mb_per_s);
  const byMiss = {
    outlive_batch: { text: 'one batch that dies takes the pool with it', button: 'Allow the loss of a batch', option: 'no-outlive-batch', value: 'true' },
    max_loss: { text: `the chance of loss is ${chance(loss.point)}`, button: `Allow a loss of ${chance(limit)}`, option: 'max-loss', value: String(limit) },
    min_usable: { text: `it stores only ${withUnit(tb(bytes), 'TB')}`, button: `Store at least ${withUnit(tb(bytes), 'TB')}`, option: 'min-usable', value: String(bytes) },
    min_read: { text: `it reads only ${withUnit(fixed(read), 'MB/s')}`, button: `Read at least ${withUnit(fixed(read), 'MB/s')}`, option: 'min-read', value: `${read}MB/s` },
    max_cost: nearest.cost
      ? {
        text: `it costs ${money(nearest.cost.purchase, nearest.cost.currency)}`,
        button: `Allow ${money(nearest.cost.purchase, nearest.cost.currency)}`,
        option: 'max-cost',
        value: `${nearest.cost.purchase.toFixed(2)}${nearest.cost.currency ? ` ${nearest.cost.currency}` : ''}`,
      }
      : { text: 'a price is missing', button: 'Allow any price', option: 'max-cost', value: null },
  };
  return nearest.misses.map((miss) => ({ miss, ...byMiss[miss] })).filter((entry) => entry.option);
}
