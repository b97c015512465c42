// How a quantity of an answer reads: grouped, with its unit, sizes in both unit families beside the bytes.

const NO_BREAK = '\u00a0';
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

/** Returns digits with the separators of the reader's locale. */
function grouped(digits) {
  if (/^-?\d+$/.test(digits)) return BigInt(digits).toLocaleString().replace('-', '−');
  const number = Number(digits);
  const size = Math.abs(number);
  if (size !== 0 && (size < 1e-4 || size >= 1e15)) return scientific(number);
  return number.toLocaleString(undefined, { maximumSignificantDigits: 10 }).replace('-', '−');
}

const RAISED = { 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹', '-': '⁻' };

function scientific(number) {
  const [mantissa, exponent] = number.toExponential(3).split('e');
  const raised = [...exponent.replace('+', '')].map((digit) => RAISED[digit]).join('');
  return `${mantissa.replace('-', '−')}${NO_BREAK}×${NO_BREAK}10${raised}`;
}

function inUnits(bytes, base, names) {
  let value = bytes;
  let step = 0;
  while (value >= base && step < names.length - 1) {
    value /= base;
    step += 1;
  }
  const rounded = value.toLocaleString(undefined, { maximumFractionDigits: 1 });
  return `${rounded}${NO_BREAK}${names[step]}`;
}

/** Returns a size in decimal and binary units: `137.4 GB (128 GiB)`. */
export function sizeText(bytes) {
  const decimal = inUnits(bytes, 1000, ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB']);
  const binary = inUnits(bytes, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB']);
  return bytes < 1000 ? decimal : `${decimal} (${binary})`;
}

/** Returns { text, beside }: the quantity with its unit, and the same in units that are easier to grasp. */
export function quantityText({ value, digits }, unit) {
  if (typeof value === 'boolean') return { text: value ? 'yes' : 'no', beside: '' };
  if (typeof value === 'string') return { text: value.replaceAll('_', ' '), beside: '' };
  const text = UNITLESS.has(unit) ? grouped(digits) : `${grouped(digits)}${NO_BREAK}${unit}`;
  if (unit === 'bytes') return { text, beside: value >= 1000 ? sizeText(value) : '' };
  if (unit === 'probability' && value > 0 && value < 1) {
    return { text, beside: value >= 0.05 ? percent(value) : `1 in ${twoDigits(1 / value)}` };
  }
  if (unit === 'fraction') return { text, beside: percent(value) };
  if (unit === 's' && value >= 120) return { text, beside: duration(value) };
  if (unit === 'h' && value >= 48) return { text, beside: duration(value * 3600) };
  return { text, beside: '' };
}

function percent(share) {
  return `${(share * 100).toLocaleString(undefined, { maximumSignificantDigits: 3 })}${NO_BREAK}%`;
}

function twoDigits(number) {
  return number.toLocaleString(undefined, { maximumSignificantDigits: 2, notation: number < 1e6 ? 'standard' : 'compact', compactDisplay: 'long' });
}

function duration(seconds) {
  const steps = [['years', 31_557_600], ['days', 86_400], ['hours', 3_600], ['minutes', 60]];
  const [name, length] = steps.find(([, each]) => seconds >= each * 2) ?? steps.at(-1);
  return `${(seconds / length).toLocaleString(undefined, { maximumSignificantDigits: 3 })}${NO_BREAK}${name}`;
}
