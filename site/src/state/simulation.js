// How far a simulation is, from the planner's reports.

import { NO_SIMULATION } from './store.js';

/**
 * @param {object} report  a progress message of the engine
 * @param {'running'|'stopped'|'done'} phase
 * @param {number} seed
 * @param {string|undefined} layout  the one whose error is told
 */
export function simulationFrom(report, phase, seed, layout) {
  const layouts = report.layouts ?? [];
  const unsettled = new Map(layouts.filter((layout) => !layout.settled).map((layout) => [layout.layout, layout.relative_error]));
  return {
    phase,
    settled: report.settled,
    of: report.of,
    relativeError: layouts.find((one) => one.layout === layout)?.relative_error ?? report.relative_error ?? null,
    wanted: report.wanted,
    trials: report.trials,
    seed,
    secondsLeft: phase === 'running' ? secondsLeft(report) : null,
    unsettled: phase === 'done' ? new Map() : unsettled,
  };
}

/** Trials needed grow with the square of the wanted error; what is done so far tells the pace. */
function secondsLeft({ settled, of, wanted, layouts = [], seconds }) {
  let done = settled;
  for (const { settled: over, relative_error: error } of layouts) {
    if (!over && error > 0) done += Math.min(1, (wanted / error) ** 2);
  }
  if (!(done > 0) || seconds < 0.2) return null;
  return (seconds * (of - done)) / done;
}

/** A simulation that has just been asked for. */
export function starting(plan) {
  const seed = plan?.assumptions?.seed ?? 1;
  return { ...NO_SIMULATION, phase: 'running', wanted: plan?.assumptions?.relative_error ?? 0.01, seed };
}
