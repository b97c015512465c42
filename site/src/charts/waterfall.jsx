// From the drives' bytes to what `zfs list` shows, one row a step.

import { binarySize, decimalSize, fixed, tbAndTib } from '../text/numbers.js';
import { Prose } from '../text/prose.jsx';
import { PHONE, useMedia } from './measure.js';
import { waterfallRows } from './waterfall_rows.js';

/** Narrowest bar that is seen as one, as a share of the scale. */
const THINNEST = 0.008;

function Bar({ row, family, phone }) {
  const width = row.to - row.from;
  if (row.kind === 'total') {
    return <div class="scale"><span class={`bar kept family-${family}`} style={{ left: '0', width: `${row.to * 100}%` }} /></div>;
  }
  const thin = width < THINNEST;
  if (thin && phone) return null;
  const place = { left: `${row.from * 100}%`, width: thin ? undefined : `${width * 100}%` };
  return (
    <div class="scale">
      {row.kind === 'loss' && <span class={thin ? 'bar hairline' : 'bar gone'} style={place} />}
      <span class="drop" style={{ left: `${row.from * 100}%` }} />
    </div>
  );
}

function Size({ size }) {
  return <>{size.text} <span class="muted">{size.unit}</span></>;
}

/** `steps` as of the planner, `family` for the colour of what is kept. */
export function Waterfall({ steps, family }) {
  const phone = useMedia(PHONE);
  const rows = waterfallRows(steps);
  const [first, last] = [rows[0], rows.at(-1)];
  const label = `Of ${tbAndTib(first.bytes)} of drives, ${tbAndTib(last.bytes)} are usable by zfs list`;
  return (
    <table class="waterfall" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Step and rule</th>
          {!phone && <th scope="col"><span class="spoken">Bar</span></th>}
          {!phone && <th scope="col" class="number">bytes</th>}
          <th scope="col" class="number">decimal</th>
          {!phone && <th scope="col" class="number">binary</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} class={row.kind}>
            <th scope="row">
              <span class="step-name">{row.name}</span>
              <span class="step-rule"><Prose text={row.why} /></span>
              {phone && <Bar row={row} family={family} phone />}
            </th>
            {!phone && <td class="bar-cell" aria-hidden="true"><Bar row={row} family={family} /></td>}
            {!phone && <td class="number mono">{fixed(row.bytes)}</td>}
            <td class="number">
              {phone
                ? <button type="button" class="in-full" data-tip={`${fixed(row.bytes)} bytes, ${binarySize(row.bytes).text} ${binarySize(row.bytes).unit}`}><Size size={decimalSize(row.bytes)} /></button>
                : <Size size={decimalSize(row.bytes)} />}
            </td>
            {!phone && <td class="number muted"><Size size={binarySize(row.bytes)} /></td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
