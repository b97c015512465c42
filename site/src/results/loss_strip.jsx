// The chance of loss as a mark on a log strip, safer to the right.

import { MarkShape } from '../charts/marks.jsx';
import { familyOf } from '../text/layout.js';
import { isFilled } from '../text/losses.js';

const WIDTH = 112;
const LEFT = 6;
const RIGHT = 106;

/** Where on the strip from 10⁻² to 10⁻¹⁰ a chance is; beyond an end it is at the end. */
function placeOnStrip(loss) {
  const share = (-Math.log10(Math.max(loss, 1e-300)) - 2) / 8;
  return LEFT + Math.min(1, Math.max(0, share)) * (RIGHT - LEFT);
}

export function LossStrip({ candidate }) {
  return (
    <svg class="loss-strip" viewBox={`0 0 ${WIDTH} 16`} width={WIDTH} height="16" aria-hidden="true" focusable="false">
      <line class="strip" x1={LEFT} x2={RIGHT} y1="8" y2="8" />
      {[0, 1, 2, 3, 4].map((tick) => {
        const x = LEFT + (tick * (RIGHT - LEFT)) / 4;
        return <line key={tick} class="strip" x1={x} x2={x} y1="4.5" y2="11.5" />;
      })}
      <g transform={`translate(${placeOnStrip(candidate.reliability.p_loss.point).toFixed(1)},8)`}>
        <MarkShape family={familyOf(candidate.layout)} filled={isFilled(candidate)} scale={0.8} />
      </g>
    </svg>
  );
}
