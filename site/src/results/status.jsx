// How the simulation gets on. The line is always there and always as high, so that nothing jumps.

import { progressOf, statusInWords } from './status_words.js';

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
