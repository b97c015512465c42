// What a person can do on the page.

import { copyText } from '../export/clipboard.js';
import { exportText } from '../export/exports.js';
import { withCell, withCopy, withoutDrive } from './csv.js';
import { EXAMPLES, exampleText } from './examples.js';
import { distinctName, pastedName, pastedSource, sourceOf } from './files.js';
import { addressNow, navigate, record } from './history.js';
import { withPart, withoutLine } from './lines.js';
import { carryOn, engineNow, engineReady, explain, leaveOutWith, pause, refresh } from './planner.js';
import { shorthandOf } from './quick.js';
import { change, current } from './store.js';
import { applyTheme } from './theme.js';

/** Name of the inventory once it was edited here: it is the planner's own format from then on. */
const EDITED = 'drives.csv';

/** Changes inputs, plans anew and records the address. */
function input(parts) {
  change(parts);
  record();
  refresh();
}

/** Changes what is shown only. */
function show(parts) {
  change(parts);
  record();
}

/** Goes to another view. */
function go(parts) {
  navigate(parts);
  explain();
}

/** Sources without the lines that errors are about; null if nothing can be left out. */
function withoutErrors(sources, problem) {
  const errors = problem.diagnostics.filter((one) => one.severity === 'error' && one.place.line > 0);
  if (errors.length === 0) return null;
  const changed = sources.map((source) => {
    if (source.text === undefined) return source;
    const lines = new Set(errors.filter((one) => one.place.file === source.name).map((one) => one.place.line));
    let { text } = source;
    for (const line of lines) text = withoutLine(text, line);
    return lines.size > 0 ? { ...source, text } : source;
  });
  return changed.some((source, index) => source !== sources[index]) ? changed : null;
}
leaveOutWith(withoutErrors);

function replaceSource(file, rewrite) {
  return current().sources.map((source) => (source.name === file && source.text !== undefined
    ? { ...source, text: rewrite(source.text) }
    : source));
}

/** Takes over the drives as one inventory of our own, edited. Rejects with a Problem if it cannot be read. */
async function edited(csv) {
  const request = { ...current().request, set: [], encoding: null };
  const sources = [{ name: EDITED, text: csv }];
  if (csv.trim().split('\n').length > 1) await engineNow().readInventory(sources, { ...request, drives: [] });
  else sources.pop();
  input({ sources, quick: [], request });
}

/** Adds sources to those there are; an example makes room for what is real. */
function addSources(added) {
  const kept = current().sources.filter((source) => !source.example);
  const sources = [...kept];
  for (const source of added) sources.push({ ...source, name: distinctName(source.name, sources) });
  const { view } = current();
  input({ sources, ...(view === 'edit' ? {} : { view: 'plan', layout: null }) });
}

export const actions = {
  openDetail: (layout) => go({ view: 'detail', layout, whatIf: {} }),
  backToAll: () => go({ view: 'plan', whatIf: {} }),
  openPlan: () => go({ view: 'plan', whatIf: {} }),
  openCompare: () => go({ view: 'compare', layout: null, whatIf: {} }),
  openEdit: () => go({ view: 'edit', layout: null, whatIf: {} }),
  openAdvice: (topic = null) => go({ view: 'advice', topic, layout: null, whatIf: {} }),

  pin(layout) {
    const { pins } = current();
    show({ pins: pins.includes(layout) ? pins.filter((one) => one !== layout) : [...pins, layout] });
  },
  makeBaseline(layout) {
    show({ pins: [layout, ...current().pins.filter((one) => one !== layout)] });
  },
  setSort(key) {
    const { sort } = current();
    if (key === null) show({ sort: null });
    else if (typeof key === 'object') show({ sort: key });
    else if (sort?.key !== key) show({ sort: { key, descending: false } });
    else show({ sort: sort.descending ? null : { key, descending: true } });
  },
  toggleFamily(name) {
    const { hiddenFamilies } = current();
    show({ hiddenFamilies: hiddenFamilies.includes(name) ? hiddenFamilies.filter((one) => one !== name) : [...hiddenFamilies, name] });
  },
  toggleBatchLosers: () => show({ hideBatchLosers: !current().hideBatchLosers }),

  setOption(name, text) {
    const { [name]: _, ...drafts } = current().drafts;
    const options = { ...current().options };
    if (text === null) delete options[name];
    else options[name] = text;
    input({ options, drafts });
  },
  setRequest: (parts) => input({ request: { ...current().request, ...parts } }),
  setWhatIf(name, text) {
    const whatIf = { ...current().whatIf };
    if (text === null) delete whatIf[name];
    else whatIf[name] = text;
    show({ whatIf });
    explain();
  },
  /** Makes the sliders the assumptions. */
  keepWhatIf: () => input({ options: { ...current().options, ...current().whatIf }, whatIf: {} }),

  /** Adds drives in short. Rejects with a Problem if they are not understood. */
  async addQuick(typed) {
    const shorthand = shorthandOf(typed);
    const engine = await engineReady();
    await engine.readInventory([], { ...current().request, drives: [shorthand] });
    const kept = current().sources.filter((source) => !source.example);
    input({ quick: [...current().quick, shorthand], sources: kept.length === current().sources.length ? current().sources : kept });
  },
  removeQuick: (place) => input({ quick: current().quick.filter((_, index) => index !== place) }),
  addFiles: async (files) => addSources(await Promise.all([...files].map(sourceOf))),
  pasteText: (text) => addSources([pastedSource(pastedName(current().sources), text)]),
  useExample(name) {
    const { title } = EXAMPLES.find((example) => example.name === name);
    input({ sources: [{ name, text: exampleText(name), example: true }], quick: [], view: 'plan', layout: null });
    change({ announcement: `Example: ${title}.` });
  },
  removeSource: (name) => input({ sources: current().sources.filter((source) => source.name !== name) }),

  /** Sets one fact of some drives in the inventory. Rejects with a Problem if the planner does not understand it. */
  setCell: (drives, field, text) => edited(withCell(current().inventory.csv, [].concat(drives), field, text)),
  removeDrive: (drive) => edited(withoutDrive(current().inventory.csv, drive)),
  copyDrive: (drive) => edited(withCopy(current().inventory.csv, drive)),

  removeLine: (file, line) => input({ sources: replaceSource(file, (text) => withoutLine(text, line)) }),
  removeBadLines() {
    const sources = withoutErrors(current().sources, current().problem);
    if (sources) input({ sources });
  },
  replaceCell: (file, line, part, text) => input({ sources: replaceSource(file, (old) => withPart(old, line, part, text)) }),

  cancel: pause,
  resume: carryOn,
  runLonger() {
    const { plan, options } = current();
    const wanted = Number(plan?.assumptions.relative_error ?? 0.01) / 2;
    input({ options: { ...options, 'rel-err': `${Number((wanted * 100).toPrecision(3))}%` } });
  },

  async copyLink() {
    const address = await addressNow();
    const copied = current().linkNote === null && (await copyText(address));
    change({ announcement: copied ? 'Link copied.' : current().linkNote ?? 'The link could not be copied; it is in the address bar.' });
    return copied;
  },
  async share() {
    const address = await addressNow();
    if (!navigator.share) return actions.copyLink();
    try {
      await navigator.share({ title: document.title, url: address });
    } catch {
      // Sharing was called off.
    }
    return false;
  },
  exportAs: (kind) => exportText(kind),
  setTheme(theme) {
    applyTheme(theme);
    change({ theme });
  },
};
