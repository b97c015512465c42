// The engine as the page sees it: questions in, promises and updates out. All computing is done in workers.

import plannerText from 'worker:./planner_worker.js';
import trialText from 'worker:./trial_worker.js';
import wasmText from 'deflated:../../generated/zplan_bg.wasm';

/** Most trial workers, whatever the machine has. */
const MOST_TRIAL_WORKERS = 16;

/** Trial workers for this machine: the planner's worker mostly waits, so each core can run trials. */
function usualTrialWorkers() {
  return Math.min(MOST_TRIAL_WORKERS, Math.max(1, navigator.hardwareConcurrency || 1));
}

function startWorker(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const worker = new Worker(address, { name });
  URL.revokeObjectURL(address);
  return worker;
}

/**
 * Starts the workers and the planner in them.
 * @param {{trialWorkers?: number}} settings
 */
export async function createEngine({ trialWorkers = usualTrialWorkers() } = {}) {
  const engine = new Engine(trialWorkers);
  await engine.start();
  return engine;
}

class Engine {
  constructor(trialWorkers) {
    this.trialWorkers = trialWorkers;
    this.about = null;
    this.next = 1;
    /** What waits for an answer, by id. */
    this.waiting = new Map();
    /** Listener of the current job, by slot: `{id, onUpdate}`. */
    this.current = { plan: null, explain: null };
    this.sourceIds = new WeakMap();
    this.workers = [];
  }

  /** Starts all workers; resolves when the planner answers. */
  start(module = null) {
    const planner = startWorker(plannerText, 'zplan planner');
    this.planner = planner;
    this.workers = [planner];
    return new Promise((resolve, reject) => {
      planner.onerror = (event) => reject(new Error(event.message || 'the worker could not be started'));
      planner.onmessage = ({ data }) => {
        if (data.type === 'ready') {
          this.about = data.about;
          this.module = data.module;
          this.startTrialWorkers(data.module);
          resolve();
        } else {
          this.receive(data);
        }
      };
      planner.postMessage(module ? { type: 'start', module } : { type: 'start', wasm: wasmText });
    });
  }

  startTrialWorkers(module) {
    for (let index = 0; index < this.trialWorkers; index += 1) {
      const { port1, port2 } = new MessageChannel();
      const worker = startWorker(trialText, `zplan trials ${index + 1}`);
      this.workers.push(worker);
      worker.postMessage({ module, port: port1 }, [port1]);
      this.planner.postMessage({ type: 'trial-worker', port: port2 }, [port2]);
    }
  }

  /** Starts over after the planner stopped in the middle of a call. */
  async restart(problem) {
    for (const worker of this.workers) worker.terminate();
    for (const { reject } of this.waiting.values()) reject(problem);
    this.waiting.clear();
    this.current = { plan: null, explain: null };
    await this.start(this.module);
  }

  receive(data) {
    const waiting = this.waiting.get(data.id);
    const slot = Object.keys(this.current).find((name) => this.current[name]?.id === data.id);
    if (waiting) {
      this.waiting.delete(data.id);
      if (data.type === 'problem') waiting.reject(data.problem);
      else waiting.resolve(data.value);
    } else if (slot) {
      this.current[slot].onUpdate(data);
    }
    if (data.broken) this.restart(data.problem);
  }

  ask(message) {
    const id = this.next;
    this.next += 1;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.planner.postMessage({ id, ...message });
    });
  }

  /** Sources with a number each, by which the worker knows what it has read already. */
  numbered(sources) {
    return sources.map((source) => {
      if (!this.sourceIds.has(source)) {
        this.sourceIds.set(source, this.next);
        this.next += 1;
      }
      return { ...source, id: this.sourceIds.get(source) };
    });
  }

  /** Reads drive lists. Rejects with a Problem. */
  async readInventory(sources, request) {
    const { text, csv, origin, count } = await this.ask({ type: 'read', sources: this.numbered(sources), request });
    return { document: text === null ? null : JSON.parse(text), csv, origin, count };
  }

  /**
   * Plans; a newer call supersedes an older one.
   * @returns {{cancel(): void, resume(): void}}
   */
  plan(input, onUpdate) {
    return this.begin('plan', input, (data) => {
      if (data.type === 'result') {
        const { text, words, progress, final } = data;
        onUpdate({ type: 'plan', text, plan: JSON.parse(text), words, progress, final });
      } else {
        onUpdate(data);
      }
    });
  }

  /** Explains one layout; a newer call supersedes an older one. */
  explain(input, onUpdate) {
    return this.begin('explain', input, (data) => {
      if (data.type === 'result') {
        const { text, words, progress, final } = data;
        onUpdate({ type: 'explanation', text, document: JSON.parse(text), words, progress, final });
      } else {
        onUpdate(data);
      }
    });
  }

  /** The closed-form explanation of one layout, beside what is being planned and explained. */
  async explainOnce(input) {
    return JSON.parse(await this.ask({ type: 'explain-once', ...input, sources: this.numbered(input.sources) }));
  }

  begin(slot, input, onUpdate) {
    const id = this.next;
    this.next += 1;
    this.current[slot] = { id, onUpdate };
    this.planner.postMessage({ type: slot, id, ...input, sources: this.numbered(input.sources) });
    return {
      cancel: () => this.planner.postMessage({ type: 'pause', slot, id }),
      resume: () => this.planner.postMessage({ type: 'resume', slot, id }),
    };
  }

  /** Lets go of a plan or an explanation that nobody looks at any more. */
  leave(slot) {
    this.current[slot] = null;
    this.planner.postMessage({ type: 'leave', slot });
  }

  /** The text of an export: json, csv, markdown, procurement, inventory, or a kind of `--emit`. */
  export(kind, { slot = 'plan', sources = [], request = {} } = {}) {
    return this.ask({ type: 'export', kind, slot, sources: this.numbered(sources), request });
  }

  advise(topic, input) {
    return this.ask({ type: 'advise', topic, input });
  }

  async topics() {
    return JSON.parse(await this.ask({ type: 'topics' }));
  }
}
