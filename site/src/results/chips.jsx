// The families as chips: the legend of the marks, and the filter.

import { Mark } from '../charts/marks.jsx';
import { familyName } from '../text/layout.js';
import { fixed } from '../text/numbers.js';
import { batchLosers, familiesIn } from './visible.js';
import { SORT_KEYS } from './order.js';

function Chip({ pressed, dashed, onClick, children }) {
  return (
    <button type="button" class={`chip ${dashed ? 'dashed' : ''}`} aria-pressed={pressed} onClick={onClick}>{children}</button>
  );
}

/** Chips of the families in `candidates`, and one for the layouts that fall with a batch. */
export function Chips({ candidates, hiddenFamilies, hideBatchLosers, actions }) {
  const losers = batchLosers(candidates);
  return (
    <div class="chips" role="group" aria-label="Show layouts of">
      {familiesIn(candidates).map(({ family, count }) => (
        <Chip key={family} pressed={!hiddenFamilies.includes(family)} onClick={() => actions.toggleFamily(family)}>
          <Mark family={family} filled /> {familyName(family)} <span class="muted">{fixed(count)}</span>
        </Chip>
      ))}
      {losers > 0 && (
        <Chip dashed pressed={!hideBatchLosers} onClick={() => actions.toggleBatchLosers()}>
          <Mark family="raidz3" filled={false} /> lost if one batch dies <span class="muted">{fixed(losers)}</span>
        </Chip>
      )}
    </div>
  );
}

/** The sort as a list of choices; the only way to sort where the table has no headers. */
export function SortChoice({ sort, onSort, priced }) {
  const keys = Object.keys(SORT_KEYS).filter((key) => key !== 'price' || priced);
  const choose = (key) => onSort(key === '' ? null : { key, descending: !SORT_KEYS[key].less });
  return (
    <label class="sort-choice">
      <span class="muted">Sort: </span>
      <select value={sort?.key ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">best first</option>
        {keys.map((key) => <option key={key} value={key}>{SORT_KEYS[key].label}</option>)}
      </select>
    </label>
  );
}
