// Where is Chromium on this machine, and how is it started?

import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

const OTHER_PLACES = [
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

function runs(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Returns the path of an installed Chromium or Chrome, or null. Throws where CHROME_PATH names none. */
function installedChromium(environment, elsewhere) {
  const named = environment.CHROME_PATH;
  if (named) {
    if (runs(named)) return named;
    throw new Error(`CHROME_PATH is ${named}, which is not a program that can be started`);
  }
  const folders = (environment.PATH ?? '').split(delimiter).filter(Boolean);
  const places = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...places, ...elsewhere].find(runs) ?? null;
}

function installFromDebian() {
  const options = ['-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=600'];
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const words of [['update'], ['install', ...options, 'chromium']]) {
    const { status } = spawnSync('apt-get', words, { stdio: ['ignore', 2, 2], env: environment });
    if (status !== 0) return;
  }
}

/** Returns how this user may install Chromium, or null: root with apt-get. */
function usualInstall() {
  const may = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  return may ? installFromDebian : null;
}

/** Returns the path of Chromium; installs Debian's where this user may, and otherwise says what to install. */
export function findChromium({ environment = process.env, elsewhere = OTHER_PLACES, install = usualInstall } = {}) {
  const found = installedChromium(environment, elsewhere);
  if (found) return found;
  const way = install();
  way?.();
  const installed = installedChromium(environment, elsewhere);
  if (installed) return installed;
  const tried = way ? ' (apt-get was tried and did not bring it)' : '';
  throw new Error(
    `The tests of the page need Chromium or Chrome${tried}. Install it (on Debian and Ubuntu: ` +
      'sudo apt-get install chromium), or name a program in the environment variable CHROME_PATH.',
  );
}

/** Starts Chromium. The caller closes it. */
export function startChromium(moreFlags = []) {
  return chromium.launch({ executablePath: findChromium(), args: [...FLAGS, ...moreFlags], chromiumSandbox: false });
}
