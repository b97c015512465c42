// How the simulation gets on, as a share and in words.

import { plusMinus } from '../text/chance.js';
import { capitalized, fixed, localized, trimmed, withUnit } from '../text/numbers.js';

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
  if (phase === 'running') {
    const others = of > 1 ? `${fixed(settled)} of ${fixed(of)} layouts are at ${plusMinus(wanted)}` : '';
    const alone = of > 1 ? 'this one' : 'this layout is';
    const own = relativeError > wanted ? `${alone} at ${plusMinus(relativeError)}` : '';
    const first = capitalized([others, own].filter(Boolean).join(', '));
    const left = secondsLeft > 0 ? ` About ${withUnit(secondsLeft < 10 ? fixed(secondsLeft, 1) : fixed(secondsLeft), 's')} left.` : '';
    return `${first ? `${first}.` : ''}${left} Space, speed and price are exact already.`.trim();
  }
  if (phase === 'stopped') return relativeError > 0 ? `Stopped at ${plusMinus(relativeError)}.` : 'Stopped before the first trial.';
  if (phase === 'done' && /^simulated/.test(candidate.reliability.method)) {
    const rest = [trials(simulation.trials), seed === undefined || seed === null ? '' : `seed ${seed}`].filter(Boolean).join(', ');
    const reached = candidate.reliability.converged ? `to ${plusMinus(wanted)}` : `only to ${plusMinus(relativeError)}`;
    return rest ? `Simulated ${reached}: ${rest}.` : `Simulated ${reached}.`;
  }
  const method = capitalized(localized(candidate.reliability.method));
  return /^simulated/.test(candidate.reliability.method) ? `${method}.` : `${method}, not simulated.`;
}

/** Whether the chance of a layout is still to be simulated, or is simulated just now. */
export function isRough(simulation, candidate) {
  if (simulation?.unsettled?.has(candidate.layout)) return true;
  return simulation?.phase === 'running' && !/^simulated/.test(candidate.reliability.method);
}
