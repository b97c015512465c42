// What follows from the inputs: reads the drives, plans, explains the layout that is looked at. Listens to the engine and
// keeps the last good answer while an input is invalid.

import { record } from './history.js';
import { simulationFrom } from './simulation.js';
import { NO_SIMULATION, change, current } from './store.js';

/** @type {Awaited<ReturnType<typeof import('../engine/engine.js').createEngine>>|null} */
let engine = null;
let planHandle = null;
let explainHandle = null;
let planTurn = 0;
let explainTurn = 0;
/** Inputs of the plan that is shown. */
let good = null;
/** Curve of the explanation without sliders, with what it belongs to. */
let baseline = null;

let tellReady;
const ready = new Promise((resolve) => {
  tellReady = resolve;
});

export function useEngine(started) {
  engine = started;
  tellReady(started);
}

/** The engine, once it has started: a quick hand is faster. */
export function engineReady() {
  return ready;
}

export function engineNow() {
  return engine;
}

/** True when at least one drive is named. */
export function hasDrives(state) {
  return state.sources.length > 0 || state.quick.length > 0;
}

/** The request for an inventory, as the planner takes it. */
export function requestOf(state) {
  return { ...state.request, drives: state.quick };
}

/** Options that take no value, and those that may be given several times. */
const FLAGS = new Set(['no-outlive-batch', 'no-simulate']);
const LISTS = new Set(['layout']);

/** Options as the planner takes them. */
function forPlanner(options) {
  return Object.fromEntries(Object.entries(options).map(([name, text]) => {
    if (FLAGS.has(name)) return [name, text === 'true'];
    return [name, LISTS.has(name) ? text.split(/[\s;]+/).filter(Boolean) : text];
  }));
}

function inputsOf({ sources, quick, request, options }) {
  return { sources, quick, request, options };
}

function same(one, other) {
  return one !== null && one.sources === other.sources
    && JSON.stringify([one.quick, one.request, one.options]) === JSON.stringify([other.quick, other.request, other.options]);
}

/** Plans anew if the inputs are not those of the plan shown. */
export function refresh() {
  const state = current();
  if (!engine) return;
  if (!hasDrives(state)) {
    planTurn += 1;
    good = null;
    engine.leave('plan');
    change({
      inventory: null, problem: null, understood: null, plan: null, words: null, planIsStale: false,
      simulation: NO_SIMULATION, drafts: {},
    });
  } else if (!same(good, state) || state.problem || state.planIsStale) {
    replan();
  }
  explain();
}

/** Reads the drives and plans them. */
function replan() {
  const state = current();
  planTurn += 1;
  const turn = planTurn;
  const inputs = inputsOf(state);
  const request = requestOf(state);
  const simulation = state.simulation.phase === 'stopped' ? NO_SIMULATION : state.simulation;
  change({ planIsStale: state.plan !== null, simulation });
  // Either answer may come first: that the drives could be read does not undo that they cannot be planned.
  let refused = false;
  engine.readInventory(state.sources, request).then(
    (inventory) => {
      if (turn !== planTurn) return;
      change(refused ? { inventory } : { inventory, problem: null, understood: null });
      // Files too large for a link go into it as they were understood.
      if (current().linkNote !== null) record();
    },
    (problem) => turn === planTurn && showProblem(problem),
  );
  planHandle = engine.plan({ sources: state.sources, request, options: forPlanner(state.options) }, (update) => {
    if (turn !== planTurn) return;
    if (update.type === 'plan') {
      const { plan, words, progress, final } = update;
      if (!same(good, inputs)) {
        good = inputs;
        forgetDrafts(inputs.options);
      }
      const simulation = simulationFrom(progress, phaseOf('simulation', progress, final), plan.assumptions.seed, recommendedOf(plan));
      change({ plan, words, planIsStale: false, problem: null, simulation });
    } else if (update.type === 'progress') {
      const { plan, simulation } = current();
      change({ simulation: simulationFrom(update, simulation.phase, plan?.assumptions.seed ?? 1, recommendedOf(plan)) });
    } else if (update.type === 'problem' && update.problem.stage !== 'inventory') {
      refused = true;
      refuse(update.problem, inputs);
    }
  });
}

/** What a simulation is doing: it stays stopped until someone resumes it. */
function phaseOf(slot, progress, final) {
  if (progress.wanted === 0) return 'none';
  if (final) return 'done';
  return current()[slot].phase === 'stopped' ? 'stopped' : 'running';
}

/** The layout that a plan recommends. */
function recommendedOf(plan) {
  return plan?.candidates[plan.recommended]?.layout;
}

/** The drives cannot be read: says so, and shows what can be read without the lines in question. */
function showProblem(problem) {
  change({ problem, understood: null, simulation: NO_SIMULATION, announcement: problem.message });
  const state = current();
  const sources = withoutBadLines(state.sources, problem);
  if (!sources) return;
  engine.readInventory(sources, requestOf(state)).then(
    (understood) => current().problem === problem && change({ understood }),
    () => {},
  );
}

