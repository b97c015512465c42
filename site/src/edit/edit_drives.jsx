// The table of all drives, each cell editable in place. Edits are made on zplan's own inventory format, so that the
// result can be saved and read by the command line.

import { useMemo, useState } from 'preact/hooks';
import { Swatch, batchByDrive, batchesOf } from '../charts/batches.jsx';
import { Tips } from '../charts/tips.jsx';
import { actions } from '../state/actions.js';
import { InventoryNotes } from '../problem/notes.jsx';
import { useStore } from '../state/store.js';
import { fixed } from '../text/numbers.js';
import { Cell } from './cell.jsx';
import { COLUMNS, assumptionOf, assumptionsByCell, drivesMeant } from './columns.js';

/** Rows drawn at first, and added at a time. */
const ROWS = 60;

function Scope({ scope, setScope }) {
  const choices = [['one', 'this drive'], ['model', 'all drives of its model and size'], ['all', 'all drives']];
  return (
    <label class="scope">An edit holds for{' '}
      <select class="field" value={scope} onChange={(event) => setScope(event.currentTarget.value)}>
        {choices.map(([value, words]) => <option key={value} value={value}>{words}</option>)}
      </select>
    </label>
  );
}

/** What the planner says of a drive as a whole. */
function Status({ drive }) {
  if (drive.accept === 'refuse') return <span class="bad">✕ {drive.notes[0] ?? 'cannot be used'}</span>;
  if (drive.accept === 'warn') return <span class="warn">! {drive.notes[0] ?? 'see the warnings'}</span>;
  if (drive.in_use) return <span class="warn">! in use: <bdi>{drive.in_use}</bdi></span>;
  if (drive.capacity_bytes === null && drive.likely_bytes === null) return <span class="bad">✕ size unknown</span>;
  return <span><span class="good">✓</span> read</span>;
}

export function EditDrives() {
  const document = useStore((state) => state.inventory?.document);
  const count = useStore((state) => state.inventory?.count ?? 0);
  const plan = useStore((state) => state.plan);
  const [scope, setScope] = useState('one');
  const [rows, setRows] = useState(ROWS);
  const [at, setAt] = useState({ row: 0, column: 0, editing: false });
  const drives = document?.drives ?? [];
  const byCell = useMemo(() => assumptionsByCell(plan), [plan]);
  const batches = useMemo(() => batchByDrive(batchesOf(drives)), [document]);
  if (!document) {
    return (
      <div class="edit">
        <BackToPlan />
        <h1 class="view-title">Drives</h1>
        <p>{count > 0 ? `${fixed(count)} drives are too many for one plan and are not listed here.` : 'No drives are named yet.'}</p>
      </div>
    );
  }

  const shown = drives.slice(0, rows);
  const move = (row, column) => {
    const next = { row: Math.min(shown.length - 1, Math.max(0, row)), column: Math.min(COLUMNS.length - 1, Math.max(0, column)), editing: false };
    setAt(next);
  };
  const onKeyDown = (event) => {
    if (at.editing || event.target.getAttribute('role') !== 'gridcell') return;
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -99], End: [0, 99] };
    if (event.key in steps) {
      const [down, right] = steps[event.key];
      move(at.row + down, at.column + right);
    } else if (event.key === 'Enter' || event.key === 'F2') setAt({ ...at, editing: true });
    else return;
    event.preventDefault();
  };

  return (
    <Tips class="edit">
      <BackToPlan />
      <div class="title-row">
        <h1 class="view-title">Drives</h1>
        <span class="muted">{fixed(shown.length)} of {fixed(drives.length)} rows shown; dashed = assumed</span>
      </div>
      <div class="edit-tools">
        <Scope scope={scope} setScope={setScope} />
        <button type="button" class="button" onClick={() => actions.exportAs('inventory')}>Save as CSV</button>
      </div>
      <div class="table-scroll" tabIndex={0} role="region" aria-label="Table of drives">
        <table class="drives" role="grid" aria-label="Drives" aria-rowcount={drives.length + 1} onKeyDown={onKeyDown}>
          <thead>
            <tr role="row">
              <th scope="col" class="number">#</th>
              {COLUMNS.map((column) => <th key={column.label} scope="col" class={column.number ? 'number' : undefined}>{column.label}</th>)}
              <th scope="col">Status</th>
              <th scope="col"><span class="spoken">Copy or take out</span></th>
            </tr>
          </thead>
          <tbody>
            {shown.map((drive, row) => (
              <tr role="row" key={row} aria-rowindex={row + 2}>
                <th scope="row" class="number muted" title={drive.source}>{fixed(row + 1)}</th>
                {COLUMNS.map((column, index) => (
                  <Cell
                    key={column.label} column={column} drive={drive} assumed={assumptionOf(byCell, column, drive)} place={`${row}-${index}`}
                    here={at.row === row && at.column === index} editing={at.editing && at.row === row && at.column === index}
                    enter={() => (at.row !== row || at.column !== index) && setAt({ row, column: index, editing: false })}
                    open={() => setAt({ row, column: index, editing: true })} close={() => setAt((now) => ({ ...now, editing: false }))}
                    save={(text) => actions.setCell(drivesMeant(scope, drives, row), column.field, text)}
                    prefix={column.field === 'batch' && drive.batch !== null && batches.has(drive.id) ? <><Swatch pattern={batches.get(drive.id).pattern} /> </> : null}
                  />
                ))}
                <td class="drive-status"><Status drive={drive} /></td>
                <td class="drive-tools">
                  <button type="button" class="link" aria-label={`Copy drive ${row + 1}`} onClick={() => actions.copyDrive(row)}>copy</button>
                  <button type="button" class="link" aria-label={`Take out drive ${row + 1}`} onClick={() => actions.removeDrive(row)}>✕</button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < drives.length && <button type="button" class="button" onClick={() => setRows(rows + ROWS)}>Show {fixed(Math.min(ROWS, drives.length - rows))} more</button>}
      <InventoryNotes document={document} />
    </Tips>
  );
}

function BackToPlan() {
  return <button type="button" class="link" onClick={actions.openPlan}>‹ Plan</button>;
}
