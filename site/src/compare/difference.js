// Differences from the baseline, in words.

import { signed, withUnit } from '../text/numbers.js';

/** `+13.1 TB (+9 %)`, `same`. */
export function difference(value, baseline, { unit, decimals = 0 }) {
  const change = value - baseline;
  const text = signed(change, decimals);
  if (!/[1-9]/.test(text)) return 'same';
  const share = baseline > 0 ? change / baseline : 0;
  const rounded = withUnit(signed(share * 100), '%');
  return `${withUnit(text, unit)}${baseline > 0 && Math.abs(share) >= 0.005 ? ` (${rounded})` : ''}`;
}
