// Chances in words: "1 in 120,000" first, powers of ten second.

import { NBSP, fixed, trimmed, withUnit } from './numbers.js';

/** Below this only the bound is said; causes outside the model dominate. */
export const SMALLEST = 1e-15;
/** From this chance on, percent reads better than "1 in". */
const PERCENT_FROM = 0.05;

const NAMES = [[1e15, 'quadrillion'], [1e12, 'trillion'], [1e9, 'billion'], [1e6, 'million']];

/** A positive value rounded to two significant digits. */
export function twoDigits(value) {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  const rounded = Math.round(value / unit) * unit;
  // Small units are not exact in binary; the shortest decimal of two digits is.
  return Number(rounded.toPrecision(2));
}

/** The N of "1 in N" with its name: `120,000`, `4.6 billion`. */
function oneIn(value) {
  const count = twoDigits(1 / value);
  const named = NAMES.find(([unit]) => count >= unit);
  return named ? withUnit(trimmed(count / named[0], 1), named[1]) : fixed(count);
}

/** `1 in 120,000`, `12 %` from 5 % on, `less than 1 in 10¹⁵` below that. */
export function chance(value) {
  if (!(value > 0)) return 'none in this model';
  if (value < SMALLEST) return `less than 1${NBSP}in${NBSP}10¹⁵`;
  if (value >= PERCENT_FROM) return withUnit(fixed(value * 100, value > 0.995 && value < 1 ? 1 : 0), '%');
  return `1${NBSP}in${NBSP}${oneIn(value)}`;
}

const RAISED = { '-': '⁻', 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹' };

/** A power of ten: `10⁻⁶`. */
export function powerOfTen(exponent) {
  return `10${String(exponent).replace(/./g, (sign) => RAISED[sign] ?? sign)}`;
}

/** `8.39 × 10⁻⁶`. */
export function scientific(value, decimals = 2) {
  if (!(value > 0)) return '0';
  const [mantissa, exponent] = value.toExponential(decimals).split('e');
  return `${fixed(Number(mantissa), decimals)}${NBSP}×${NBSP}${powerOfTen(Number(exponent))}`;
}

/** The relative standard error of a simulated chance; 0 where it was solved. */
export function relativeError(found) {
  return found.point > 0 ? found.std_error / found.point : 0;
}

/** `± 1 %`, one decimal from 1 % on where it is not whole, empty where nothing is to say. */
export function plusMinus(error) {
  if (!(error > 0)) return '';
  return `±${NBSP}${withUnit(trimmed(error * 100, error < 0.1 ? 1 : 0), '%')}`;
}

/** `8.39 × 10⁻⁶ ± 1 %`. */
export function chanceInFull(found) {
  const error = plusMinus(relativeError(found));
  return error ? `${scientific(found.point)} ${error}` : scientific(found.point);
}

/** The interval of a simulated chance in words; how a solved one came about. */
export function interval(found) {
  if (!(found.std_error > 0)) return 'solved, not simulated: no sampling error';
  return `${fixed(found.confidence * 100)}${NBSP}% interval ${scientific(found.low)} to ${scientific(found.high)}`;
}

/** How much safer or riskier than a baseline: `216 times safer`, `1.8 times the chance`, `same`. */
export function comparedWith(value, baseline) {
  if (!(value > 0) || !(baseline > 0)) return value === baseline ? 'same' : '';
  const ratio = baseline / value;
  const times = (factor) => trimmed(factor >= 10 ? Number(factor.toPrecision(3)) : factor, factor >= 10 ? 0 : 1);
  if (ratio >= 1.05) return `${times(ratio)} times safer`;
  if (ratio <= 1 / 1.05) return `${times(1 / ratio)} times the chance`;
  return 'about the same';
}
