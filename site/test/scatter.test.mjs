// The scatter: its front, its labels, its keyboard.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { frontOf, steps } from '../src/charts/front.js';
import { overlaps, placeLabels } from '../src/charts/label_placement.js';
import { decades, nearest, neighbour, scatterGeometry } from '../src/charts/scatter_geometry.js';
import { finding, pointInWords } from '../src/charts/scatter_words.js';
import { setLocale } from '../src/text/numbers.js';
import { plain, planOf } from './support/plans.mjs';

setLocale('en-US');

/** About as wide as labels of 12 px are; a wide font is 15 % more. */
const measure = (factor) => (text, bold) => text.length * 6.4 * factor * (bold ? 1.06 : 1);

function geometry(example, { width = 888, narrow = false, factor = 1 } = {}) {
  const plan = planOf(example);
  return scatterGeometry({ candidates: plan.candidates, selected: plan.candidates[0].layout, width, narrow, measure: measure(factor) });
}

const SHAPES = [{ width: 888 }, { width: 888, factor: 1.15 }, { width: 640, factor: 1.15 }, { width: 358, narrow: true }, { width: 358, narrow: true, factor: 1.15 }];

for (const example of ['jbod60', 'ssd24', 'batches12', 'homelab6', 'nvme8']) {
  for (const shape of SHAPES) {
    test(`no two labels of ${example} overlap, nor a label and a mark: ${JSON.stringify(shape)}`, () => {
      const { labels, points, width } = geometry(example, shape);
      const boxes = [...labels];
      assert.ok(boxes.length >= 3, `only ${boxes.length} labels`);
      assert.ok(labels.has(planOf(example).candidates[0].layout), 'the selected layout has no label');
      for (const [index, [layout, { box }]] of boxes.entries()) {
        assert.ok(box.left >= 0 && box.right <= width, `${layout} leaves the chart`);
        for (const [other, { box: second }] of boxes.slice(index + 1)) assert.ok(!overlaps(box, second), `${layout} and ${other}`);
        // The selected one may cover marks where a phone leaves no other place.
        if (shape.narrow && layout === planOf(example).candidates[0].layout) continue;
        for (const point of points) {
          const mark = { left: point.x - 5, right: point.x + 5, top: point.y - 5, bottom: point.y + 5 };
          assert.ok(!overlaps(box, mark), `${layout} covers ${point.layout}`);
        }
      }
    });
  }
}

test('a label that could be taken for another point’s has a line to its own', () => {
  for (const example of ['jbod60', 'ssd24']) {
    const { labels, points } = geometry(example);
    for (const [layout, { box, leader }] of labels) {
      if (leader) continue;
      const away = ({ x, y }) => Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
      const own = points.find((point) => point.layout === layout);
      const nearer = points.find((point) => away(point) < away(own) - 0.5);
      assert.equal(nearer, undefined, `${layout} stands nearer to ${nearer?.layout}`);
    }
  }
});

test('a label is dropped where it has no place', () => {
  const label = (id) => ({ id, x: 20, y: 10, width: 200, height: 16 });
  const placed = placeLabels([label('a'), label('b')], { marks: [], lines: [], bounds: { left: 0, right: 240, top: 0, bottom: 20 } });
  assert.deepEqual([...placed.keys()], ['a']);
});

test('the front steps through filled points only, each larger and less safe than the last', () => {
  for (const example of ['jbod60', 'ssd24', 'batches12']) {
    const { front, points } = geometry(example);
    assert.ok(front.length > 1);
    for (const [index, point] of front.entries()) {
      assert.ok(point.filled);
      const next = front[index + 1];
      if (next) assert.ok(next.usable > point.usable && next.loss > point.loss);
      const better = points.find((other) => other.filled && other.usable > point.usable && other.loss < point.loss);
      assert.equal(better, undefined, `${better?.layout} is larger and safer than ${point.layout}`);
    }
  }
});

test('steps of the front turn at right angles and pass every point', () => {
  const corners = steps([{ x: 0, y: 0 }, { x: 10, y: 5 }, { x: 12, y: 9 }]);
  assert.deepEqual(corners, [[0, 0], [10, 0], [10, 5], [12, 5], [12, 9]]);
  assert.deepEqual(frontOf([]), []);
});

test('safer is up, larger is right, all points are inside', () => {
  for (const example of ['jbod60', 'ssd24', 'batches12', 'nvme8']) {
    const { points, inner } = geometry(example);
    const [first] = points;
    for (const point of points) {
      assert.ok(point.x >= inner.left && point.x <= inner.right && point.y >= inner.top && point.y <= inner.bottom, point.layout);
      if (point.drawnLoss < first.drawnLoss) assert.ok(point.y < first.y);
      if (point.usable > first.usable) assert.ok(point.x > first.x);
    }
  }
});

test('a single layout, and one that cannot be lost, are drawn', () => {
  const [candidate] = planOf('nvme8').candidates;
  const sure = { ...candidate, reliability: { ...candidate.reliability, p_loss: { ...candidate.reliability.p_loss, point: 0 } } };
  for (const one of [candidate, sure]) {
    const { points } = scatterGeometry({ candidates: [one], selected: one.layout, width: 600, narrow: false, measure: measure(1) });
    assert.ok(Number.isFinite(points[0].x) && Number.isFinite(points[0].y));
  }
});

test('decades get few lines and hold the losses', () => {
  for (const losses of [[1e-15, 0.9], [1e-5, 2e-5], [0.5, 0.6], [1e-9, 1e-2]]) {
    const { from, to, lines } = decades(losses, 6);
    assert.ok(lines.length <= 7 && lines.length >= 1);
    for (const loss of losses) assert.ok(Math.log10(loss) >= from && Math.log10(loss) <= to, `${loss} is outside 10^${from} to 10^${to}`);
  }
});

test('arrows reach every point, along either axis', () => {
  const { points } = geometry('batches12');
  for (const [forth, back] of [['ArrowRight', 'ArrowLeft'], ['ArrowUp', 'ArrowDown']]) {
    let at = neighbour(points, points[0].layout, 'Home');
    for (let step = 0; step < points.length; step += 1) at = neighbour(points, at.layout, back);
    const seen = new Set([at.layout]);
    for (let step = 1; step < points.length; step += 1) {
      const next = neighbour(points, at.layout, forth);
      if (forth === 'ArrowRight') assert.ok(next.usable >= at.usable);
      else assert.ok(next.loss <= at.loss);
      at = next;
      seen.add(at.layout);
    }
    assert.equal(seen.size, points.length, forth);
  }
});

test('a click within 12 pixels finds the nearest point, a click elsewhere none', () => {
  const points = [{ x: 0, y: 0 }, { x: 10, y: 0 }];
  assert.equal(nearest(points, 6, 0, 12), points[1]);
  assert.equal(nearest(points, 40, 0, 12), null);
});

test('points and the finding are named in full', () => {
  const { candidates } = planOf('batches12');
  const find = (layout) => candidates.find((candidate) => candidate.layout === layout);
  assert.match(plain(pointInWords(find('raidz3:12'))), /^raidz3:12, 156\.8 TB, 1 in [\d,.]+( million)?, lost if one batch dies$/);
  assert.match(plain(finding(geometry('batches12'), '5 years')), /^39 layouts by usable space and chance of loss in 5 years\. .*2xraidz2:6, 143\.7 TB/);
});
