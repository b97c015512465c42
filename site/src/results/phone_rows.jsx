// Candidates on a narrow screen: two lines each.

import { Mark } from '../charts/marks.jsx';
import { familyOf } from '../text/layout.js';
import { isFilled } from '../text/losses.js';
import { fixed, tb, withUnit } from '../text/numbers.js';
import { BatchLeft, Chance } from './cells.jsx';

function Row({ candidate, selected, pinned, error, actions }) {
  const { layout } = candidate;
  return (
    <li class={selected ? 'phone-row selected' : 'phone-row'} data-layout={layout}>
      <label class="pin">
        <input type="checkbox" checked={pinned} aria-label={`Pin ${layout} to compare`} onChange={() => actions.pin(layout)} />
      </label>
      <button type="button" class="phone-open" aria-current={selected ? 'true' : undefined} onClick={() => actions.openDetail(layout)}>
        <span class="phone-name"><Mark family={familyOf(layout)} filled={isFilled(candidate)} /> <span class="layout-name">{layout}</span></span>
        <span class="phone-usable">{withUnit(tb(candidate.capacity.zfs_usable_bytes), 'TB')}</span>
        <span class="phone-loss">loss <Chance candidate={candidate} error={error} /></span>
        <span class="phone-batch"><BatchLeft candidate={candidate} /></span>
      </button>
    </li>
  );
}

/** As the table, in two lines a row. */
export function PhoneRows({ groups, selected, pins, unsettled, actions }) {
  const onKeyDown = (event) => {
    const opener = event.target.closest('.phone-open');
    if (!opener) return;
    const all = [...event.currentTarget.querySelectorAll('.phone-open')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) all[Math.min(all.length - 1, Math.max(0, all.indexOf(opener) + step))].focus();
    else if (event.key === ' ') actions.pin(opener.closest('li').dataset.layout);
    else return;
    event.preventDefault();
  };
  return (
    <div class="phone-groups" onKeyDown={onKeyDown}>
      {groups.map((group) => (
        <section key={group.heading}>
          <h3 class="phone-heading">{group.heading} <span class="muted">{fixed(group.candidates.length)}</span></h3>
          <ul>
            {group.candidates.map((candidate) => (
              <Row
                key={candidate.layout} candidate={candidate} selected={candidate.layout === selected}
                pinned={pins.includes(candidate.layout)} error={unsettled?.get(candidate.layout) ?? 0} actions={actions}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
