// The options that a plan can be given: what they are called on the page, their unit, and one line of explanation.
//
// Values are kept as the command line's texts; here they become what a field shows, and back.

/**
 * @typedef {{name: string, label: string, help: string, kind: 'time'|'percent'|'size'|'rate'|'number'|'chance'|'space'|
 *            'money'|'choice'|'text'|'list'|'table', unit?: string, empty?: string, suffix?: string, choices?: [string, string][],
 *            effective?: (assumptions: any) => string|null, wide?: boolean}} Option
 */

const RECORDS = ['4K', '8K', '16K', '32K', '64K', '128K', '256K', '512K', '1M', '2M', '4M', '8M', '16M'];
const recordWords = (text) => text.replace(/K$/, '\u00a0KiB').replace(/M$/, '\u00a0MiB');

function recordText(bytes) {
  if (!bytes) return null;
  return bytes >= 1048576 ? `${bytes / 1048576}M` : `${bytes / 1024}K`;
}

/** @type {Option[]} */
export const MUST_HAVES = [
  { name: 'min-usable', label: 'Usable, at least', kind: 'space', unit: 'TB', empty: 'any', help: '' },
  { name: 'max-loss', label: 'Loss, at most', kind: 'chance', empty: 'any', help: 'In the whole mission: 1 in 1000, 0.1 %.' },
  { name: 'max-cost', label: 'Price, at most', kind: 'money', empty: 'any', help: '' },
  { name: 'min-read', label: 'Read, at least', kind: 'rate', unit: 'MB/s', empty: 'any', help: '' },
  { name: 'spares', label: 'Spares, exactly', kind: 'number', empty: 'any', help: '' },
  { name: 'layout', label: 'Only layouts', kind: 'list', empty: 'any', wide: true, help: 'As in 2xraidz2:6, several with a space between.' },
];

/** @type {Option[]} */
export const ASSUMPTIONS = [
  { name: 'zfs', label: 'OpenZFS', kind: 'choice', help: 'Space rules differ by version.' },
  {
    name: 'partition', label: 'Partitions', kind: 'choice', wide: true,
    choices: [['whole-disk', 'Linux whole disk'], ['freebsd', 'FreeBSD GPT'], ['none', 'none']],
    help: 'Costs 10 MiB a drive; FreeBSD swap costs more.',
  },
  {
    name: 'workload', label: 'Workload', kind: 'choice',
    help: 'VMs and databases ask for random reads, the rest for space.',
  },
  {
    name: 'recordsize', label: 'Recordsize', kind: 'choice',
    choices: RECORDS.map((text) => [text, recordWords(text)]),
    effective: (assumptions) => recordText(assumptions.recordsize_bytes),
    help: 'Size of the blocks files are cut into.',
  },
  { name: 'fill', label: 'Fill', kind: 'percent', help: 'How full the pool gets; sets resilver time.' },
  { name: 'mission', label: 'Mission', kind: 'time', suffix: 'y', help: 'The span that the chance of loss covers.' },
  {
    name: 'replace-after', label: 'Replaced after', kind: 'time', suffix: 'h', empty: '48',
    help: 'From a failure until a new drive is in; none with a spare.',
  },
  { name: 'scrub-every', label: 'Scrub every', kind: 'time', suffix: 'd', help: 'Finds unreadable sectors before a resilver does.' },
  {
    name: 'failure-rate', label: 'Failure rate', kind: 'percent', unit: '% / year', empty: 'by model',
    help: 'Field counts of the model, rising with age, unless you set one rate.',
  },
  { name: 'host-read', label: 'Host read limit', kind: 'rate', unit: 'MB/s', empty: 'none', help: 'Ceiling of controller or network.' },
  { name: 'host-write', label: 'Host write limit', kind: 'rate', unit: 'MB/s', empty: 'none', help: 'Ceiling of controller or network.' },
];

/** @type {Option[]} */
export const MORE = [
  { name: 'resilver-rate', label: 'Resilver rate', kind: 'rate', unit: 'MB/s', empty: 'computed', help: 'What a resilver writes to the new drive.' },
  {
    name: 'repair', label: 'Resilvers', kind: 'choice', empty: 'usual',
    choices: [['batched', 'together'], ['serial', 'one by one'], ['parallel', 'at once']],
    help: 'When several drives of a vdev are out.',
  },
  {
    name: 'batch-variance', label: 'Batch variance', kind: 'number',
    help: 'How much drives of one batch share their luck; 0 for independent drives.',
  },
  {
    name: 'place', label: 'Drives go where', kind: 'choice', wide: true,
    choices: [['safety', 'batches apart'], ['capacity', 'least wasted'], ['speed', 'equal speeds']],
    help: 'What comes first when drives are assigned to vdevs.',
  },
  { name: 'swap', label: 'FreeBSD swap', kind: 'text', help: 'Swap partition on each drive, as in 2GiB.' },
  { name: 'ram', label: 'Memory', kind: 'text', empty: 'unknown', help: 'Memory of the host, as in 128GiB: for advice.' },
  {
    name: 'os', label: 'System', kind: 'choice', empty: 'unknown',
    choices: [['linux', 'Linux'], ['freebsd', 'FreeBSD']], help: 'Operating system of the host: for advice.',
  },
  {
    name: 'db', label: 'Database', kind: 'choice', empty: 'none',
    choices: [['postgres', 'PostgreSQL'], ['mysql', 'MySQL, MariaDB']], help: 'Database on the pool: for advice.',
  },
  {
    name: 'failure-rates', label: 'Own failure counts', kind: 'table', empty: 'none',
    help: 'A table by model, as zplan fit prints it; it goes before the field data.',
  },
  { name: 'seed', label: 'Seed', kind: 'number', help: 'The same seed gives the same simulation.' },
  { name: 'rel-err', label: 'Simulate to ±', kind: 'percent', help: 'Wanted relative error of simulated chances.' },
];

