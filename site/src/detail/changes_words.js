// What a single change of a layout gives and costs, in words.

import { fixed, money, tb, trimmed, withUnit } from '../text/numbers.js';

/** What the chance of loss is divided by; `null` where nothing can be said. */
function factorOf(change, pLoss) {
  return pLoss > 0 && change.p_loss > 0 ? pLoss / change.p_loss : null;
}

/** `÷ 3.8` where it is safer, `× 5.7` where it is not. */
export function factorInWords(factor) {
  if (factor === null) return 'unknown';
  const size = factor >= 1 ? factor : 1 / factor;
  const text = size >= 100 ? fixed(Number(size.toPrecision(2))) : trimmed(size, 1);
  return `${factor >= 1 ? '÷' : '×'} ${text}`;
}

/** What it costs or brings: `free`, `289.00 USD`, `42.6 TB less`. */
export function priceOf(change, currency) {
  const parts = [];
  const space = change.usable_difference_bytes;
  if (space !== 0) parts.push(`${withUnit(tb(Math.abs(space)), 'TB')} ${space > 0 ? 'more' : 'less'}`);
  const cost = change.cost_difference;
  if (cost === null) parts.push('price unknown');
  else if (cost > 0) parts.push(`costs ${money(cost, currency)}`);
  else if (cost < 0) parts.push(`${money(-cost, currency)} less`);
  if (parts.length === 0) return change.change === 'replace_sooner' ? 'free with a drive on the shelf' : 'free';
  return parts.join(', ');
}

/** Changes with bars: shares of a log scale around `middle`, to the right where it is safer. */
export function changeRows(changes, pLoss) {
  const rows = changes.map((change) => ({ change, factor: factorOf(change, pLoss) }));
  const logs = rows.map(({ factor }) => (factor === null ? 0 : Math.log(factor)));
  const worst = Math.max(0, ...logs.map((log) => -log));
  const best = Math.max(0, ...logs);
  const whole = worst + best || 1;
  const middle = worst / whole;
  return {
    middle,
    rows: rows.map((row, index) => {
      const end = middle + logs[index] / whole;
      return { ...row, from: Math.min(middle, end), to: Math.max(middle, end), safer: logs[index] >= 0 };
    }),
  };
}
