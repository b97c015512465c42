// Curves of loss over the years, and their labels.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { curveGeometry, spread } from '../src/charts/curve_geometry.js';
import { explanationOf } from './support/plans.mjs';

const MARGIN = { left: 40, right: 80, top: 12, bottom: 36 };
const draw = (curves) => curveGeometry({ curves, width: 400, height: 220, margin: MARGIN });

test('a curve of the planner rises to its end at the chance of loss', () => {
  const { candidate } = explanationOf('batches12', '2xraidz2:6');
  const { curve, p_loss: loss } = candidate.reliability;
  const geometry = draw([{ name: 'any data', points: curve, end: loss }]);
  const [only] = geometry.drawn;
  assert.equal(only.x, geometry.inner.right);
  assert.ok(Math.abs(only.y - geometry.y(curve.at(-1)[1])) < 1e-9);
  assert.ok(Math.abs(curve.at(-1)[1] / loss.point - 1) < 0.05, 'the end of the curve is the figure of the mission');
  for (const exponent of geometry.decades) assert.ok(geometry.y(10 ** exponent) >= geometry.inner.top - 1e-9);
});

test('a band is drawn where every point has its interval, and an end where only the last has', () => {
  const points = [[1, 1e-6, 5e-7, 2e-6], [2, 3e-6, 2e-6, 4e-6]];
  assert.ok(draw([{ name: 'a', points }]).drawn[0].band);
  const [plain] = draw([{ name: 'a', points: points.map(([year, value]) => [year, value]), end: { low: 2e-6, high: 4e-6 } }]).drawn;
  assert.equal(plain.band, null);
  assert.ok(plain.end.top < plain.end.bottom);
});

test('no curve, and a curve of nothing, draw nothing', () => {
  assert.equal(draw([{ name: 'a', points: [[1, 0], [2, 0]] }]), null);
});

test('labels move apart and stay inside', () => {
  const middles = spread([{ y: 50, height: 20 }, { y: 52, height: 20 }, { y: 48, height: 20 }, { y: 199, height: 20 }], 0, 200);
  const order = [...middles].sort((a, b) => a - b);
  for (let at = 1; at < order.length; at += 1) assert.ok(order[at] - order[at - 1] >= 20 - 1e-9);
  assert.ok(order[0] >= 10 && order.at(-1) <= 190);
  assert.ok(middles[2] < middles[0] && middles[0] < middles[1], 'their order stays');
});
