// The tests find a browser by themselves, or say what to install; they never skip in silence.

import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { findChromium } from './support/chromium.mjs';

function program(name) {
  const folder = mkdtempSync(join(tmpdir(), 'zplan-'));
  const path = join(folder, name);
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, 0o755);
  return { folder, path };
}

const nowhere = { elsewhere: [], install: () => null };

test('CHROME_PATH goes before all other places', () => {
  const { path } = program('my-browser');
  const { folder } = program('chromium');
  assert.equal(findChromium({ ...nowhere, environment: { CHROME_PATH: path, PATH: folder } }), path);
});

test('a CHROME_PATH that names no program is an error, not a reason to look elsewhere', () => {
  const { folder } = program('chromium');
  assert.throws(() => findChromium({ ...nowhere, environment: { CHROME_PATH: '/no/such', PATH: folder } }), /CHROME_PATH is \/no\/such/);
});

test('a browser in the search path is taken', () => {
  const { folder, path } = program('google-chrome-stable');
  assert.equal(findChromium({ ...nowhere, environment: { PATH: folder } }), path);
});

test('what is installed on the way is taken', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zplan-'));
  const path = join(folder, 'chromium');
  const install = () => () => {
    writeFileSync(path, '#!/bin/sh\n');
    chmodSync(path, 0o755);
  };
  assert.equal(findChromium({ elsewhere: [], environment: { PATH: folder }, install }), path);
});

test('without one, a sentence says what to install', () => {
  assert.throws(() => findChromium({ ...nowhere, environment: { PATH: '' } }), /need Chromium or Chrome\. Install it .*apt-get install chromium/);
  assert.throws(() => findChromium({ elsewhere: [], environment: {}, install: () => () => {} }), /apt-get was tried/);
});
