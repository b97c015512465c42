// Chances in words and in powers of ten.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { chance, chanceInFull, comparedWith, interval, plusMinus, scientific, twoDigits } from '../src/text/chance.js';
import { setLocale } from '../src/text/numbers.js';
import { plain } from './support/plans.mjs';

setLocale('en-US');
const words = (value) => plain(chance(value));

test('two digits of one in so many', () => {
  assert.equal(words(8.39e-6), '1 in 120,000');
  assert.equal(words(1 / 449e6), '1 in 450 million');
  assert.equal(words(1 / 26.2e6), '1 in 26 million');
  assert.equal(words(1 / 9.96e6), '1 in 10 million');
  assert.equal(words(1 / 1.23e9), '1 in 1.2 billion');
  assert.equal(words(0.001), '1 in 1,000');
  assert.equal(words(2e-15), '1 in 500 trillion');
});

test('percent from 1 in 20 on, only the bound below 10⁻¹⁵', () => {
  assert.equal(words(0.05), '5 %');
  assert.equal(words(0.0499), '1 in 20');
  assert.equal(words(0.123), '12 %');
  assert.equal(words(0.999), '99.9 %');
  assert.equal(words(1e-17), 'less than 1 in 10¹⁵');
  assert.equal(words(0), 'none in this model');
});

test('powers of ten are raised, errors beside them', () => {
  assert.equal(plain(scientific(8.39e-6)), '8.39 × 10⁻⁶');
  assert.equal(plain(scientific(1)), '1.00 × 10⁰');
  assert.equal(plain(chanceInFull({ point: 8.39e-6, std_error: 8.39e-8 })), '8.39 × 10⁻⁶ ± 1 %');
  assert.equal(plain(chanceInFull({ point: 8.39e-6, std_error: 0 })), '8.39 × 10⁻⁶');
  assert.equal(plain(plusMinus(0.062)), '± 6.2 %');
  assert.equal(plain(plusMinus(0.45)), '± 45 %');
  assert.equal(plusMinus(0), '');
});

test('the interval says its coverage, a solved chance that it has none', () => {
  assert.match(plain(interval({ low: 1e-6, high: 2e-6, confidence: 0.95, std_error: 1e-7 })), /^95 % interval 1\.00 × 10⁻⁶ to 2\.00 × 10⁻⁶$/);
  assert.match(interval({ low: 1, high: 1, confidence: 0.95, std_error: 0 }), /solved/);
});

test('compared with a baseline', () => {
  assert.equal(comparedWith(3.88e-8, 8.39e-6), '216 times safer');
  assert.equal(comparedWith(1.47e-5, 8.39e-6), '1.8 times the chance');
  assert.equal(comparedWith(8.4e-6, 8.39e-6), 'about the same');
});

test('two significant digits stay exact', () => {
  for (const value of [1, 1.04, 0.00123456, 987654, 3.3e-300, 1e300]) {
    const rounded = twoDigits(value);
    assert.equal(Number(rounded.toPrecision(2)), rounded);
    assert.ok(Math.abs(rounded - value) <= 0.05 * value);
  }
});
