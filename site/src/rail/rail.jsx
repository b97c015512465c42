// The rail: what you say. Drives, must-haves, assumptions; on a layout's detail the sliders come first.

import { actions } from '../state/actions.js';
import { ASSUMPTIONS, MORE, MUST_HAVES } from '../state/options.js';
import { useStore } from '../state/store.js';
import { duration, percent, blockSize } from '../text/numbers.js';
import { Drives, DrivesInShort } from './drives.jsx';
import { OptionField } from './option_field.jsx';
import { WhatIfPanel } from './what_if.jsx';

function MustHave() {
  const outlive = useStore((state) => !('no-outlive-batch' in state.options));
  const about = useStore((state) => state.about);
  const known = (option) => !about || about.options.some(({ name }) => name === option.name);
  return (
    <section class="rail-part" aria-labelledby="must-have-title">
      <h2 id="must-have-title">Must have</h2>
      <label class="check">
        <input type="checkbox" checked={outlive} onChange={(event) => actions.setOption('no-outlive-batch', event.currentTarget.checked ? null : 'true')} />
        Outlive the loss of any one batch
      </label>
      {MUST_HAVES.filter(known).map((option) => <OptionField key={option.name} option={option} />)}
    </section>
  );
}

function DayOption() {
  const day = useStore((state) => state.request.as_of);
  return (
    <div class="option">
      <div class="option-row">
        <label for="option-as-of">As of</label>
        <span class="value-box">
          <input
            id="option-as-of" class="value day" type="date" value={day} required aria-describedby="option-as-of-help"
            onChange={(event) => event.currentTarget.value && actions.setRequest({ as_of: event.currentTarget.value })}
          />
        </span>
      </div>
      <p class="note" id="option-as-of-help">The day on which ages are counted.</p>
    </div>
  );
}

function UsedOption() {
  const used = useStore((state) => state.request.include_used);
  return (
    <label class="check">
      <input type="checkbox" checked={used} onChange={(event) => actions.setRequest({ include_used: event.currentTarget.checked })} />
      Plan with drives in use, too
    </label>
  );
}

function Assumptions() {
  const about = useStore((state) => state.about);
  const more = useStore((state) => MORE.some(({ name }) => name in state.options || name in state.drafts));
  const known = (option) => !about || about.options.some(({ name }) => name === option.name);
  return (
    <section class="rail-part" aria-labelledby="assumptions-title">
      <h2 id="assumptions-title">Assumptions</h2>
      {ASSUMPTIONS.filter(known).map((option) => <OptionField key={option.name} option={option} />)}
      <details class="more" open={more || undefined}>
        <summary class="link">More assumptions</summary>
        {MORE.filter(known).map((option) => <OptionField key={option.name} option={option} />)}
        <DayOption />
        <UsedOption />
      </details>
    </section>
  );
}

const VERSION = (assumptions) => `OpenZFS ${assumptions.zfs}`;

/** The assumptions in one sentence. */
export function assumptionsInWords(assumptions) {
  const partition = { 'whole-disk': 'Linux whole disk', freebsd: 'FreeBSD GPT', none: 'no partitions' }[assumptions.partition] ?? assumptions.partition;
  return `${VERSION(assumptions)}, ${partition}, ${blockSize(assumptions.recordsize_bytes)} records, ${percent(assumptions.fill)} full, `
    + `mission ${duration(assumptions.mission_hours)}, replaced after ${duration(assumptions.replace_after_hours)}, scrub every ${days(assumptions.scrub_every_hours)}`;
}

function days(hours) {
  return hours % 24 === 0 ? `${hours / 24}\u00a0days` : duration(hours);
}

function AssumptionsInShort() {
  const assumptions = useStore((state) => state.plan?.assumptions);
  if (!assumptions) return null;
  return (
    <section class="rail-part" aria-labelledby="assumptions-title">
      <h2 id="assumptions-title">Assumptions</h2>
      <p class="note">{assumptionsInWords(assumptions)}. <button type="button" class="link" onClick={actions.openPlan}>Change</button></p>
    </section>
  );
}

/** While the drives cannot be read: only what was changed. */
function AssumptionsAtRest() {
  const count = useStore((state) => Object.keys(state.options).length);
  return (
    <details class="rail-part folded">
      <summary>
        <h2>Assumptions</h2>
        <span class="muted">{count === 0 ? 'All at their defaults.' : `${count} changed.`} <span class="link">Change</span></span>
      </summary>
      <MustHave />
      <Assumptions />
    </details>
  );
}

/** Below two columns: one line that opens the must-haves and the assumptions. */
function Folded() {
  const assumptions = useStore((state) => state.plan?.assumptions);
  const count = useStore((state) => Object.keys(state.options).length);
  const words = assumptions
    ? `${duration(assumptions.mission_hours)}, ${percent(assumptions.fill)} full, ${duration(assumptions.replace_after_hours)} to replace`
    : 'Must-haves and assumptions';
  return (
    <details class="folded">
      <summary><span class="muted">{words}{count > 0 && <span class="changed">, {count} changed</span>}</span><span class="link">Edit all</span></summary>
      <MustHave />
      <Assumptions />
    </details>
  );
}

export function Rail({ width }) {
  const view = useStore((state) => state.view);
  const problem = useStore((state) => state.problem !== null);
  const planned = useStore((state) => state.plan !== null);
  const wide = width === 'wide';
  if (view === 'detail' && planned && !problem) {
    return (
      <aside class="rail" aria-label="Inputs">
        <DrivesInShort />
        {wide && <WhatIfPanel />}
        {wide && <AssumptionsInShort />}
      </aside>
    );
  }
  return (
    <aside class="rail" aria-label="Inputs">
      <Drives narrow={!wide} />
      {wide && problem && !planned && <AssumptionsAtRest />}
      {wide && (!problem || planned) && <MustHave />}
      {wide && (!problem || planned) && <Assumptions />}
      {!wide && <Folded />}
    </aside>
  );
}
