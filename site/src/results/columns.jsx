// The columns of the candidate table. `drop` is when a column leaves for lack of room: 1 goes first.

import { Mark } from '../charts/marks.jsx';
import { familyOf } from '../text/layout.js';
import { canResilver, isFilled } from '../text/losses.js';
import { fixed, tb, tib } from '../text/numbers.js';
import { BatchLeft, Chance, lossTip, usableTip } from './cells.jsx';
import { LossStrip } from './loss_strip.jsx';

/** Columns after the pin: key of the sort, header, unit under it, cell. */
export function columnsOf({ mission, currency, priced, batchesKnown }) {
  const columns = [
    {
      key: 'layout', header: 'Layout', row: true,
      cell: (candidate) => <><Mark size={8} family={familyOf(candidate.layout)} filled={isFilled(candidate)} /> <span class="layout-name">{candidate.layout}</span></>,
    },
    {
      key: 'usable', header: 'Usable', unit: 'TB', number: true, tip: usableTip,
      cell: (candidate) => <>{tb(candidate.capacity.zfs_usable_bytes)}<span class="tib-below">{tib(candidate.capacity.zfs_usable_bytes)} TiB</span></>,
    },
    { key: null, header: '', spoken: 'Usable', unit: 'TiB', number: true, drop: 5, muted: true, tip: usableTip, cell: (candidate) => tib(candidate.capacity.zfs_usable_bytes) },
    { key: 'loss', header: `Loss in ${mission}`, unit: '10⁻²', unitEnd: '10⁻¹⁰', class: 'strip-cell', cell: (candidate) => <LossStrip candidate={candidate} />, decoration: true },
    { key: null, header: '', spoken: `Chance of loss in ${mission}`, unit: 'chance', number: true, class: 'chance-cell', tip: lossTip, cell: (candidate, error) => <Chance candidate={candidate} error={error} /> },
    { key: 'batch', header: 'If a batch dies', unit: 'worst one', class: 'batch-cell', cell: (candidate) => <BatchLeft candidate={candidate} />, absent: !batchesKnown },
    { key: 'read', header: 'Read', unit: 'MB/s', number: true, drop: 4, cell: (candidate) => fixed(candidate.performance.read_mb_per_s) },
    { key: 'iops', header: '4K read', unit: 'IOPS', number: true, drop: 2, cell: (candidate) => fixed(candidate.performance.random_read_iops) },
    {
      key: 'resilver', header: 'Resilver', unit: 'h', number: true, drop: 3,
      cell: (candidate) => (canResilver(candidate) ? fixed(candidate.performance.resilver_hours.point, 1) : <span class="muted">none</span>),
    },
    {
      key: 'price', header: 'Price', unit: currency ? `${currency} / TB` : 'per TB', number: true, drop: 1, absent: !priced,
      cell: (candidate) => (candidate.cost ? fixed(candidate.cost.per_usable_tb, 2) : <span class="muted">unknown</span>),
    },
  ];
  return columns.filter((column) => !column.absent);
}
