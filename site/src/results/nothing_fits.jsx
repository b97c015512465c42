// No layout meets the must-haves: the nearest one, what it misses, and one button for each constraint to relax.

import { capitalized, duration, fixed, tbAndTib } from '../text/numbers.js';
import { relaxations, wanted } from './relaxations.js';

export function NothingFits({ plan, actions }) {
  const nearest = plan.candidates[plan.recommended];
  const list = relaxations(nearest);
  const mission = duration(nearest.reliability.mission_hours);
  const misses = list.map((entry) => entry.text);
  const last = misses.pop();
  return (
    <>
      <h1 class="answer-sentence">
        No layout of these {fixed(plan.inventory.drives.length)} drives {wanted(plan.assumptions.must_haves, mission, nearest.cost?.currency)}.
        {' '}The nearest, <b>{nearest.layout}</b>, stores {tbAndTib(nearest.capacity.zfs_usable_bytes)}.
      </h1>
      {last && <p class="why">{capitalized(misses.length > 0 ? `${misses.join(', ')} and ${last}` : last)}. To let it pass:</p>}
      <div class="buttons">
        {list.map((entry) => (
          <button type="button" class="button" key={entry.miss} onClick={() => actions.setOption(entry.option, entry.value)}>{entry.button}</button>
        ))}
      </div>
    </>
  );
}
