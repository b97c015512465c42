// From the drives' bytes to what `zfs list` shows, one row a step.

import { binarySize, decimalSize, fixed, tbAndTib } from '../text/numbers.js';
import { Prose } from '../text/prose.jsx';
import { useWidth } from './measure.js';
import { InFull } from './tips.jsx';
import { waterfallRows } from './waterfall_rows.js';

/** Narrowest bar that is seen as one, as a share of the scale. */
const THINNEST = 0.008;

/** `beneath` its name, a hairline is left out. */
function Bar({ row, family, beneath }) {
  const width = row.to - row.from;
  if (row.kind === 'total') {
    return <div class="scale"><span class={`bar kept family-${family}`} style={{ left: '0', width: `${row.to * 100}%` }} /></div>;
  }
  const thin = width < THINNEST;
  if (thin && beneath) return null;
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

/** Room for a column of bars, and for bytes and both units, in pixels. */
const ROOM = { bars: 760, bytes: 520 };

function Row({ row, family, bars, bytes }) {
  const [decimal, binary] = [decimalSize(row.bytes), binarySize(row.bytes)];
  return (
    <tr class={row.kind} data-step={row.kind}>
      <th scope="row">
        <span class="step-name">{row.name}</span>
        <span class="step-rule"><Prose text={row.why} /></span>
        {!bars && <Bar row={row} family={family} beneath />}
      </th>
      {bars && <td class="bar-cell" aria-hidden="true"><Bar row={row} family={family} /></td>}
      {bytes && <td class="number mono">{fixed(row.bytes)}</td>}
      <td class="number" data-bytes={row.bytes}>
        {bytes ? <Size size={decimal} /> : <InFull tip={`${fixed(row.bytes)} bytes, ${binary.text} ${binary.unit}`}><Size size={decimal} /></InFull>}
      </td>
      {bytes && <td class="number muted"><Size size={binary} /></td>}
    </tr>
  );
}

/** `steps` as of the planner, `family` for the colour of what is kept. */
export function Waterfall({ steps, family }) {
  const [ref, width] = useWidth();
  const [bars, bytes] = [width >= ROOM.bars, width >= ROOM.bytes];
  const rows = waterfallRows(steps);
  const label = `Of ${tbAndTib(rows[0].bytes)} of drives, ${tbAndTib(rows.at(-1).bytes)} are usable by zfs list`;
  return (
    <figure class="waterfall-figure" ref={ref}>
      <table class={bars ? 'waterfall' : 'waterfall beneath'} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Step and rule</th>
            {bars && <th scope="col"><span class="spoken">Bar</span></th>}
            {bytes && <th scope="col" class="number">bytes</th>}
            <th scope="col" class="number">decimal</th>
            {bytes && <th scope="col" class="number">binary</th>}
          </tr>
        </thead>
        <tbody>{rows.map((row) => <Row key={row.key} row={row} family={family} bars={bars} bytes={bytes} />)}</tbody>
      </table>
    </figure>
  );
}
