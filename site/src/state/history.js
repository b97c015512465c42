// The address of the page: written when the state changes, read when someone goes back or opens a link.

import { fragmentOf, inputsOf } from './fragment.js';
import { change, current } from './store.js';

/** Inputs are written to the address when they have been still for this long, in milliseconds. */
const STILL = 250;

let written = Promise.resolve();
let timer = 0;
/** Where the list of candidates was scrolled to. */
let planScroll = 0;

async function write(how) {
  const { fragment, complete } = await fragmentOf(current());
  if (current().linkNote !== null || !complete) {
    change({ linkNote: complete ? null : 'The files are too large for a link. Export the inventory instead.' });
  }
  if (`#${fragment}` === location.hash || (fragment === '' && location.hash === '')) return;
  const address = fragment === '' ? location.pathname + location.search : `#${fragment}`;
  try {
    history[how](null, '', address);
    change({ printedAddress: location.href });
  } catch {
    // Browsers limit how often and how long; the page works on without.
  }
}

/** Writes the address soon, in place of the present one. */
export function record() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    written = written.then(() => write('replaceState'));
  }, STILL);
}

/** Goes to another view: Back leads here again. */
export function navigate(parts) {
  clearTimeout(timer);
  const from = current().view;
  if (from === 'plan') planScroll = window.scrollY;
  // The address so far is to hold the inputs so far.
  const before = fragmentOf(current());
  change(parts);
  written = written.then(async () => {
    const { fragment } = await before;
    if (fragment !== '' && `#${fragment}` !== location.hash) history.replaceState(null, '', `#${fragment}`);
    await write('pushState');
  });
  restoreScroll(from);
}

/** Frames that the list of candidates may take until it is tall enough to scroll. */
const MOST_FRAMES = 30;

function restoreScroll(from) {
  const { view } = current();
  if (view === from) return;
  const wanted = view === 'plan' ? planScroll : 0;
  let frames = 0;
  const scroll = () => {
    frames += 1;
    window.scrollTo(0, wanted);
    if (Math.abs(window.scrollY - wanted) > 1 && frames < MOST_FRAMES && current().view === view) requestAnimationFrame(scroll);
  };
  requestAnimationFrame(scroll);
  requestAnimationFrame(() => giveFocus());
}

/** What had the focus may be gone with its view: the new one takes it, or the row of the layout that was open. */
function giveFocus(frames = 0) {
  if (document.activeElement !== document.body) return;
  const { view, layout } = current();
  const row = view === 'plan' && layout ? document.querySelector(`tr[data-layout="${CSS.escape(layout)}"]`) : null;
  if (!row && view === 'plan' && layout && frames < MOST_FRAMES) {
    requestAnimationFrame(() => giveFocus(frames + 1));
    return;
  }
  (row ?? document.getElementById('answer') ?? document.getElementById('main'))?.focus({ preventScroll: true });
}

/** The whole address of the present state. */
export async function addressNow() {
  await written;
  await write('replaceState');
  return location.href;
}

/**
 * Takes the state from the address, now and whenever it changes.
 * @param {() => void} arrived  called after each change
 */
export async function followAddress(arrived) {
  if ('scrollRestoration' in history) history.scrollRestoration = 'manual';
  const read = async () => {
    const from = current().view;
    const { damaged, ...inputs } = await inputsOf(location.hash.slice(1));
    change({
      ...inputs, drafts: {}, printedAddress: location.href,
      announcement: damaged ? 'The files in this link are damaged and were left out.' : current().announcement,
      linkNote: damaged ? 'The files in this link are damaged and were left out.' : null,
    });
    restoreScroll(from);
    arrived();
  };
  window.addEventListener('popstate', () => {
    if (current().view === 'plan') planScroll = window.scrollY;
    read();
  });
  await read();
}
