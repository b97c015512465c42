// What was understood of the drives, while some lines cannot be read.

import { Swatch, batchByDrive, batchesOf } from '../charts/batches.jsx';
import { fixed, labelSize } from '../text/numbers.js';

/** Rows shown. */
const ROWS = 12;

export function Understood({ inventory }) {
  const drives = inventory?.document?.drives ?? [];
  if (drives.length === 0) return null;
  const batches = batchByDrive(batchesOf(drives));
  const shown = drives.slice(0, ROWS);
  const cell = (value, words = String) => (value === null || value === undefined ? <span class="muted">unknown</span> : <bdi>{words(value)}</bdi>);
  return (
    <section class="understood" aria-labelledby="understood-title">
      <div class="title-row">
        <h2 id="understood-title">What was understood</h2>
        <span class="muted">{fixed(shown.length)} of {fixed(drives.length)} rows shown; dashed = derived</span>
      </div>
      <div class="table-scroll" tabIndex={0} role="region" aria-label="Drives that were understood">
        <table class="drives">
          <thead>
            <tr>
              <th scope="col" class="number">Line</th><th scope="col">Batch</th><th scope="col">Model</th><th scope="col">Serial</th>
              <th scope="col" class="number">Size</th><th scope="col" class="number">bytes</th><th scope="col">Sector</th>
              <th scope="col" class="number">rpm</th><th scope="col">Made</th><th scope="col" class="number">Power-on, h</th><th scope="col">Status</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((drive, row) => {
              const batch = batches.get(drive.id);
              const named = drive.batch !== null && batch;
              const derived = (fact) => (drive.origins?.[fact] ? 'assumed' : undefined);
              const line = /line (\d+)/.exec(drive.source ?? '')?.[1];
              return (
                <tr key={row}>
                  <td class="number muted">{line ?? fixed(row + 1)}</td>
                  <td>{named ? <><Swatch pattern={batch.pattern} /> <span class={derived('batch')} title={drive.batch}>{batch.letter}</span></> : <span class="muted">unknown</span>}</td>
                  <td>{cell(drive.model)}</td>
                  <td class="mono">{cell(drive.serial)}</td>
                  <td class="number">{cell(drive.capacity_bytes, labelSize)}</td>
                  <td class="number mono muted">{cell(drive.capacity_bytes, fixed)}</td>
                  <td>{drive.logical_sector && drive.physical_sector ? `${drive.logical_sector} / ${drive.physical_sector}` : <span class="muted">unknown</span>}</td>
                  <td class="number"><span class={derived('rpm')}>{cell(drive.rpm, fixed)}</span></td>
                  <td>{cell(drive.manufactured)}</td>
                  <td class="number">{cell(drive.power_on_hours, fixed)}</td>
                  <td>{drive.capacity_bytes === null ? <span class="bad">✕ size?</span> : drive.accept === 'warn' ? <span class="warn">! warning</span> : <><span class="good">✓</span> read</>}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
