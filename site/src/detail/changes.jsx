// Which single change helps most.

import { capitalized, hoursText, localized } from '../text/numbers.js';
import { chance } from '../text/chance.js';
import { changeRows, factorInWords, priceOf } from './changes_words.js';

/** What would just reach the highest chance of loss that is allowed, a sentence each. */
function limits(limit) {
  const lines = [];
  const most = chance(limit.max_loss);
  if (limit.most_delay_hours !== null) lines.push(`A wait for the new drive of ${hoursText(limit.most_delay_hours)}, now ${hoursText(limit.delay_hours)}, would give ${most}.`);
  if (limit.most_rebuild_hours !== null) lines.push(`A resilver of ${hoursText(limit.most_rebuild_hours)}, now ${hoursText(limit.rebuild_hours)}, would give ${most}.`);
  return lines;
}

/** Names of layouts keep their small letter. */
const startsWithLayout = (change) => change.what.startsWith(change.layout);

/** `whatIf` as of the planner; `family` for the colour of the bars. */
export function Changes({ whatIf, currency, family }) {
  const { middle, rows } = changeRows(whatIf.changes, whatIf.p_loss);
  if (rows.length === 0) return <p class="note">No single change of this layout is possible with these drives.</p>;
  return (
    <>
      <table class="plain changes" role="table">
        <thead class="spoken" role="rowgroup">
          <tr role="row">{['Change', 'Bar', 'Chance of loss', 'Price'].map((name) => <th key={name} scope="col" role="columnheader">{name}</th>)}</tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ change, factor, from, to, safer }) => (
            <tr key={change.what} role="row">
              <th scope="row" role="rowheader">{startsWithLayout(change) ? localized(change.what) : capitalized(localized(change.what))}</th>
              <td class="bar-cell" aria-hidden="true">
                <div class="scale">
                  <span class={`bar ${safer ? 'kept' : 'gone'} family-${family}`} style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }} />
                  <span class="middle" style={{ left: `${middle * 100}%` }} />
                </div>
              </td>
              <td role="cell" class="number factor" data-tip={`${chance(change.p_loss)} afterwards`}><b>{factorInWords(factor)}</b></td>
              <td role="cell" class="muted price">{priceOf(change, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {limits(whatIf.limit).map((line) => <p key={line} class="note">{line}</p>)}
    </>
  );
}
