// The chance of loss over the years.

import { useMemo } from 'preact/hooks';
import { chance, powerOfTen } from '../text/chance.js';
import { fixed, trimmed } from '../text/numbers.js';
import { curveGeometry, spread } from './curve_geometry.js';
import { MarkShape } from './marks.jsx';
import { textWidth, useWidth } from './measure.js';

const HEIGHT = 220;

/** Ends of curves with their names, kept apart. */
function EndLabels({ geometry, height }) {
  const { drawn, inner } = geometry;
  const middles = spread(drawn.map((curve) => ({ y: curve.y, height: curve.value ? 36 : 20 })), inner.top - 16, height);
  return drawn.map((curve, index) => {
    const x = inner.right + (curve.family ? 16 : 8);
    const middle = middles[index];
    return (
      <g key={curve.name} class="end-labels" aria-hidden="true">
        {curve.family && (
          <g transform={`translate(${inner.right.toFixed(1)},${curve.y.toFixed(1)})`}><MarkShape family={curve.family} filled={curve.filled} scale={0.9} /></g>
        )}
        <text class="end-label name" x={x} y={curve.value ? middle - 8 : middle} dy="0.35em">{curve.name}</text>
        {curve.value && <text class="end-label" x={x} y={middle + 8} dy="0.35em">{curve.value}</text>}
      </g>
    );
  });
}

function Axes({ geometry }) {
  const { inner, decades, yearTicks, x, y, years } = geometry;
  return (
    <g class="axes" aria-hidden="true">
      {decades.map((exponent) => (
        <g key={exponent}>
          <line class="grid" x1={inner.left} x2={inner.right} y1={y(10 ** exponent)} y2={y(10 ** exponent)} />
          <text x={inner.left - 8} y={y(10 ** exponent)} dy="0.35em" text-anchor="end">{powerOfTen(exponent)}</text>
        </g>
      ))}
      <line class="axis" x1={inner.left} x2={inner.right} y1={inner.bottom + 6} y2={inner.bottom + 6} />
      {yearTicks.map((year, index) => (
        <g key={year}>
          <line class="axis" x1={x(year)} x2={x(year)} y1={inner.bottom + 6} y2={inner.bottom + 10} />
          <text x={x(year)} y={inner.bottom + 24} text-anchor="middle">{trimmed(year, 2)}{index === yearTicks.length - 1 && (years >= 2 ? ' years' : ' year')}</text>
        </g>
      ))}
    </g>
  );
}

function Lines({ geometry, previous }) {
  return (
    <g aria-hidden="true">
      {geometry.drawn.filter((curve) => curve.band).map((curve) => <path key={curve.name} class={`band family-${curve.colour}`} d={curve.band} />)}
      {previous && <path class="curve-before" d={previous} />}
      {geometry.drawn.map((curve) => (
        <g key={curve.name} class={`family-${curve.colour}`}>
          <path class={`curve dash-${curve.dash ?? 0}`} d={curve.path} />
          {curve.end && (
            <path class="interval" d={`M${curve.end.x - 3},${curve.end.top}h6M${curve.end.x},${curve.end.top}V${curve.end.bottom}M${curve.end.x - 3},${curve.end.bottom}h6`} />
          )}
        </g>
      ))}
    </g>
  );
}

/** The same numbers as a table, about ten rows. */
function CurveTable({ curves }) {
  const longest = curves.reduce((a, b) => (b.points.length > a.points.length ? b : a));
  const every = Math.max(1, Math.ceil(longest.points.length / 10));
  const years = longest.points.map(([year]) => year).filter((_, index, all) => (all.length - 1 - index) % every === 0);
  const at = (curve, year) => curve.points.find(([when]) => Math.abs(when - year) < 1e-9);
  return (
    <details class="as-table">
      <summary>As a table</summary>
      <table>
        <thead><tr><th scope="col" class="number">Years</th>{curves.map((curve) => <th key={curve.name} scope="col" class="number">{curve.name}</th>)}</tr></thead>
        <tbody>
          {years.map((year) => (
            <tr key={year}>
              <th scope="row" class="number">{fixed(year, 1)}</th>
              {curves.map((curve) => <td key={curve.name} class="number">{at(curve, year) ? chance(at(curve, year)[1]) : '–'}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function finding(curves) {
  return curves.map((curve) => {
    const [year, value] = curve.points.at(-1);
    return `${curve.name}: ${chance(value)} after ${trimmed(year, 1)} years`;
  }).join('; ');
}

/**
 * `curves` are `{name, value, points, end, colour, dash, family, filled}`; `colour` is a family, `family` draws its
 * mark at the end. `previous` are the points before a slider moved, drawn thin and grey.
 */
export function Curve({ curves, previous, height = HEIGHT }) {
  const [ref, width] = useWidth();
  const shown = useMemo(() => curves.filter((curve) => curve.points.length > 0), [curves]);
  const labels = shown.flatMap((curve) => [textWidth(curve.name, true), curve.value ? textWidth(curve.value) : 0]);
  const margin = { left: 48, right: Math.max(40, ...labels) + (shown.some((curve) => curve.family) ? 20 : 12), top: 12, bottom: 36 };
  const geometry = useMemo(() => {
    if (width === 0 || shown.length === 0) return null;
    const extra = previous?.length > 0 ? [{ name: '', points: previous }] : [];
    return curveGeometry({ curves: [...shown, ...extra], width, height, margin });
  }, [shown, previous, width, height, margin.right]);
  const before = geometry && previous?.length > 0 ? geometry.drawn.at(-1).path : null;
  const drawn = geometry && { ...geometry, drawn: geometry.drawn.slice(0, shown.length) };
  return (
    <figure class="curve-figure" ref={ref}>
      {shown.length === 0 && <p class="note">No curve is known: it comes with the simulation.</p>}
      {drawn && (
        <>
          <p class="axis-caption" aria-hidden="true">chance of loss since the start</p>
          <svg width={width} height={height} role="img" aria-label={finding(shown)}>
            <Axes geometry={drawn} />
            <Lines geometry={drawn} previous={before} />
            <EndLabels geometry={drawn} height={height} />
          </svg>
          <CurveTable curves={shown} />
        </>
      )}
    </figure>
  );
}
