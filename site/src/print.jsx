// What only paper shows: the inputs and assumptions as a paragraph first; address, version and seed last.

import { sizesInWords } from './rail/drives.jsx';
import { assumptionsInWords } from './rail/rail.jsx';
import { useStore } from './state/store.js';
import { chance } from './text/chance.js';
import { capitalized, counted, money, tb, withUnit } from './text/numbers.js';

function mustHavesInWords(must) {
  const parts = [];
  if (must.outlive_batch) parts.push('the loss of any one batch is outlived');
  if (must.max_loss) parts.push(`loss at most ${chance(must.max_loss)}`);
  if (must.min_usable_bytes) parts.push(`at least ${withUnit(tb(must.min_usable_bytes), 'TB')} usable`);
  if (must.min_read_mb_per_s) parts.push(`reads at least ${withUnit(must.min_read_mb_per_s, 'MB/s')}`);
  if (must.max_cost) parts.push(`price at most ${typeof must.max_cost === 'object' ? money(must.max_cost.amount, must.max_cost.currency) : must.max_cost}`);
  return parts.length > 0 ? parts.join(', ') : 'none';
}

export function PrintHead() {
  const drives = useStore((state) => state.inventory?.document?.drives);
  const sources = useStore((state) => state.sources);
  const assumptions = useStore((state) => state.plan?.assumptions);
  if (!drives || !assumptions) return null;
  return (
    <p class="print-only print-head">
      {capitalized(counted(drives.length, 'drive'))}: {sizesInWords(drives)}
      {sources.length > 0 && <>, read from {sources.map(({ name }, index) => <>{index > 0 && ', '}<bdi>{name}</bdi></>)}</>}.
      {' '}Must have: {mustHavesInWords(assumptions.must_haves)}. Assumptions: {assumptionsInWords(assumptions)}; ages as of {assumptions.as_of}.
    </p>
  );
}

export function PrintFoot() {
  const about = useStore((state) => state.about);
  const seed = useStore((state) => state.plan?.assumptions.seed);
  const address = useStore((state) => state.printedAddress);
  return (
    <p class="print-only print-foot">
      <span class="print-address">{address}</span><br />
      zplan {about?.zplan}, seed {seed ?? 1}.
    </p>
  );
}
