// How far each uncertain assumption moves the chance of loss, the widest first.

import { scaleLog } from 'd3-scale';
import { chance } from '../text/chance.js';
import { localized } from '../text/numbers.js';

/** Rows with the ends of their bars as shares of a log scale, and where the figure itself is. */
function tornadoRows(tornado, pLoss) {
  const ends = tornado.flatMap(({ low, high }) => [low.p_loss, high.p_loss]).concat(pLoss).filter((value) => value > 0);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const scale = scaleLog().domain([least, Math.max(most, least * 1.001)]).range([0, 1]).clamp(true);
  const at = (value) => (value > 0 ? scale(value) : 0);
  return {
    middle: at(pLoss),
    rows: tornado
      .map((row) => ({ ...row, from: Math.min(at(row.low.p_loss), at(row.high.p_loss)), to: Math.max(at(row.low.p_loss), at(row.high.p_loss)) }))
      .sort((a, b) => (b.to - b.from) - (a.to - a.from)),
  };
}

/** `tornado` as of the planner's what-if; `pLoss` is the figure with every assumption as it is. */
export function Tornado({ tornado, pLoss, family }) {
  const { middle, rows } = tornadoRows(tornado, pLoss);
  return (
    <div class="scroll-never">
      <table class="plain tornado">
        <thead>
          <tr><th scope="col">Assumption</th><th scope="col" class="number">At one end</th><th scope="col"><span class="spoken">Bar</span></th><th scope="col">At the other</th></tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const [less, more] = row.low.p_loss <= row.high.p_loss ? [row.low, row.high] : [row.high, row.low];
            return (
              <tr key={row.assumption}>
                <th scope="row">{localized(row.assumption)}</th>
                <td class="number">{localized(less.text)}<span class="step-rule">{chance(less.p_loss)}</span></td>
                <td class="bar-cell" aria-hidden="true">
                  <div class="scale">
                    <span class={`bar kept family-${family}`} style={{ left: `${row.from * 100}%`, width: `${(row.to - row.from) * 100}%` }} />
                    <span class="middle" style={{ left: `${middle * 100}%` }} />
                  </div>
                </td>
                <td>{localized(more.text)}<span class="step-rule">{chance(more.p_loss)}</span></td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
