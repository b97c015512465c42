// Numbers as a reader of the page's locale expects them: separators by locale, true minus, a no-break space before a unit.

/** The space that keeps a number and its unit on one line. */
export const NBSP = '\u00a0';
const MINUS = '\u2212';

let whole = formatter(undefined);
let point = pointOf(undefined);

function formatter(locale) {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 0, numberingSystem: 'latn' });
}

function pointOf(locale) {
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, numberingSystem: 'latn' }).formatToParts(0.5);
  return parts.find((part) => part.type === 'decimal').value;
}

/** Uses the separators of `locale` from now on; `undefined` is the reader's own. */
export function setLocale(locale) {
  whole = formatter(locale);
  point = pointOf(locale);
}

/** The digits of `value` with `decimals` after the point; a tie goes to the even digit, as on the command line. */
function digits(value, decimals) {
  const rounded = value.toFixed(decimals);
  // Ties are rare: twice the value, in units of the last digit, is then whole. Only there are all digits worth their time.
  const twice = 2 * value * 10 ** decimals;
  if (Number.isInteger(value) || Math.abs(twice - Math.round(twice)) > 1e-14 * twice) return rounded;
  const exact = value.toFixed(Math.min(100, decimals + 60));
  const rest = exact.slice(exact.indexOf('.') + 1 + decimals);
  if (!/^50*$/.test(rest)) return rounded;
  const down = exact.slice(0, exact.length - rest.length).replace(/\.$/, '');
  return Number(down.at(-1)) % 2 === 0 ? down : rounded;
}

/** `value` with `decimals` digits after the point: `1,397.2`, `−0.5`. */
export function fixed(value, decimals = 0) {
  if (!Number.isFinite(value)) return 'unknown';
  const size = Math.abs(value);
  // Beyond 10^21 the digits are no longer written out.
  const text = size < 1e21 ? digits(size, decimals) : String(size);
  const [integer, fraction] = text.split('.');
  const grouped = /^\d+$/.test(integer) ? whole.format(BigInt(integer)) : integer;
  const shown = fraction === undefined ? grouped : `${grouped}${point}${fraction}`;
  const isZero = /^[0.]*$/.test(text);
  return value < 0 && !isZero ? MINUS + shown : shown;
}

/** As `fixed`, without zeros at the end. */
export function trimmed(value, decimals) {
  const text = fixed(value, decimals);
  return text.includes(point) ? text.replace(/0+$/, '').replace(new RegExp(`\\${point}$`), '') : text;
}

