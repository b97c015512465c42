// The state of the page as the fragment of its address: readable where it is short, compressed where it holds files.
//
//   #q=12x18TB:7200:sata&o.mission=10y&view=detail&layout=2xraidz2:6&as_of=2026-12-01

import { freshInputs } from './store.js';

/** Longest fragment that browsers and chat programs are asked to carry, in characters. */
const LONGEST = 400_000;

/** Parts of the state that are short texts, with their names in the fragment. */
const WORDS = { view: 'view', layout: 'layout', topic: 'topic' };
const VIEWS = ['plan', 'detail', 'compare', 'edit', 'advice'];

async function deflated(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return base64url(bytes);
}

async function inflated(text) {
  const stream = new Blob([fromBase64url(text)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).text();
}

function base64url(bytes) {
  let letters = '';
  for (let start = 0; start < bytes.length; start += 8192) {
    letters += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64url(text) {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

/** Sources packed already, by the list that holds them: lists are replaced, never changed. */
const packed = new WeakMap();

/** The files as one compressed text, or null if they are too large for a link. */
async function packSources(sources) {
  if (!packed.has(sources)) {
    packed.set(sources, (async () => {
      const files = await Promise.all(sources.map(async ({ name, text, blob }) => {
        if (text !== undefined) return { n: name, t: text };
        if (blob.size > 8 * LONGEST) return null;
        return { n: name, b: base64url(new Uint8Array(await blob.arrayBuffer())) };
      }));
      if (files.some((file) => file === null)) return null;
      const text = await deflated(JSON.stringify(files));
      return text.length > LONGEST ? null : text;
    })());
  }
  return packed.get(sources);
}

async function unpackSources(text) {
  const files = JSON.parse(await inflated(text));
  return files.map(({ n, t, b }) => {
    if (typeof n !== 'string' || typeof (t ?? b) !== 'string') throw new TypeError('not a file');
    return typeof t === 'string' ? { name: n, text: t } : { name: n, blob: new Blob([fromBase64url(b)]) };
  });
}

/** Writes a value so that it stays readable in an address. */
function readable(text) {
  return encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%2F', '/').replaceAll('%2B', '+');
}

/** The drives as they go into a link: as they were given, or, where the files are too large, as they were understood. */
async function drivesOf({ sources, quick, inventory, problem }) {
  if (sources.length === 0) return { quick, files: null, complete: true };
  const files = await packSources(sources);
  if (files !== null) return { quick, files, complete: true };
  if (!inventory?.csv || problem) return { quick, files: null, complete: false };
  inventory.asSources ??= [{ name: 'drives.csv', text: inventory.csv }];
  const understood = await packSources(inventory.asSources);
  return understood === null ? { quick, files: null, complete: false } : { quick: [], files: understood, complete: true };
}

/**
 * The fragment of a state, without `#`. Files that are too large are left out; `complete` then says so.
 * @returns {Promise<{fragment: string, complete: boolean}>}
 */
export async function fragmentOf(state) {
  const parts = [];
  const add = (name, value) => parts.push(`${name}=${readable(value)}`);
  const { quick, files, complete } = await drivesOf(state);
  for (const drives of quick) add('q', drives);
  for (const [name, value] of Object.entries(state.options)) add(`o.${name}`, value);
  for (const [name, value] of Object.entries(state.whatIf)) add(`w.${name}`, value);
  for (const [key, name] of Object.entries(WORDS)) {
    if (state[key] && state[key] !== 'plan') add(name, state[key]);
  }
  if (state.pins.length > 0) add('pins', state.pins.join(','));
  if (state.sort) add('sort', (state.sort.descending ? '-' : '') + state.sort.key);
  if (state.hiddenFamilies.length > 0) add('hide', state.hiddenFamilies.join(','));
  if (state.hideBatchLosers) add('losers', 'hide');
  for (const fact of state.request.set) add('set', fact);
  if (state.request.encoding) add('encoding', state.request.encoding);
  if (state.request.include_used) add('used', 'include');
  if (files !== null) add('d', files);
  // The day matters only where there are drives: ages are counted from it.
  if (parts.length > 0) add('as_of', state.request.as_of);
  return { fragment: parts.join('&'), complete };
}

/**
 * The inputs that a fragment holds. What it does not name is as at the start; what is not understood is left out.
 * @param {string} fragment  without `#`
 */
export async function inputsOf(fragment) {
  const inputs = freshInputs();
  for (const part of fragment.split('&')) {
    const at = part.indexOf('=');
    if (at < 1) continue;
    const name = part.slice(0, at);
    let value;
    try {
      value = decodeURIComponent(part.slice(at + 1));
    } catch {
      continue;
    }
    if (name === 'q') inputs.quick.push(value);
    else if (name.startsWith('o.')) inputs.options[name.slice(2)] = value;
    else if (name.startsWith('w.')) inputs.whatIf[name.slice(2)] = value;
    else if (name === 'view' && VIEWS.includes(value)) inputs.view = value;
    else if (name === 'layout') inputs.layout = value;
    else if (name === 'topic') inputs.topic = value;
    else if (name === 'pins') inputs.pins = [...new Set(value.split(','))].filter(Boolean);
    else if (name === 'sort') inputs.sort = { key: value.replace(/^-/, ''), descending: value.startsWith('-') };
    else if (name === 'hide') inputs.hiddenFamilies = value.split(',').filter(Boolean);
    else if (name === 'losers') inputs.hideBatchLosers = value === 'hide';
    else if (name === 'set') inputs.request.set.push(value);
    else if (name === 'encoding') inputs.request.encoding = value;
    else if (name === 'used') inputs.request.include_used = value === 'include';
    else if (name === 'as_of' && /^\d{4}-\d{2}-\d{2}$/.test(value)) inputs.request.as_of = value;
    else if (name === 'd') {
      try {
        inputs.sources = await unpackSources(value);
      } catch {
        inputs.damaged = true;
      }
    }
  }
  if (inputs.view === 'detail' && !inputs.layout) inputs.view = 'plan';
  return inputs;
}
