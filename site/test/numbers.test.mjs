// Numbers by locale, with true minus signs and no-break spaces.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import {
  binarySize, blockSize, counted, decimalSize, duration, exactBytes, fixed, labelSize, localized, money, setLocale, signed, tbAndTib, trimmed,
} from '../src/text/numbers.js';
import { accepted } from '../src/state/options.js';

afterEach(() => setLocale('en-US'));
setLocale('en-US');

test('digits are grouped, a tie goes to the even digit, minus is a minus', () => {
  assert.equal(fixed(18000207937536), '18,000,207,937,536');
  assert.equal(fixed(1397.25, 1), '1,397.2');
  assert.equal(fixed(1397.35, 1), '1,397.3', 'below the tie in binary');
  assert.equal(fixed(0.5, 0), '0');
  assert.equal(fixed(1.5, 0), '2');
  assert.equal(fixed(-0.5, 1), '\u22120.5');
  assert.equal(fixed(-0.01, 1), '0.0', 'no minus before zero');
  assert.equal(fixed(Number.NaN), 'unknown');
  assert.equal(fixed(Number.POSITIVE_INFINITY), 'unknown');
  assert.equal(trimmed(48, 1), '48');
  assert.equal(trimmed(24.84, 1), '24.8');
  assert.equal(trimmed(100, 0), '100');
});

test('separators are those of the locale', () => {
  setLocale('de-DE');
  assert.equal(fixed(1397.2, 1), '1.397,2');
  assert.equal(trimmed(2.5, 2), '2,5');
  assert.equal(trimmed(3, 2), '3');
  assert.equal(localized('would store 20.7 TB more; it is 4,000,776,192,000 bytes too small'), 'would store 20,7\u00a0TB more; it is 4.000.776.192.000\u00a0bytes too small');
  setLocale('en-IN');
  assert.equal(fixed(12345678), '1,23,45,678');
  setLocale('ar-EG');
  assert.match(fixed(12), /^12$/, 'digits stay those of the text');
});

test('texts of the planner keep versions and names', () => {
  setLocale('de-DE');
  assert.equal(localized('OpenZFS 2.3 reads 2.1.11, 2.3.9 and 2.4.4'), 'OpenZFS 2.3 reads 2.1.11, 2.3.9 and 2.4.4');
  assert.equal(localized('raidz2:12 and draid2:8d:12c:1s'), 'raidz2:12 and draid2:8d:12c:1s');
  assert.equal(localized('less than 1 in 10^15'), 'less than 1\u00a0in\u00a010¹⁵');
});

test('both units stand beside each other, kept with their numbers', () => {
  assert.equal(tbAndTib(143712155860992), '143.7\u00a0TB (130.7\u00a0TiB)');
  assert.equal(tbAndTib(480e9), '0.480\u00a0TB (0.437\u00a0TiB)');
  assert.equal(exactBytes(143712155860992), '143,712,155,860,992\u00a0bytes');
  assert.equal(labelSize(3840755982336), '3.84\u00a0TB');
  assert.equal(labelSize(480103981056), '480.1\u00a0GB');
  assert.equal(blockSize(131072), '128\u00a0KiB');
});

test('steps have the unit that suits them, three decimals from a tera on', () => {
  assert.deepEqual(decimalSize(-125829120), { text: '\u2212125.8', unit: 'MB' });
  assert.deepEqual(binarySize(-125829120), { text: '\u2212120.0', unit: 'MiB' });
  assert.deepEqual(decimalSize(143712155860992), { text: '143.712', unit: 'TB' });
  assert.deepEqual(decimalSize(0), { text: '0', unit: 'B' });
});

test('differences carry their sign', () => {
  assert.equal(signed(13.1, 1), '+13.1');
  assert.equal(signed(-2.01, 2), '\u22122.01');
  assert.equal(signed(0.01, 1), '0.0');
});

test('times, counts and money read as people say them', () => {
  assert.equal(duration(43800), '5\u00a0years');
  assert.equal(duration(24.83), '24.8\u00a0h');
  assert.equal(duration(672), '28\u00a0days');
  assert.equal(counted(1, 'drive'), 'one drive');
  assert.equal(counted(60, 'drive'), '60 drives');
  assert.equal(money(3468, 'USD'), '3,468.00\u00a0USD');
  assert.equal(money(3468, null), '3,468.00');
});

test('a typed quantity may have a decimal comma; what may be a thousand is left to the planner', () => {
  const typed = (kind, text) => accepted({ name: kind, kind, suffix: 'y' }, text, null);
  assert.equal(typed('time', '7,5'), '7.5y');
  assert.equal(typed('time', '1e3'), '1000y', 'a bare number has the unit of the field');
  assert.equal(typed('time', '.5'), '0.5y');
  assert.equal(typed('space', '143,7'), '143.7TB');
  assert.equal(typed('space', '130,7 TiB'), '130.7 TiB');
  assert.equal(typed('space', '1,000'), '1,000');
  assert.equal(typed('space', '1,000.5'), '1,000.5');
  assert.equal(typed('chance', '0,001'), '0.001');
  assert.equal(typed('chance', '1 in 1,000'), '1/1000');
  assert.equal(typed('percent', '85,55'), '85.55%');
  assert.equal(typed('list', '2xraidz2:6,raidz3:12'), '2xraidz2:6 raidz3:12');
});