/** A difference with its sign: `+13.1`, `−2.01`, `0.0`. */
export function signed(value, decimals = 0) {
  const text = fixed(value, decimals);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** A number and its unit, kept together. */
export function withUnit(text, unit) {
  return `${text}${NBSP}${unit}`;
}

export const TERA = 1e12;
export const TEBI = 2 ** 40;

/** One decimal, three below 1, so that a small pool is not shown as 0.0. */
function decimalsFor(value) {
  return Math.abs(value) < 1 ? 3 : 1;
}

/** Terabytes without the unit. */
export function tb(bytes) {
  return fixed(bytes / TERA, decimalsFor(bytes / TERA));
}

/** Tebibytes without the unit. */
export function tib(bytes) {
  return fixed(bytes / TEBI, decimalsFor(bytes / TEBI));
}

/** Both units, never summed: `143.7 TB (130.7 TiB)`. */
export function tbAndTib(bytes) {
  return `${withUnit(tb(bytes), 'TB')} (${withUnit(tib(bytes), 'TiB')})`;
}

/** Every byte: `143,712,155,860,992 bytes`. */
export function exactBytes(bytes) {
  return withUnit(fixed(bytes), Math.abs(bytes) === 1 ? 'byte' : 'bytes');
}

/** A size as it is sold: `18 TB`, `3.84 TB`, `960 GB`. */
export function labelSize(bytes) {
  return bytes >= TERA ? withUnit(trimmed(bytes / TERA, 2), 'TB') : withUnit(trimmed(bytes / 1e9, 2), 'GB');
}

const DECIMAL = [['TB', 1e12], ['GB', 1e9], ['MB', 1e6], ['kB', 1e3]];
const BINARY = [['TiB', 2 ** 40], ['GiB', 2 ** 30], ['MiB', 2 ** 20], ['KiB', 2 ** 10]];

/** Bytes in the unit that suits them: `{text: '−125.8', unit: 'MB'}`; three decimals from a tera on. */
function scaled(bytes, units) {
  const size = Math.abs(bytes);
  const [unit, factor] = units.find(([, one]) => size >= one) ?? ['B', 1];
  const decimals = factor === 1 ? 0 : unit.startsWith('T') ? 3 : 1;
  return { text: fixed(bytes / factor, decimals), unit };
}

/** As decimal unit, for a step of the waterfall. */
export const decimalSize = (bytes) => scaled(bytes, DECIMAL);
/** As binary unit, for a step of the waterfall. */
export const binarySize = (bytes) => scaled(bytes, BINARY);

/** A count of bytes that is a power of two: `128 KiB`. */
export function blockSize(bytes) {
  const [unit, factor] = BINARY.find(([, one]) => bytes >= one && bytes % one === 0) ?? ['bytes', 1];
  return withUnit(fixed(bytes / factor), unit);
}

const HOURS_PER_YEAR = 8760;

/** A length of time as a person says it: `24.8 h`, `9 days`, `5 years`. */
export function duration(hours) {
  if (hours >= 2 * HOURS_PER_YEAR) return withUnit(trimmed(hours / HOURS_PER_YEAR, 1), 'years');
  if (hours > 240) return withUnit(fixed(hours / 24), 'days');
  return hoursText(hours);
}

/** Hours: `48 h`, `24.8 h`. */
export function hoursText(hours) {
  return withUnit(trimmed(hours, 1), 'h');
}

/** Money with its currency where one is known. */
export function money(amount, currency) {
  const text = fixed(amount, 2);
  return currency ? withUnit(text, currency) : text;
}

/** Percent without decimals: `9 %`. */
export function percent(share, decimals = 0) {
  return withUnit(fixed(share * 100, decimals), '%');
}

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** Small counts in words, larger ones in digits. */
export function countWord(count) {
  return WORDS[count] ?? fixed(count);
}

/** The count and its noun: `one drive`, `six drives`. */
export function counted(count, noun) {
  return `${countWord(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** The text with its first letter large. */
export function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A sentence of the planner, whose numbers are written the English way, with the separators of the reader. */
export function localized(text) {
  return text
    .replace(/(?<![\w.,:`])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+)(?![\w]|[.,]\d)/g, (number, _all, offset) => {
      const before = text.slice(0, offset);
      if (/(OpenZFS|zplan|ZFS|releases?|version)\s$/i.test(before)) return number;
      const [integer, fraction] = number.replaceAll(',', '').split('.');
      const grouped = number.includes(',') ? whole.format(BigInt(integer)) : integer;
      return fraction === undefined ? grouped : `${grouped}${point}${fraction}`;
    })
    .replace(/(\d) (%|TB|TiB|GB|GiB|MB|MiB|KiB|MB\/s|h|IOPS|bytes|drives|days|years)(?![\w/])/g, `$1${NBSP}$2`)
    .replace(/\b(1 in) (?=\d)/g, `1${NBSP}in${NBSP}`)
    .replace(/(\d) (million|billion|trillion|quadrillion)\b/g, `$1${NBSP}$2`)
    .replaceAll('1 in 10^15', `1${NBSP}in${NBSP}10¹⁵`)
    .replaceAll(`1${NBSP}in${NBSP}10^15`, `1${NBSP}in${NBSP}10¹⁵`);
}
