// Usable space against the chance of loss, every candidate a point.

import { useMemo, useRef, useState } from 'preact/hooks';
import { chance, plusMinus, powerOfTen, SMALLEST } from '../text/chance.js';
import { outlivesBatch } from '../text/losses.js';
import { tb, tib, trimmed, withUnit } from '../text/numbers.js';
import { MarkShape } from './marks.jsx';
import { PHONE, textMeasure, useMedia, useWidth } from './measure.js';
import { nearest, neighbour, scatterGeometry } from './scatter_geometry.js';
import { finding, pointInWords } from './scatter_words.js';
import { steady } from './steady.js';

/** Radius of what can be hit of a point. */
const REACH = 12;

function Axes({ geometry, narrow, mission }) {
  const { inner, decadeLines, y, tbTicks, tibTicks, width, height } = geometry;
  return (
    <g class="axes" aria-hidden="true">
      {decadeLines.map((exponent) => {
        const at = y(10 ** exponent);
        const words = 10 ** exponent <= SMALLEST ? `1 in ${powerOfTen(-exponent)}` : chance(10 ** exponent);
        return (
          <g key={exponent}>
            <line class="grid" x1={inner.left} x2={inner.right} y1={at} y2={at} />
            <text x={inner.left - 6} y={at} dy="0.35em" text-anchor="end">{narrow ? powerOfTen(exponent) : words}</text>
          </g>
        );
      })}
      <line class="axis" x1={inner.left} x2={inner.right} y1={inner.top - 8} y2={inner.top - 8} />
      {tibTicks.map((tick) => (
        <g key={tick.value}>
          <line class="axis" x1={tick.x} x2={tick.x} y1={inner.top - 8} y2={inner.top - 4} />
          <text x={tick.x} y={inner.top - 14} text-anchor="middle">{withUnit(trimmed(tick.value, 3), 'TiB')}</text>
        </g>
      ))}
      <line class="axis" x1={inner.left} x2={inner.right} y1={inner.bottom} y2={inner.bottom} />
      {tbTicks.map((tick) => (
        <g key={tick.value}>
          <line class="axis" x1={tick.x} x2={tick.x} y1={inner.bottom} y2={inner.bottom + 4} />
          <text x={tick.x} y={inner.bottom + 17} text-anchor="middle">{withUnit(trimmed(tick.value, 3), 'TB')}</text>
        </g>
      ))}
      <text x={0} y={8} class="axis-name">{narrow ? `safer ↑  loss in ${mission}` : `safer ↑  chance of loss in ${mission}`}</text>
      <text x={width} y={height - 4} text-anchor="end" class="axis-name">usable space →</text>
    </g>
  );
}

/** How far a chance that is still being simulated may be off, as an upright line. */
function Whisker({ point, error, geometry }) {
  if (!(error > 0.05) || point.loss < SMALLEST) return null;
  const reach = Math.min(0.95, 1.96 * error);
  const [top, bottom] = [geometry.y(point.loss * (1 - reach)), geometry.y(Math.min(1, point.loss * (1 + reach)))];
  return <line class={`whisker family-${point.family}`} y1={Math.max(geometry.inner.top, top) - point.y} y2={Math.min(geometry.inner.bottom, bottom) - point.y} />;
}

// Listeners of the focus are on the figure: on an SVG element they would make it focusable.
const Point = steady(({ point, geometry, state, error }) => {
  return (
    <g
      class={`point ${state.selected ? 'selected' : ''} ${state.hovered ? 'hovered' : ''}`}
      style={{ transform: `translate(${point.x.toFixed(1)}px, ${point.y.toFixed(1)}px)` }}
      role="button"
      tabindex={state.tabbable ? 0 : -1}
      aria-label={pointInWords(point.candidate, error)}
      data-layout={point.layout}
    >
      <circle class="hit" r={REACH} />
      <circle class="hover-ring" r="10" />
      {state.selected && <circle class="selection-ring" r="10" />}
      <Whisker point={point} error={error} geometry={geometry} />
      <MarkShape family={point.family} filled={point.filled} />
    </g>
  );
}, ({ point, geometry, state, error }) => [
  point.layout, point.x.toFixed(1), point.y.toFixed(1), point.filled, point.loss, error, geometry.height, state.selected, state.hovered, state.tabbable,
]);

