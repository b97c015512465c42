// The command line that the page must agree with, and the example inventories.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export const EXAMPLES = join(ROOT, 'data', 'examples');

/** Day on which every test counts ages. */
export const AS_OF = '2026-12-01';

/** Returns the names of all example inventories. */
export function exampleNames() {
  return readdirSync(EXAMPLES).filter((name) => name.endsWith('.csv')).sort();
}

/** Returns the path of an example. */
export function examplePath(name) {
  return join(EXAMPLES, name);
}

/** Returns the text of an example. */
export function exampleText(name) {
  return readFileSync(examplePath(name), 'utf8');
}

/** Returns the path of the command line: the newer of the builds, or what ZPLAN names. */
export function zplanBinary() {
  const target = process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target');
  const built = ['release', 'debug'].map((profile) => join(target, profile, 'zplan')).filter(existsSync);
  built.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  const named = process.env.ZPLAN ?? built[0];
  if (!named) throw new Error('Build the command line first (cargo build --release --locked), or name it in ZPLAN.');
  return named;
}

/** Runs zplan in the folder of the examples; returns what it printed. */
export function zplan(...words) {
  return execFileSync(zplanBinary(), words, {
    cwd: EXAMPLES,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
