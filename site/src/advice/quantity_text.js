// How a quantity of an answer reads: grouped, with its unit, sizes in both unit families beside the bytes.

import { chance, scientific } from '../text/chance.js';
import { binarySize, decimalSize, duration, fixed, percent, trimmed, withUnit } from '../text/numbers.js';

const UNITLESS = new Set(['word', 'bool', 'fraction', 'probability', 'count', '']);

/** Returns the quantities of an answer as [name, value, text as printed]; 64-bit integers keep every digit. */
export function quantities(json) {
  const exact = new Map();
  const parsed = JSON.parse(json, function keep(key, value, context) {
    if (typeof value === 'number' && context?.source) exact.set(key, context.source);
    return value;
  });
  const { warnings = [], sources = [], ...rest } = parsed;
  const rows = Object.entries(rest).map(([name, value]) => ({ name, value, digits: exact.get(name) ?? String(value) }));
  return { rows, warnings, sources };
}

/** Most digits after the point: answers carry ten significant ones. */
const MOST_DECIMALS = 12;

/** Returns the digits of an answer with the separators of the reader. */
function separated(value, digits) {
  if (/^-?\d+$/.test(digits)) return Number.isSafeInteger(value) ? fixed(value) : BigInt(digits).toLocaleString();
  const size = Math.abs(value);
  if (size >= 1e15 || (size > 0 && size < 1e-4)) return scientific(value, 3);
  const decimals = (digits.split('.')[1] ?? '').length;
  return trimmed(value, Math.min(MOST_DECIMALS, decimals));
}

/** Returns a size in decimal and binary units: `137.4 GB (128.0 GiB)`. */
export function sizeText(bytes) {
  const inWords = ({ text, unit }) => withUnit(text, unit);
  return bytes < 1000 ? inWords(decimalSize(bytes)) : `${inWords(decimalSize(bytes))} (${inWords(binarySize(bytes))})`;
}

/** Returns the same quantity in units that are easier to grasp, or nothing. */
function inOtherUnits(value, unit) {
  if (unit === 'bytes') return value >= 1000 ? sizeText(value) : '';
  if (unit === 'fraction') return percent(value, 1);
  if (unit === 'probability') return value > 0 && value < 1 ? chance(value) : '';
  if (unit === 's') return value >= 7200 ? duration(value / 3600) : '';
  if (unit === 'h') return value > 240 ? duration(value) : '';
  return '';
}

/** Returns { text, beside }: the quantity with its unit, and the same in units that are easier to grasp. */
export function quantityText({ value, digits }, unit) {
  if (typeof value === 'boolean') return { text: value ? 'yes' : 'no', beside: '' };
  if (typeof value === 'string') return { text: value.replaceAll('_', ' '), beside: '' };
  const number = separated(value, digits);
  return { text: UNITLESS.has(unit) ? number : withUnit(number, unit), beside: inOtherUnits(value, unit) };
}
