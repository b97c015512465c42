// Where the curves of loss over the years go.

import { scaleLinear, scaleLog } from 'd3-scale';
import { area, line } from 'd3-shape';

/** The smallest chance that is drawn. */
const LOWEST = 1e-18;

const drawable = (value) => Math.max(value, LOWEST);

/** The points of a curve of loss, each with its interval where it was simulated. */
export function pointsOf({ curve, curve_interval: intervals = [] }) {
  return curve.map((point, index) => (intervals[index] ? [...point, ...intervals[index]] : point));
}

/**
 * A curve to draw: `points` are `[years, chance]` or `[years, chance, low, high]`, `end` the interval at the end of
 * the mission where one is known.
 */
export function curveGeometry({ curves, width, height, margin }) {
  const values = curves.flatMap(({ points, end }) => [...points.flatMap(([, ...chances]) => chances), ...(end ? [end.low, end.high] : [])]).filter((value) => value > 0);
  const years = Math.max(...curves.flatMap(({ points }) => points.map(([year]) => year)));
  if (values.length === 0 || !(years > 0)) return null;
  const low = Math.floor(Math.log10(drawable(Math.min(...values))));
  const high = Math.min(0, Math.ceil(Math.log10(Math.max(...values))));
  const from = Math.min(low, high - 1);
  const inner = { left: margin.left, right: width - margin.right, top: margin.top, bottom: height - margin.bottom };
  const x = scaleLinear().domain([0, years]).range([inner.left, inner.right]);
  const y = scaleLog().domain([10 ** from, 10 ** high]).range([inner.bottom, inner.top]).clamp(true);
  const step = Math.max(1, Math.ceil((high - from) / 6));
  const decades = [];
  for (let exponent = high; exponent >= from; exponent -= step) decades.push(exponent);
  const path = line().x(([year]) => x(year)).y(([, chance]) => y(drawable(chance)));
  const band = area().x(([year]) => x(year)).y0(([, , lower]) => y(drawable(lower))).y1(([, , , upper]) => y(drawable(upper)));
  const drawn = curves.map((curve) => {
    const points = curve.points.filter(([, chance]) => chance > 0);
    const banded = points.filter((point) => point.length >= 4);
    const last = points.at(-1);
    return {
      ...curve,
      path: path(points) ?? '',
      band: banded.length > 1 ? band(banded) : null,
      end: curve.end && last && curve.end.low < curve.end.high
        ? { x: x(last[0]), top: y(drawable(curve.end.high)), bottom: y(drawable(curve.end.low)) } : null,
      x: last ? x(last[0]) : inner.right,
      y: last ? y(drawable(last[1])) : inner.bottom,
    };
  });
  const yearTicks = x.ticks(Math.min(years, Math.max(2, Math.floor((inner.right - inner.left) / 60)))).filter((year) => years < 2 || Number.isInteger(year));
  return { x, y, inner, decades, yearTicks, years, drawn };
}

/** Moves labels apart so that none overlaps: `[{y, height}]` in, their middles out, in the same order. */
export function spread(labels, top, bottom) {
  const order = labels.map((label, index) => ({ ...label, index })).sort((a, b) => a.y - b.y);
  let free = top;
  for (const label of order) {
    label.middle = Math.max(label.y, free + label.height / 2);
    free = label.middle + label.height / 2;
  }
  let limit = bottom;
  for (const label of [...order].reverse()) {
    label.middle = Math.min(label.middle, limit - label.height / 2);
    limit = label.middle - label.height / 2;
  }
  return order.sort((a, b) => a.index - b.index).map((label) => label.middle);
}
