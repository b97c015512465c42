// Starts the page: its colours, its state from the address, its engine.

import { render } from 'preact';
import { App } from './app.jsx';
import { createEngine } from './engine/engine.js';
import { actions } from './state/actions.js';
import { followAddress } from './state/history.js';
import { refresh, useEngine } from './state/planner.js';
import { change, current } from './state/store.js';
import { applyTheme, onSystemTheme } from './state/theme.js';
import './style/tokens.css';
import './style/base.css';
import './style/shell.css';
import './style/rail.css';
import './style/edit.css';
import './style/results.css';
import './style/candidates.css';
import './style/charts.css';
import './style/detail.css';
import './style/drives_picture.css';
import './style/curves.css';
import './style/compare.css';
import './style/advice.css';
import './style/print.css';

/** `?workers=N` sets how many trial workers run; 0 leaves the trials to the planner's worker. */
function trialWorkers() {
  const text = new URLSearchParams(location.search).get('workers');
  return text !== null && /^\d{1,2}$/.test(text) ? Number(text) : undefined;
}

async function begin() {
  applyTheme(current().theme);
  onSystemTheme(() => actions.setTheme(current().theme));
  await followAddress(refresh);
  render(<App />, document.getElementById('page'));
  try {
    const engine = await createEngine({ trialWorkers: trialWorkers() });
    useEngine(engine);
    change({ about: engine.about });
    refresh();
  } catch (failure) {
    change({ failure: failure.message });
  }
}

begin();
