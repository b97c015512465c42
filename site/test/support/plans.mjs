// Plans and explanations of the example inventories, as the command line gives them without a simulation.

import { AS_OF, zplan } from './zplan.mjs';

const known = new Map();

/** What zplan prints; its exit code says besides that nothing fits. */
function printed(...words) {
  try {
    return zplan(...words);
  } catch (failure) {
    if (failure.stdout) return failure.stdout;
    throw failure;
  }
}

function json(...words) {
  const key = words.join(' ');
  if (!known.has(key)) known.set(key, JSON.parse(printed(...words, '--as-of', AS_OF, '--format', 'json')));
  return known.get(key);
}

/** The plan of an example: `batches12`, with further options. */
export const planOf = (example, ...options) => json('--disks', `${example}.csv`, '--no-simulate', ...options);

/** A layout of an example explained. */
export const explanationOf = (example, layout, ...options) => json('explain', layout, '--disks', `${example}.csv`, '--no-simulate', ...options);

/** The text for a terminal of a command on an example. */
export const textOf = (example, ...words) => zplan(...words, '--disks', `${example}.csv`, '--no-simulate', '--as-of', AS_OF);

/** A text with ordinary spaces. */
export const plain = (text) => text.replaceAll('\u00a0', ' ');
