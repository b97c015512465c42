// The table of candidates: groups, sort by header, pins, and the keyboard.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { steady } from '../charts/steady.js';
import { fixed } from '../text/numbers.js';
import { columnsOf } from './columns.jsx';
import { nextSort } from './order.js';

/** Columns leave in the order of their `drop` until the table fits; its own widths decide, whatever the font. */
function useRoom(wrap, table, dependencies) {
  useLayoutEffect(() => {
    if (!wrap.current) return undefined;
    const fit = () => {
      for (let dropped = 0; dropped <= 5; dropped += 1) {
        table.current.dataset.dropped = String(dropped);
        if (table.current.scrollWidth <= wrap.current.clientWidth) break;
      }
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(wrap.current);
    return () => observer.disconnect();
  }, dependencies);
}

function classOf(column) {
  return [column.number && 'number', column.muted && 'muted', column.drop && `drop-${column.drop}`, column.class].filter(Boolean).join(' ') || undefined;
}

function Header({ column, sort, onSort }) {
  const active = column.key !== null && sort?.key === column.key;
  const direction = active ? (sort.descending ? 'descending' : 'ascending') : undefined;
  const unit = column.unit && (
    <span class="unit">{column.unit}{column.unitEnd && <span class="unit-end">{column.unitEnd}</span>}</span>
  );
  if (column.key === null) {
    return <th scope="col" class={classOf(column)}><span class="spoken">{column.spoken}</span> {unit}</th>;
  }
  return (
    <th scope="col" class={classOf(column)} aria-sort={direction ?? 'none'}>
      <button type="button" onClick={() => onSort(nextSort(sort, column.key))}>
        {column.header}<span aria-hidden="true">{active ? (sort.descending ? ' ↓' : ' ↑') : ''}</span>
      </button>
      {unit}
    </th>
  );
}

/** The figures that a row shows. */
function figuresOf({ capacity, reliability, performance, worst_batch: worst, cost }) {
  const loss = reliability.p_loss;
  return [
    capacity.zfs_usable_bytes, loss.point, loss.low, loss.high, loss.std_error, performance.read_mb_per_s, performance.random_read_iops,
    performance.resilver_hours.point, worst?.survives, worst?.drives_in_one_vdev, worst?.tolerance_left, cost?.per_usable_tb,
  ];
}

function Pin({ layout, pinned, tabbable, onPin }) {
  return (
    <td class="pin-cell">
      <label class="pin">
        <input
          type="checkbox" checked={pinned} tabIndex={tabbable ? 0 : -1} aria-label={`Pin ${layout} to compare`}
          onChange={() => onPin(layout)} onKeyDown={(event) => { if (event.key === ' ') event.stopPropagation(); }}
        />
      </label>
    </td>
  );
}

const Row = steady(({ candidate, columns, state, error, onPin, onFocus }) => {
  const { layout } = candidate;
  const { selected, pinned, tabbable } = state;
  return (
    <tr data-layout={layout} class={selected ? 'candidate selected' : 'candidate'} aria-selected={selected} tabIndex={tabbable ? 0 : -1} onFocusIn={onFocus}>
      <Pin layout={layout} pinned={pinned} tabbable={tabbable} onPin={onPin} />
      {columns.map((column, index) => {
        const content = column.cell(candidate, error);
        const tip = column.tip?.(candidate);
        if (column.row) return <th key={index} scope="row" class={classOf(column)}>{content}</th>;
        return <td key={index} class={classOf(column)} data-tip={tip} tabIndex={tip ? -1 : undefined}>{content}</td>;
      })}
    </tr>
  );
}, ({ candidate, columns, state, error }) => [
  candidate.layout, columns.length, error, state.selected, state.pinned, state.tabbable, ...figuresOf(candidate),
]);

/** The element that an arrow key leads to, from a row or from one of its cells that have a popover. */
function target(table, element, key) {
  const rows = [...table.querySelectorAll('tr.candidate')];
  const row = element.closest('tr.candidate');
  const at = rows.indexOf(row);
  const stops = [row, ...[...row.querySelectorAll('[data-tip]')].filter((cell) => cell.offsetParent !== null)];
  const place = Math.max(0, stops.indexOf(element));
  const same = (other) => (place === 0 ? other : [other, ...other.querySelectorAll('[data-tip]')].filter((cell) => cell.offsetParent !== null)[place] ?? other);
  switch (key) {
    case 'ArrowDown': return same(rows[Math.min(rows.length - 1, at + 1)]);
    case 'ArrowUp': return same(rows[Math.max(0, at - 1)]);
    case 'Home': return rows[0];
    case 'End': return rows.at(-1);
    case 'ArrowRight': return stops[Math.min(stops.length - 1, place + 1)];
    case 'ArrowLeft': return stops[Math.max(0, place - 1)];
    default: return null;
  }
}

/** `groups` as from `grouped`; `selected` is the name of the layout that is marked. */
export function CandidateTable({ groups, selected, pins, sort, unsettled, mission, actions }) {
  const wrap = useRef(null);
  const table = useRef(null);
  const [focused, setFocused] = useState(null);
  const all = groups.flatMap((group) => group.candidates);
  const columns = columnsOf({
    mission,
    currency: all.find((candidate) => candidate.cost)?.cost.currency,
    priced: all.some((candidate) => candidate.cost),
    batchesKnown: all.some((candidate) => candidate.worst_batch),
  });
  useRoom(wrap, table, [all.length, columns.length, unsettled?.size > 0]);
  const home = [focused, selected].find((layout) => all.some((candidate) => candidate.layout === layout)) ?? all[0]?.layout;

  const onKeyDown = (event) => {
    const row = event.target.closest('tr.candidate');
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = target(table.current, event.target, event.key);
    if (next) next.focus();
    else if (event.key === 'Enter') actions.openDetail(row.dataset.layout);
    else if (event.key === ' ') actions.pin(row.dataset.layout);
    else return;
    event.preventDefault();
  };
  const onClick = (event) => {
    const row = event.target.closest('tr.candidate');
    if (row && !event.target.closest('.pin')) actions.openDetail(row.dataset.layout);
  };
  return (
    <div class="table-wrap" ref={wrap}>
      <p id="table-keys" class="spoken">Up and down arrows move between rows, Enter opens a layout, Space pins it, left and right show figures in full.</p>
      <table ref={table} role="grid" class="candidates" aria-label="Candidates" aria-describedby="table-keys" onKeyDown={onKeyDown} onClick={onClick}>
        <thead>
          <tr>
            <th scope="col" class="pin-cell">Pin</th>
            {columns.map((column, index) => <Header key={index} column={column} sort={sort} onSort={actions.setSort} />)}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.heading}>
            <tr class="group"><th scope="rowgroup" colSpan={columns.length + 1}><b>{group.heading}</b> <span class="muted">{fixed(group.candidates.length)}</span></th></tr>
            {group.candidates.map((candidate) => (
              <Row
                key={candidate.layout} candidate={candidate} columns={columns} error={unsettled?.get(candidate.layout) ?? 0}
                state={{ selected: candidate.layout === selected, pinned: pins.includes(candidate.layout), tabbable: candidate.layout === home }}
                onPin={actions.pin} onFocus={() => setFocused(candidate.layout)}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
