// Where the points, axes and labels of the scatter go.

import { scaleLinear, scaleLog } from 'd3-scale';
import { familyOf } from '../text/layout.js';
import { SMALLEST } from '../text/chance.js';
import { isFilled } from '../text/losses.js';
import { TEBI, TERA } from '../text/numbers.js';
import { frontOf, steps } from './front.js';
import { placeLabels } from './label_placement.js';

const LABEL_HEIGHT = 16;
/** Half of what a mark keeps free of labels. */
const MARK_HALF = 6;

/** What is drawn of a candidate; chances below the smallest that is said are drawn at its height. */
export function pointOf(candidate) {
  const loss = candidate.reliability.p_loss.point;
  return {
    layout: candidate.layout,
    family: familyOf(candidate.layout),
    filled: isFilled(candidate),
    usable: candidate.capacity.zfs_usable_bytes,
    loss,
    drawnLoss: Math.min(1, Math.max(loss, SMALLEST)),
    candidate,
  };
}

/** Decades from the lowest to the highest loss, and those that get a line: at most `most`. */
export function decades(losses, most) {
  const low = Math.floor(Math.log10(Math.min(...losses)) - 0.15);
  const high = Math.min(0, Math.ceil(Math.log10(Math.max(...losses)) + 0.15));
  const from = Math.min(low, high - 2);
  const step = [1, 2, 3, 4, 5].find((size) => (high - from) / size <= most) ?? 5;
  const lines = [];
  for (let exponent = high - (((high % step) + step) % step); exponent >= from; exponent -= step) lines.push(exponent);
  return { from, to: high, lines };
}

function extremes(points) {
  if (points.length === 0) return [];
  const largest = points.reduce((a, b) => (b.usable > a.usable ? b : a));
  const smallest = points.reduce((a, b) => (b.usable < a.usable ? b : a));
  const safest = points.reduce((a, b) => (b.loss < a.loss ? b : a));
  const riskiest = points.reduce((a, b) => (b.loss > a.loss ? b : a));
  return [largest, safest, riskiest, smallest];
}

/**
 * The points worth a label, the most important first: selection, front, extremes of all and of the hollow ones; after
 * these `important` ones the extremes of the families, where there is room.
 */
export function labelled(points, front, selected) {
  const chosen = [
    ...points.filter((point) => point.layout === selected),
    ...[...front].reverse(),
    ...extremes(points),
    ...extremes(points.filter((point) => !point.filled)),
  ];
  const families = ['mirror', 'raidz1', 'raidz2', 'raidz3', 'draid'].flatMap((family) =>
    extremes(points.filter((point) => point.family === family)).slice(0, 2));
  return { points: [...new Set([...chosen, ...families])], important: new Set(chosen).size };
}

/**
 * Everything of the scatter in pixels.
 *
 * `width` is that of the figure, `measure(text, bold)` the width of a label, `narrow` asks for the phone's shape.
 */
export function scatterGeometry({ candidates, selected, width, narrow, measure }) {
  const margin = narrow
    ? { left: 40, right: 12, top: 50, bottom: 42 }
    : { left: 104, right: 24, top: 50, bottom: 42 };
  const height = narrow ? 286 : 364;
  const points = candidates.map(pointOf);
  const inner = { left: margin.left, right: width - margin.right, top: margin.top, bottom: height - margin.bottom };
  const { from, to, lines } = decades(points.map((point) => point.drawnLoss), narrow ? 5 : 6);
  // Safer is up: the smallest chance has the smallest y.
  const y = scaleLog().domain([10 ** from, 10 ** to]).range([inner.top, inner.bottom]);
  const sizes = points.map((point) => point.usable / TERA);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const pad = Math.max((most - least) * 0.07, most * 0.02, 1e-3);
  const x = scaleLinear().domain([Math.max(0, least - pad), most + pad]).range([inner.left, inner.right]);
  const inTib = scaleLinear().domain(x.domain().map((size) => (size * TERA) / TEBI)).range(x.range());
  for (const point of points) {
    point.x = x(point.usable / TERA);
    point.y = y(point.drawnLoss);
  }
  const front = frontOf(points.filter((point) => point.filled));
  const corners = steps(front);
  const segments = corners.slice(1).map(([x2, y2], index) => [...corners[index], x2, y2]);
  const { points: chosen, important } = labelled(points, front, selected);
  const wanted = chosen.map((point, index) => ({
    id: point.layout, x: point.x, y: point.y, near: index >= important, always: point.layout === selected, width: measure(point.layout, point.layout === selected) + 4, height: LABEL_HEIGHT,
  }));
  const half = (point) => (point.layout === selected ? MARK_HALF + 4 : MARK_HALF);
  const labels = placeLabels(wanted, {
    marks: points.map((point) => ({
      id: point.layout, x: point.x, y: point.y, left: point.x - half(point), right: point.x + half(point), top: point.y - half(point), bottom: point.y + half(point),
    })),
    lines: segments,
    bounds: { left: inner.left, right: width, top: inner.top - 4, bottom: inner.bottom - 2 },
  });
  const tickCount = Math.max(2, Math.floor((inner.right - inner.left) / (narrow ? 70 : 100)));
  return {
    width, height, inner, points, front, corners, labels, decadeLines: lines, y,
    tbTicks: x.ticks(tickCount).map((value) => ({ value, x: x(value) })),
    tibTicks: inTib.ticks(tickCount).map((value) => ({ value, x: inTib(value) })),
  };
}

/** The point to which an arrow key leads: the next along usable space, or along the chance of loss. */
export function neighbour(points, current, key) {
  const alongX = key === 'ArrowLeft' || key === 'ArrowRight';
  const order = [...points].sort(alongX
    ? (a, b) => a.usable - b.usable || b.loss - a.loss
    : (a, b) => b.loss - a.loss || a.usable - b.usable);
  const at = order.findIndex((point) => point.layout === current);
  if (key === 'Home') return order[0];
  if (key === 'End') return order.at(-1);
  const step = key === 'ArrowRight' || key === 'ArrowUp' ? 1 : -1;
  return order[Math.min(order.length - 1, Math.max(0, at + step))];
}

/** The point nearest to a place, within `reach` pixels. */
export function nearest(points, x, y, reach) {
  let best = null;
  for (const point of points) {
    const distance = Math.hypot(point.x - x, point.y - y);
    if (distance <= reach && (best === null || distance < best.distance)) best = { point, distance };
  }
  return best?.point ?? null;
}
