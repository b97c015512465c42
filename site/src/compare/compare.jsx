// Pinned layouts side by side; the first one is the baseline.

import { useMemo, useState } from 'preact/hooks';
import { batchesOf } from '../charts/batches.jsx';
import { Curve } from '../charts/curve.jsx';
import { pointsOf } from '../charts/curve_geometry.js';
import { Mark } from '../charts/marks.jsx';
import { Tips } from '../charts/tips.jsx';
import { Menu } from '../menu.jsx';
import { familyOf, inWords } from '../text/layout.js';
import { isFilled } from '../text/losses.js';
import { counted, duration, fixed, tb, withUnit } from '../text/numbers.js';
import { differs, rowsFor } from './rows.jsx';

function ColumnHead({ candidate, baseline, actions }) {
  const { layout } = candidate;
  return (
    <th scope="col" role="columnheader" class={baseline ? 'baseline' : undefined}>
      <div class="column-head">
        <span class="column-name"><Mark family={familyOf(layout)} filled={isFilled(candidate)} /> <b>{layout}</b></span>
        <span class="column-actions">
          {!baseline && <button type="button" class="link" onClick={() => actions.makeBaseline(layout)}>Make baseline<span class="spoken"> {layout}</span></button>}
          <button type="button" class="link" onClick={() => actions.pin(layout)}>Unpin<span class="spoken"> {layout}</span></button>
        </span>
      </div>
      <span class="note">{inWords(layout)}{baseline && ', baseline'}</span>
    </th>
  );
}

function Cell({ cell, baseline, layout, error }) {
  return (
    <td role="cell" class={baseline ? 'baseline' : undefined} data-layout={layout}>
      <span class="cell-name">{layout}</span>
      <span class={[cell.best && 'is-best', error > 0 && 'muted'].filter(Boolean).join(' ') || undefined}>{cell.shown}</span>
      {cell.best && <span class="best"> best</span>}
      {cell.note && <span class="difference">{cell.note}</span>}
    </td>
  );
}

function Table({ candidates, rows, simulation, actions }) {
  const errorOf = (candidate, row) => (row.key === 'loss' || row.key === 'pool' ? simulation?.unsettled?.get(candidate.layout) ?? 0 : 0);
  return (
    <div class={candidates.length > 3 ? 'comparison-wrap many' : 'comparison-wrap'}>
      {/* The roles stay when the phone lays rows and cells out as boxes. */}
      <table class="comparison" role="table" aria-label="Comparison">
        <thead role="rowgroup">
          <tr role="row">
            <td class="corner" role="cell" />
            {candidates.map((candidate, index) => <ColumnHead key={candidate.layout} candidate={candidate} baseline={index === 0} actions={actions} />)}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ row, cells }) => (
            <tr key={row.key} role="row">
              <th scope="row" role="rowheader">{row.title}</th>
              {cells.map((cell, index) => (
                <Cell key={candidates[index].layout} cell={cell} baseline={index === 0} layout={candidates[index].layout} error={errorOf(candidates[index], row)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A layout that can be added. */
function addable(plan, candidates, actions) {
  const pinned = new Set(candidates.map((candidate) => candidate.layout));
  return (plan?.candidates ?? []).filter((candidate) => !pinned.has(candidate.layout)).map((candidate) => ({
    key: candidate.layout,
    title: candidate.layout,
    note: withUnit(tb(candidate.capacity.zfs_usable_bytes), 'TB'),
    choose: () => actions.pin(candidate.layout),
  }));
}

function Curves({ candidates }) {
  const curves = useMemo(() => candidates.map((candidate, index) => {
    const { layout, reliability } = candidate;
    return {
      name: layout, points: pointsOf(reliability), end: reliability.p_loss, colour: familyOf(layout), family: familyOf(layout),
      filled: isFilled(candidate), dash: index,
    };
  }), [candidates]);
  const without = curves.filter((curve) => curve.points.length === 0).map((curve) => curve.name);
  const banded = candidates.some(({ reliability }) => reliability.curve_interval?.length > 0);
  const hollow = candidates.some((candidate) => !isFilled(candidate));
  return (
    <section class="section" aria-labelledby="compare-curve">
      <h2 id="compare-curve">Chance of loss over the years</h2>
      <p class="section-note">Any data, 95 % interval {banded ? 'as band' : 'at the end'}.{hollow && ' Hollow: the pool is lost if one batch dies.'}</p>
      {without.length < curves.length && <Curve curves={curves} height={280} />}
      {without.length > 0 && <p class="section-after">No curve of {without.join(', ')}: {without.length === 1 ? 'it was' : 'they were'} not simulated in this plan. Its page shows one.</p>}
    </section>
  );
}

const NONE = {};

/**
 * `candidates` in the order of the pins; `explanations` by layout, whose figures are the sharper ones, where known;
 * `lost` if layouts are pinned that the plan does not have.
 */
export function Compare({ candidates: pinned, explanations = NONE, plan, lost, simulation, actions }) {
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const candidates = useMemo(() => pinned.map((candidate) => explanations[candidate.layout]?.candidate ?? candidate), [pinned, explanations]);
  const drives = plan?.inventory.drives ?? [];
  const items = addable(plan, candidates, actions);
  const add = items.length > 0 && <Menu label="Add layout ▾" items={items} />;
  if (candidates.length === 0) {
    return (
      <div class="compare">
        <div class="compare-head"><h1>Compare layouts</h1><div class="buttons">{add}</div></div>
        <p class="section-note">{plan && lost ? 'No layout that is pinned is in the plan of these drives.' : 'No layout is pinned yet.'} Pin some by the boxes in the table of candidates, or add one here.</p>
      </div>
    );
  }
  const mission = duration(candidates[0].reliability.mission_hours);
  const all = rowsFor({ batches: batchesOf(drives), drives, mission }).map((row) => ({ row, cells: row.cells(candidates) }));
  const rows = onlyDifferences ? all.filter(({ cells }) => differs(cells)) : all;
  return (
    <Tips class="compare">
      <div class="compare-head">
        <div>
          <h1>Compare {fixed(candidates.length)} {candidates.length === 1 ? 'layout' : 'layouts'}</h1>
          <p class="section-note">Same {counted(drives.length, 'drive')}, same assumptions. Differences are against the baseline, the first column.</p>
        </div>
        <div class="buttons">
          <button type="button" class="button" aria-pressed={onlyDifferences} onClick={() => setOnlyDifferences(!onlyDifferences)}>Only differences</button>
          {add}
        </div>
      </div>
      <Table candidates={candidates} rows={rows} simulation={simulation} actions={actions} />
      <Curves candidates={candidates} />
    </Tips>
  );
}