/** Set by the actions, which know how lines are left out. */
let withoutBadLines = () => null;
export function leaveOutWith(leaveOut) {
  withoutBadLines = leaveOut;
}

/** An option is not understood, or no pool can be planned with it: the last valid values stay in force. */
function refuse(problem, inputs) {
  const words = [problem.message, ...problem.diagnostics.map((one) => `${one.place.file} ${one.message}`)].join(' ');
  const named = Object.keys(inputs.options).filter((name) => words.includes(`--${name}`));
  const sameDrives = good !== null && same({ ...good, options: inputs.options }, inputs);
  const before = sameDrives ? good.options : {};
  const changed = Object.keys(inputs.options).filter((name) => !Object.hasOwn(before, name) || inputs.options[name] !== before[name]);
  const guilty = sameDrives && changed.length > 0 ? changed : named;
  if (guilty.length === 0) {
    change({ problem, understood: null, simulation: NO_SIMULATION, announcement: problem.message });
    return;
  }
  const drafts = { ...current().drafts };
  const options = { ...inputs.options };
  for (const name of guilty) {
    drafts[name] = { text: inputs.options[name], message: problem.message, hint: problem.hint };
    if (Object.hasOwn(before, name)) options[name] = before[name];
    else delete options[name];
  }
  change({ drafts, options, announcement: problem.message });
  refresh();
}

/** Drafts whose option has been set since are done with. */
function forgetDrafts(options) {
  const drafts = Object.fromEntries(
    Object.entries(current().drafts).filter(([name, draft]) => options[name] !== draft.text),
  );
  if (Object.keys(drafts).length !== Object.keys(current().drafts).length) change({ drafts });
}

/** Explains the layout that is looked at, with the sliders as they stand. */
export function explain() {
  const state = current();
  if (!engine) return;
  explainTurn += 1;
  const turn = explainTurn;
  if (state.view !== 'detail' || !hasDrives(state) || state.problem) {
    engine.leave('explain');
    if (state.explanation && state.view !== 'detail') change({ explanation: null, detailSimulation: NO_SIMULATION });
    return;
  }
  const layout = state.layout;
  const options = forPlanner({ ...state.options, ...state.whatIf });
  const moved = Object.keys(state.whatIf).length > 0;
  if (state.detailSimulation.phase === 'stopped') change({ detailSimulation: NO_SIMULATION });
  const key = JSON.stringify([layout, state.options, state.quick, state.request]);
  explainHandle = engine.explain({ sources: state.sources, request: requestOf(state), options, layout }, (update) => {
    if (turn !== explainTurn) return;
    if (update.type === 'explanation') {
      const { document, words, progress, final } = update;
      if (!moved) baseline = { key, sources: state.sources, document };
      const atRest = baseline?.key === key && baseline.sources === state.sources ? baseline.document : null;
      const previousCurve = moved ? (atRest?.candidate.reliability?.curve ?? curveInPlan(layout)) : null;
      const phase = phaseOf('detailSimulation', progress, final);
      change({
        explanation: { layout, document, words, final, atRest, previousCurve },
        detailSimulation: simulationFrom(progress, phase, document.assumptions.seed, layout),
      });
    } else if (update.type === 'progress') {
      const { phase, seed } = current().detailSimulation;
      change({ detailSimulation: simulationFrom(update, phase, seed, layout) });
    } else if (update.type === 'problem') {
      change({ explanation: { layout, document: null, problem: update.problem } });
    }
  });
}

function curveInPlan(layout) {
  return current().plan?.candidates.find((candidate) => candidate.layout === layout)?.reliability?.curve ?? null;
}

/** Stops the simulation that is looked at; what is known so far stays. */
export function pause() {
  const slot = current().view === 'detail' ? 'detailSimulation' : 'simulation';
  (slot === 'simulation' ? planHandle : explainHandle)?.cancel();
  change({ [slot]: { ...current()[slot], phase: 'stopped', secondsLeft: null } });
}

/** Takes a stopped simulation up again. */
export function carryOn() {
  const slot = current().view === 'detail' ? 'detailSimulation' : 'simulation';
  (slot === 'simulation' ? planHandle : explainHandle)?.resume();
  change({ [slot]: { ...current()[slot], phase: 'running' } });
}

/** Explains the layout that is looked at for another limit of the chance of loss, without simulating. */
export async function askLimit(chance) {
  const state = current();
  const options = forPlanner({ ...state.options, ...state.whatIf, 'max-loss': chance, 'no-simulate': 'true' });
  return engine.explainOnce({ sources: state.sources, request: requestOf(state), options, layout: state.layout });
}
