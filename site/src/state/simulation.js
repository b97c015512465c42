// How far a simulation is, from the planner's reports.

/**
 * @param {object} report  how far the planner is
 * @param {'none'|'running'|'stopped'|'done'} phase
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
