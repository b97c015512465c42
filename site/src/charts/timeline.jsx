// What happens when a drive fails: the parity left over the hours, and what may go wrong meanwhile.

import { chance } from '../text/chance.js';
import { fixed, hoursText } from '../text/numbers.js';
import { textWidth, useWidth } from './measure.js';

const STEP = 30;

/** Pixels of the picture; the window takes 80 % of the width, whatever its hours. */
function timelineGeometry({ tolerance, waitHours, resilverHours, width }) {
  const total = waitHours + resilverHours;
  const left = 20;
  const right = width - 4;
  const start = left + (right - left) * 0.1;
  const end = left + (right - left) * 0.84;
  const scale = total > 0 ? (end - start) / total : 0;
  const top = 12;
  const level = (parity) => top + (tolerance - parity) * STEP;
  const bar = level(0) + 24;
  return { left, right, start, end, level, bar, swap: start + waitHours * scale, height: bar + 40 };
}

function Picture({ window: shown, width }) {
  const { tolerance, wait_hours: waitHours, resilver_hours: resilverHours } = shown;
  const g = timelineGeometry({ tolerance, waitHours, resilverHours, width });
  const after = Math.max(0, tolerance - 1);
  const levels = Array.from({ length: tolerance + 1 }, (_, parity) => parity);
  const [waitText, resilverText] = [`wait, ${hoursText(waitHours)}`, `resilver, ${hoursText(resilverHours)}`];
  // Texts under narrow parts of the bar move outwards, so that they do not meet.
  const waitEnd = Math.max(g.start + textWidth(waitText), Math.min((g.start + g.swap) / 2 + textWidth(waitText) / 2, g.swap - 6));
  const resilverStart = Math.max(waitEnd + 12, (g.swap + g.end) / 2 - textWidth(resilverText) / 2);
  const healthy = `healthy again after ${hoursText(waitHours + resilverHours)}`;
  const both = textWidth('drive fails') + textWidth(healthy) + 24 <= g.end - g.start;
  return (
    <svg width={width} height={g.height} role="img" aria-label={`The vdev outlives ${fixed(after)} more of ${fixed(tolerance)} failures for ${hoursText(waitHours + resilverHours)}: ${waitText}, then ${resilverText}`}>
      <g aria-hidden="true">
        {levels.map((parity) => (
          <g key={parity}>
            <line class="grid" x1={g.left} x2={g.right} y1={g.level(parity)} y2={g.level(parity)} />
            <text x={g.left - 8} y={g.level(parity)} dy="0.35em" text-anchor="end">{fixed(parity)}</text>
          </g>
        ))}
        <path class="parity-line" d={`M${g.left},${g.level(tolerance)}H${g.start}V${g.level(after)}H${g.end}V${g.level(tolerance)}H${g.right}`} />
        <line class="moment" x1={g.start} x2={g.start} y1={g.level(after)} y2={g.bar} />
        <line class="moment" x1={g.end} x2={g.end} y1={g.level(after)} y2={g.bar} />
        {both && <text class="ink" x={g.start + 6} y={g.level(after) - 7}>drive fails</text>}
        <text class="ink" x={g.end - 6} y={g.level(after) - 7} text-anchor="end">{healthy}</text>
        <rect class="rebuilding" x={g.swap} width={Math.max(0, g.end - g.swap)} y={g.bar} height="14" />
        {waitHours > 0 && <text class="ink" x={waitEnd} y={g.bar + 30} text-anchor="end">{waitText}</text>}
        <text class="ink" x={resilverStart} y={g.bar + 30}>{resilverText}</text>
      </g>
      {waitHours > 0 && <WaitBar x={g.start} width={g.swap - g.start} y={g.bar} />}
    </svg>
  );
}

/** The wait, hatched: strokes cut at the ends of the bar. */
function WaitBar({ x, width, y }) {
  const strokes = [];
  for (let at = x - 14; at < x + width; at += 5) {
    const [x1, x2] = [Math.max(x, at), Math.min(x + width, at + 14)];
    if (x2 > x1) strokes.push(`M${x1.toFixed(1)},${(y + 14 - (x1 - at)).toFixed(1)}L${x2.toFixed(1)},${(y + 14 - (x2 - at)).toFixed(1)}`);
  }
  return (
    <g class="waiting" aria-hidden="true">
      <rect x={x} width={width} y={y} height="14" />
      <path d={strokes.join('')} />
    </g>
  );
}

/** `window` is the planner's `failure_window`. */
export function Timeline({ window: shown, family }) {
  const [ref, width] = useWidth();
  return (
    <figure class={`timeline family-${family}`} ref={ref}>
      <p class="axis-caption" aria-hidden="true">{shown.name.startsWith('mirror') ? 'copies to spare in the vdev' : 'parity left in the vdev'}</p>
      {width > 0 && <Picture window={shown} width={width} />}
      <table class="plain">
        <thead>
          <tr><th scope="col">In these {hoursText(shown.wait_hours + shown.resilver_hours)}</th><th scope="col" class="number">Chance</th><th scope="col">Costs</th></tr>
        </thead>
        <tbody>
          {shown.events.map((event) => (
            <tr key={event.what}><th scope="row">{event.what}</th><td class="number">{chance(event.chance)}</td><td>{event.costs}</td></tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
