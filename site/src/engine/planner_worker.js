// The planner's worker: holds inventories, the plan and the explanation, and hands pieces of simulation to the trial
// workers. It answers between two turns, so that a newer input supersedes an older one at once.

import init, { Explaining, Inventory, Planning, about, advise, advise_text, advise_topics } from '../../generated/zplan.js';
import { Crew } from './crew.js';
import { Job } from './job.js';
import { problemFrom } from './problem.js';
import { bytesOf } from './sources.js';
import { refuseLongTexts, summary } from './summary.js';

/** Inventories read last, by key: the plan, the explanation and one to spare. */
const MOST_INVENTORIES = 3;
const inventories = new Map();

/** The jobs at work, by slot: one plan, one explanation. The explanation goes first: someone looks at it. */
const SLOTS = ['explain', 'plan'];
/** @type {Record<string, Job|null>} */
const jobs = { explain: null, plan: null };
/** Newest job asked for, by slot. */
const newest = { explain: 0, plan: 0 };

const crew = new Crew((id, model, blocks, failure) => {
  const job = Object.values(jobs).find((candidate) => candidate?.id === id);
  if (job && !job.ended) {
    attempt(job.id, 'run', () => {
      if (failure !== null) throw failure;
      job.run.absorb(model, blocks);
      job.tell();
    });
  }
  pump();
});

const turns = new MessageChannel();
turns.port1.onmessage = () => {
  turnAsked = false;
  takeTurn();
};
let turnAsked = false;
function askTurn() {
  if (turnAsked) return;
  turnAsked = true;
  turns.port2.postMessage(null);
}

/** Runs something that may throw; what is thrown becomes a problem of the job. */
function attempt(id, stage, work) {
  try {
    return work();
  } catch (thrown) {
    const job = Object.values(jobs).find((candidate) => candidate?.id === id);
    if (job) job.ended = true;
    const problem = problemFrom(thrown, stage);
    self.postMessage({ id, type: 'problem', problem, broken: problem.broken });
    return undefined;
  }
}

async function inventoryOf(sources, request) {
  const key = JSON.stringify([sources.map((source) => source.id), request]);
  let inventory = inventories.get(key);
  if (!inventory) {
    const bytes = await bytesOf(sources);
    const files = sources.map((source) => source.name);
    inventory = inventories.get(key) ?? new Inventory(JSON.stringify({ ...request, files }), bytes);
    refuseLongTexts(inventory);
  }
  inventories.delete(key);
  inventories.set(key, inventory);
  for (const [oldest, old] of inventories) {
    if (inventories.size <= MOST_INVENTORIES) break;
    inventories.delete(oldest);
    old.free();
  }
  return inventory;
}

async function start(slot, { id, sources, request, options, layout }) {
  newest[slot] = id;
  retire(slot);
  let stage = 'inventory';
  try {
    const inventory = await inventoryOf(sources, request);
    if (newest[slot] !== id) return;
    stage = 'options';
    const run = slot === 'plan'
      ? new Planning(inventory, JSON.stringify(options))
      : new Explaining(inventory, JSON.stringify(options), layout);
    const job = new Job(id, run, (message) => self.postMessage({ id, ...message }));
    jobs[slot] = job;
    stage = 'run';
    job.begin();
    pump();
  } catch (thrown) {
    const problem = problemFrom(thrown, stage);
    self.postMessage({ id, type: 'problem', problem, broken: problem.broken });
  }
}

function retire(slot) {
  const job = jobs[slot];
  jobs[slot] = null;
  if (!job) return;
  crew.drop(job.id);
  try {
    job.free();
  } catch {
    // A planner that stopped in the middle of a call cannot be freed; it goes with the worker.
  }
}

/** Hands out pieces to all idle trial workers, or asks for a turn to run them here. */
function pump() {
  if (crew.size === 0) {
    if (SLOTS.some((slot) => jobs[slot]?.active)) askTurn();
    return;
  }
  for (const slot of SLOTS) {
    const job = jobs[slot];
    while (job?.active) {
      const member = crew.idleMember();
      if (!member) return;
      const piece = attempt(job.id, 'run', () => job.nextPiece(crew.size));
      if (!piece) break;
      crew.give(member, job.id, piece.model, piece.work, () => job.run.model(piece.model));
    }
  }
}

function takeTurn() {
  for (const slot of SLOTS) {
    const job = jobs[slot];
    if (!job?.active) continue;
    attempt(job.id, 'run', () => {
      job.workHere();
      job.tell();
    });
    break;
  }
  pump();
}

/** Answers one question; what it throws goes back as a problem. */
async function answer(id, stage, work) {
  try {
    self.postMessage({ id, type: 'answer', value: await work() });
  } catch (thrown) {
    const problem = problemFrom(thrown, stage);
    self.postMessage({ id, type: 'problem', problem, broken: problem.broken });
  }
}

function exported({ slot, kind, sources, request }) {
  if (kind === 'inventory') return inventoryOf(sources, request).then((inventory) => inventory.csv());
  const run = jobs[slot]?.run;
  if (!run) throw JSON.stringify({ message: 'there is no plan to export', hint: 'name the drives first' });
  if (kind === 'json') return run.json();
  if (kind === 'markdown') return run.markdown();
  if (kind === 'csv') return run.csv();
  if (kind === 'procurement') return run.procurement();
  return run.emit(kind);
}

const handlers = {
  plan: (data) => start('plan', data),
  explain: (data) => start('explain', data),
  leave: ({ slot }) => {
    newest[slot] = 0;
    retire(slot);
  },
  pause: ({ slot, id }) => {
    const job = jobs[slot];
    if (job?.id !== id || job.ended) return;
    job.paused = true;
    attempt(id, 'run', () => job.tellProgress());
  },
  resume: ({ slot, id }) => {
    const job = jobs[slot];
    if (job?.id !== id || job.ended) return;
    job.paused = false;
    attempt(id, 'run', () => job.tell());
    pump();
  },
  read: ({ id, sources, request }) => answer(id, 'inventory', async () => summary(await inventoryOf(sources, request))),
  'explain-once': ({ id, sources, request, options, layout }) => answer(id, 'options', async () => {
    const explaining = new Explaining(await inventoryOf(sources, request), JSON.stringify(options), layout);
    const text = explaining.json();
    explaining.free();
    return text;
  }),
  export: (data) => answer(data.id, 'run', () => exported(data)),
  advise: ({ id, topic, input }) => answer(id, 'options', () => ({
    json: advise(topic, JSON.stringify(input)),
    text: advise_text(topic, JSON.stringify(input)),
  })),
  topics: ({ id }) => answer(id, 'run', () => advise_topics()),
  'trial-worker': ({ port }) => crew.add(port),
};

/** Turns the embedded text, base64 of a raw deflate, into a compiled module. */
async function compile(text) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let index = 0; index < letters.length; index += 1) bytes[index] = letters.charCodeAt(index);
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

let begin;
const begun = new Promise((resolve) => {
  begin = resolve;
});

self.onmessage = async ({ data }) => {
  if (data.type !== 'start') {
    await begun;
    handlers[data.type]?.(data);
    return;
  }
  const module = data.module ?? (await compile(data.wasm));
  await init({ module_or_path: module });
  begin();
  self.postMessage({ type: 'ready', module, about: JSON.parse(about()) });
};
