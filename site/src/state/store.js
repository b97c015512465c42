// The state of the page: one plain object, and a hook to read parts of it.

import { useEffect, useState } from 'preact/hooks';
import { storedTheme } from './theme.js';

/** Today, as the planner writes days. */
function today() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** No simulation has been asked for. */
export const NO_SIMULATION = Object.freeze({
  phase: 'none',
  settled: 0,
  of: 0,
  relativeError: null,
  wanted: null,
  trials: 0,
  seed: 1,
  secondsLeft: null,
  unsettled: new Map(),
});

/** What belongs to the inputs, before anybody entered anything. */
export function freshInputs() {
  return {
    view: 'plan',
    layout: null,
    topic: null,
    sources: [],
    quick: [],
    request: { as_of: today(), set: [], encoding: null, include_used: false },
    options: {},
    whatIf: {},
    pins: [],
    sort: null,
    hiddenFamilies: [],
    hideBatchLosers: false,
  };
}

let state = {
  ...freshInputs(),
  about: null,
  inventory: null,
  problem: null,
  understood: null,
  drafts: {},
  plan: null,
  words: null,
  planIsStale: false,
  simulation: NO_SIMULATION,
  explanation: null,
  detailSimulation: NO_SIMULATION,
  target: null,
  announcement: '',
  linkNote: null,
  failure: null,
  printedAddress: '',
  theme: storedTheme(),
};

const listeners = new Set();

/** The state as it is now. */
export function current() {
  return state;
}

/** Changes some parts of the state and tells those who look at it. */
export function change(parts) {
  state = { ...state, ...parts };
  for (const listener of listeners) listener(state);
}

/** Calls back after every change; returns how to stop. */
function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The part of the state that a component shows; it is drawn again when that part is another.
 * @template Part
 * @param {(state: object) => Part} selector
 * @returns {Part}
 */
export function useStore(selector) {
  const [, redraw] = useState(0);
  const part = selector(state);
  useEffect(() => {
    let shown = selector(state);
    if (shown !== part) redraw((count) => count + 1);
    return subscribe((now) => {
      const next = selector(now);
      if (next === shown) return;
      shown = next;
      redraw((count) => count + 1);
    });
  }, []);
  return part;
}
