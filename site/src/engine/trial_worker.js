// Runs trials of the simulation: takes a model once, then pieces of work, and hands back blocks of results.
// The planner's worker speaks to it through its own port; the page only starts it.

import init, { Trials } from '../../generated/zplan.js';

/** Models in use, by `job:model`. */
const models = new Map();

/** @param {MessagePort} port */
function serve(port) {
  port.onmessage = ({ data }) => {
    if (data.type === 'drop') {
      for (const [key, trials] of models) {
        if (key.startsWith(`${data.job}:`)) {
          trials.free();
          models.delete(key);
        }
      }
      return;
    }
    const key = `${data.job}:${data.model}`;
    try {
      if (!models.has(key)) models.set(key, new Trials(data.modelText));
      port.postMessage({ job: data.job, model: data.model, blocks: models.get(key).run(data.work) });
    } catch (thrown) {
      const failure = typeof thrown === 'string' ? thrown : String(thrown?.message ?? thrown);
      port.postMessage({ job: data.job, model: data.model, failure });
    }
  };
}

self.onmessage = async ({ data }) => {
  await init({ module_or_path: data.module });
  serve(data.port);
  data.port.postMessage({ ready: true });
};