const SUFFIX_WORDS = { h: 'h', d: 'days', w: 'weeks', m: 'months', y: 'years' };
const NUMBER = /^\d+(?:\.\d+)?$/;
/** Other ways to write a number: `.5`, `5.`, `1e3`. */
const LOOSE_NUMBER = /^(?:\d+\.?\d*|\.\d+)(?:e\d{1,2})?$/i;
/** The part of a number up to a decimal comma; `1,000` may be a thousand and is left alone. */
const DECIMAL_COMMA = /^(0|\d+(?!,\d{3}(?!\d))),(?=\d+(?![\d.,]))/;
/** Kinds that are one number. */
const QUANTITIES = new Set(['time', 'percent', 'space', 'rate', 'money', 'number', 'chance']);

/** A number without the noise of binary fractions. */
function plain(number) {
  return String(Number(number.toPrecision(10)));
}

/**
 * What a field shows of a value: the text in the field and the unit after it.
 * @param {Option} option
 * @param {string|null} text  the command line's text
 */
export function shown(option, text) {
  const unit = option.unit ?? (option.kind === 'percent' ? '%' : '');
  if (text === null || text === undefined) {
    return { value: '', unit: option.kind === 'time' ? SUFFIX_WORDS[option.suffix] : unit };
  }
  if (option.kind === 'time') {
    const parts = /^([\d.]+)\s*([hdwmy])$/.exec(text);
    return parts ? { value: parts[1], unit: SUFFIX_WORDS[parts[2]], suffix: parts[2] } : { value: text, unit: '' };
  }
  if (option.kind === 'percent') {
    if (NUMBER.test(text)) return { value: plain(Number(text) * 100), unit };
    const parts = /^([\d.]+)\s*%$/.exec(text);
    return parts ? { value: parts[1], unit } : { value: text, unit: '' };
  }
  if (option.kind === 'space' || option.kind === 'rate') {
    const parts = /^([\d.]+)\s*(TB|MB\/s)$/.exec(text);
    return parts ? { value: parts[1], unit } : { value: text, unit: '' };
  }
  if (option.kind === 'chance') {
    const parts = /^1\s*\/\s*(\d+)$/.exec(text);
    return parts ? { value: `1 in ${parts[1]}`, unit } : { value: text, unit };
  }
  return { value: text, unit };
}

/** A quantity with a decimal point, as the planner reads it. */
function withPoint(option, text) {
  if (!QUANTITIES.has(option.kind)) return text;
  const pointed = text.replace(DECIMAL_COMMA, '$1.');
  return !NUMBER.test(pointed) && LOOSE_NUMBER.test(pointed) ? String(Number(pointed)) : pointed;
}

/**
 * The command line's text of what was typed; null if the field was emptied.
 * @param {Option} option
 * @param {string} typed
 * @param {string|null} before  the value so far, for its unit
 */
export function accepted(option, typed, before) {
  const text = withPoint(option, typed.trim().replace(/[\u00a0\u202f]/g, ' '));
  if (text === '' || text === option.empty) return null;
  const bare = NUMBER.test(text);
  if (option.kind === 'time') {
    const suffix = (before && shown(option, before).suffix) ?? option.suffix;
    if (bare) return text + suffix;
    return text.replace(/^([\d.]+)\s*(h|d|w|m|y)[a-z]*$/i, (whole, number, unit) => number + unit.toLowerCase());
  }
  if (option.kind === 'percent' && bare) return `${text}%`;
  if (option.kind === 'space' && bare) return `${text}TB`;
  if (option.kind === 'rate' && bare) return `${text}MB/s`;
  if (option.kind === 'chance') return text.replace(/^1\s+in\s+([\d,. ]+)$/i, (whole, number) => `1/${number.replace(/[,. ]/g, '')}`);
  if (option.kind === 'list') return text.replace(/[\s,;]+/g, ' ');
  return text.replace(/\s+/g, option.kind === 'text' ? '' : ' ');
}

/** The default of an option, as the planner tells it. */
export function defaultOf(about, name) {
  return about?.options.find((option) => option.name === name)?.default ?? null;
}

/** The choices of an option with their words. */
export function choicesOf(about, option) {
  const known = about?.options.find((candidate) => candidate.name === option.name)?.choices ?? [];
  const words = new Map(option.choices ?? []);
  if (known.length === 0) return option.choices ?? [];
  return known.map((choice) => [choice, words.get(choice) ?? choice]);
}
