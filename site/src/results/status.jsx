// How the simulation gets on. The line is always there and always as high, so that nothing jumps.

import { plusMinus } from '../text/chance.js';
import { fixed, localized, trimmed, withUnit } from '../text/numbers.js';

/** How much of the work is done: the settled layouts, and of the one at work the share that its error implies. */
export function progressOf({ settled, of, relativeError, wanted }) {
  if (!(of > 0)) return 0;
  // The trials that an error needs grow with its inverse square.
  const part = relativeError > 0 && wanted > 0 ? Math.min(1, (wanted / relativeError) ** 2) : 0;
  return Math.min(1, (settled + (settled < of ? part : 0)) / of);
}

function trials(count) {
  if (!(count > 0)) return '';
  if (count >= 1e6) return `${withUnit(trimmed(count / 1e6, 1), 'million')} trials`;
  return `${fixed(count)} trials`;
}

/** The line in words, without what Cancel and Resume say. */
export function statusInWords(simulation, candidate) {
  const { phase, settled, of, relativeError, wanted, seed, secondsLeft } = simulation;
  const precision = (error) => plusMinus(error).replaceAll('±', '±');
  if (phase === 'running') {
    const others = of > 0 ? `${fixed(settled)} of ${fixed(of)} layouts are at ${precision(wanted)}` : '';
    const own = relativeError > wanted ? `this one at ${precision(relativeError)}` : '';
    const first = [others, own].filter(Boolean).join(', ');
    const left = secondsLeft > 0 ? ` About ${withUnit(secondsLeft < 10 ? fixed(secondsLeft, 1) : fixed(secondsLeft), 's')} left.` : '';
    return `${first ? `${first}.` : ''}${left} Space, speed and price are exact already.`.trim();
  }
  if (phase === 'stopped') return relativeError > 0 ? `Stopped at ${precision(relativeError)}.` : 'Stopped before the first trial.';
  if (phase === 'done' && /^simulated/.test(candidate.reliability.method)) {
    const rest = [trials(simulation.trials), seed === undefined || seed === null ? '' : `seed ${seed}`].filter(Boolean).join(', ');
    const reached = candidate.reliability.converged ? `to ${precision(wanted)}` : `only to ${precision(relativeError)}`;
    return rest ? `Simulated ${reached}: ${rest}.` : `Simulated ${reached}.`;
  }
  return `${localized(candidate.reliability.method).replace(/^./, (first) => first.toUpperCase())}, not simulated.`;
}

/** What is announced: that it started, and how it ended. */
function announced(simulation, candidate) {
  return simulation.phase === 'running' ? 'Simulating.' : statusInWords(simulation, candidate);
}

export function Status({ simulation, candidate, actions }) {
  const { phase } = simulation;
  const running = phase === 'running';
  const share = progressOf(simulation);
  return (
    <div class={running ? 'status running' : 'status'}>
      {running && (
        <div
          class="status-bar" role="progressbar" aria-label="Simulation"
          aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(share * 100)}
        >
          <div class="status-done" style={{ width: `${(share * 100).toFixed(1)}%` }} />
        </div>
      )}
      <p class="status-words">{running && <b>Simulating. </b>}{statusInWords(simulation, candidate)}</p>
      {running && <button type="button" class="button" onClick={actions.cancel}>Cancel</button>}
      {phase === 'stopped' && <button type="button" class="button" onClick={actions.resume}>Resume</button>}
      {phase === 'done' && <button type="button" class="link" onClick={actions.runLonger}>Run longer</button>}
      <p class="spoken" role="status">{announced(simulation, candidate)}</p>
    </div>
  );
}