function HoverCard({ point, geometry, error }) {
  const { candidate } = point;
  const usable = candidate.capacity.zfs_usable_bytes;
  const survives = outlivesBatch(candidate);
  const right = point.x > geometry.width / 2;
  const below = point.y < geometry.height / 2;
  const place = {
    [right ? 'right' : 'left']: `${Math.max(0, right ? geometry.width - point.x + 16 : point.x + 16).toFixed(0)}px`,
    [below ? 'top' : 'bottom']: `${(below ? point.y + 12 : geometry.height - point.y + 12).toFixed(0)}px`,
  };
  return (
    <div class="popover scatter-card" style={place} aria-hidden="true">
      <b>{point.layout}</b>
      <br />{withUnit(tb(usable), 'TB')} ({withUnit(tib(usable), 'TiB')})
      <br />{chance(point.loss)} {plusMinus(error)}
      {survives !== null && <><br />{survives ? 'outlives the loss of any one batch' : 'lost if one batch dies'}</>}
    </div>
  );
}

/** Draws filled points over hollow ones, and the selection over all. */
const drawingOrder = (selected) => (a, b) => Number(a.filled) - Number(b.filled)
  || Number(a.layout === selected) - Number(b.layout === selected);

/** `candidates` to draw, the `selected` layout's name, `unsettled` errors by layout, `mission` in words. */
export function Scatter({ candidates, selected, unsettled, mission, onOpen, onPin }) {
  const [ref, width] = useWidth();
  const svg = useRef(null);
  const narrow = useMedia(PHONE);
  const [focused, setFocused] = useState(null);
  const [hovered, setHovered] = useState(null);
  const geometry = useMemo(
    () => (width > 0 && candidates.length > 0 ? scatterGeometry({ candidates, selected, width, narrow, measure: textMeasure() }) : null),
    [candidates, selected, width, narrow],
  );
  if (geometry === null) {
    return <figure class="scatter" ref={ref}>{candidates.length === 0 && <p class="note">No layout is left to draw: every family is hidden.</p>}</figure>;
  }
  const { points } = geometry;
  const errorOf = (layout) => unsettled?.get(layout) ?? 0;
  const home = points.find((point) => point.layout === focused) ?? points.find((point) => point.layout === selected) ?? points[0];
  const at = (event) => {
    const box = svg.current.getBoundingClientRect();
    return nearest(points, event.clientX - box.left, event.clientY - box.top, REACH);
  };
  const onKeyDown = (event) => {
    const layout = event.target.dataset?.layout;
    if (!layout || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') onOpen(layout);
    else if (event.key === ' ') onPin(layout);
    else if (/^(Arrow|Home$|End$)/.test(event.key)) {
      const next = neighbour(points, layout, event.key);
      setFocused(next.layout);
      svg.current.querySelector(`[data-layout="${CSS.escape(next.layout)}"]`)?.focus();
    } else if (event.key === 'Escape') setHovered(null);
    else return;
    event.preventDefault();
  };
  const onFocusIn = (event) => {
    const { layout } = event.target.dataset;
    if (!layout) return;
    setFocused(layout);
    setHovered(layout);
  };
  const shown = points.find((point) => point.layout === hovered);
  return (
    <figure class="scatter" ref={ref} onFocusIn={onFocusIn} onFocusOut={() => setHovered(null)} onKeyDown={onKeyDown}>
      <svg
        ref={svg} width={geometry.width} height={geometry.height} class={shown ? 'pointing' : ''}
        role="group" aria-label={finding(geometry, mission)} aria-describedby="scatter-keys"
        onPointerMove={(event) => setHovered(at(event)?.layout ?? null)}
        onPointerLeave={() => setHovered(null)}
        onClick={(event) => { const point = at(event); if (point) onOpen(point.layout); }}
      >
        <Axes geometry={geometry} narrow={narrow} mission={mission} />
        {geometry.corners.length > 1 && <path class="front" d={`M${geometry.corners.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}`} />}
        {[...points].sort(drawingOrder(selected)).map((point) => (
          <Point
            key={point.layout} point={point} geometry={geometry} error={errorOf(point.layout)}
            state={{ selected: point.layout === selected, hovered: point.layout === hovered, tabbable: point === home }}
          />
        ))}
        <g class="labels" aria-hidden="true">
          {[...geometry.labels].filter(([, place]) => place.leader).map(([layout, { leader: [x1, y1, x2, y2] }]) => (
            <line key={layout} class="leader" x1={x1} y1={y1} x2={x2} y2={y2} />
          ))}
          {[...geometry.labels].map(([layout, place]) => (
            <text key={layout} class={layout === selected ? 'label selected' : 'label'} x={place.left + 2} y={place.middle} dy="0.35em">{layout}</text>
          ))}
        </g>
      </svg>
      {shown && <HoverCard point={shown} geometry={geometry} error={errorOf(shown.layout)} />}
      <p id="scatter-keys" class="spoken">Arrow keys walk from point to point, Enter opens, Space pins. The table of candidates has the same figures.</p>
    </figure>
  );
}
