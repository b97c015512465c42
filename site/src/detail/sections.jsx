// The sections of a layout in full, in the order in which they are read.

import { Curve } from '../charts/curve.jsx';
import { pointsOf } from '../charts/curve_geometry.js';
import { Timeline } from '../charts/timeline.jsx';
import { BatchTable, VdevPicture } from '../charts/vdevs.jsx';
import { Waterfall } from '../charts/waterfall.jsx';
import { CopyButton } from '../results/copy_button.jsx';
import { Notice, Warnings } from '../results/warnings.jsx';
import { chance } from '../text/chance.js';
import { familyOf } from '../text/layout.js';
import { causes, dataVdevs, expectedLoss } from '../text/losses.js';
import { blockSize, exactBytes, fixed, percent, tbAndTib } from '../text/numbers.js';

/** A section with its heading and what it shows. */
export function Section({ id, title, note, aside, children }) {
  return (
    <section class="section" aria-labelledby={id}>
      <div class="section-head"><h2 id={id}>{title}</h2>{aside}</div>
      {note && <p class="section-note">{note}</p>}
      {children}
    </section>
  );
}

export function BytesSection({ explanation }) {
  const { candidate, steps } = explanation;
  const { capacity } = candidate;
  const more = capacity.effective_bytes > capacity.zfs_usable_bytes;
  return (
    <Section id="bytes" title="Where the bytes go" note="From the label to what zfs list prints. Bars share one scale; steps too small to see are drawn as a hairline.">
      <Waterfall steps={steps} family={familyOf(candidate.layout)} />
      <p class="section-after">
        Fits as files of {blockSize(capacity.effective_block_bytes)} records: <b data-tip={exactBytes(capacity.effective_bytes)}>{tbAndTib(capacity.effective_bytes)}</b>
        , without compression. zfs list counts every record by one ratio, so {more ? 'slightly more fits than it says' : 'no more fits than it says'}.
      </p>
    </Section>
  );
}

function Enclosure({ worst }) {
  return (
    <p class="section-after">
      If enclosure <bdi>{worst.domain}</bdi> fails, a vdev loses {fixed(worst.drives_in_one_vdev)} drives at once:{' '}
      {worst.survives ? 'the pool survives it.' : <span class="bad">✕ the pool is lost.</span>}
    </p>
  );
}

export function DrivesSection({ explanation }) {
  const { candidate, inventory } = explanation;
  return (
    <Section id="drives" title="Which drive goes where" note="Letters and patterns are batches; each tile is a drive with the end of its serial number.">
      <VdevPicture candidate={candidate} drives={inventory.drives} />
      <BatchTable candidate={candidate} drives={inventory.drives} />
      {candidate.worst_domain && <Enclosure worst={candidate.worst_domain} />}
    </Section>
  );
}

function causeInWords(reliability) {
  const text = causes(reliability.by_cause);
  return text ? `Cause: ${text}. ${expectedLoss(reliability)}` : '';
}

export function CurveSection({ candidate, previousCurve }) {
  const { reliability, layout } = candidate;
  const curves = [{
    name: 'any data', value: chance(reliability.p_loss.point), points: pointsOf(reliability), end: reliability.p_loss, colour: familyOf(layout),
  }];
  if (reliability.pool_curve?.length > 0) {
    curves.push({ name: 'whole pool', value: chance(reliability.p_pool_loss.point), points: reliability.pool_curve, end: reliability.p_pool_loss, colour: familyOf(layout), dash: 1 });
  }
  const simulated = reliability.p_loss.std_error > 0;
  const banded = reliability.curve_interval?.length > 0;
  const shown = banded ? 'Band' : 'Bar at the end';
  return (
    <Section id="curve" title="Chance of loss over the years" note={simulated ? `${shown}: ${percent(reliability.p_loss.confidence)} interval.` : 'Solved by a chain, not simulated.'}>
      <Curve curves={curves} previous={previousCurve} />
      <p class="section-after">
        {curves.length === 1 && <>Of the whole pool: {chance(reliability.p_pool_loss.point)}. </>}
        {causeInWords(reliability)}
      </p>
    </Section>
  );
}

export function TimelineSection({ failureWindow, family }) {
  return (
    <Section id="window" title="When a drive fails" note={`One drive of ${failureWindow.name} fails at hour 0.`}>
      <Timeline window={failureWindow} family={family} />
    </Section>
  );
}

export function WarningsSection({ candidate }) {
  const { warnings } = candidate;
  const least = dataVdevs(candidate).length;
  return (
    <Section id="warnings" title="Warnings">
      <div class="notices">
        {warnings.length > 0 ? <Warnings warnings={warnings} /> : <Notice level="note">Nothing speaks against {least === 1 ? 'this vdev' : `these ${fixed(least)} vdevs`} beyond the figures above.</Notice>}
      </div>
    </Section>
  );
}

export function CommandSection({ candidate }) {
  return (
    <Section id="command" title="Create it" aside={<CopyButton text={candidate.zpool_create} label="Copy" />}>
      <pre class="command" tabIndex={0} aria-label="Command that creates the pool"><code>{candidate.zpool_create}</code></pre>
    </Section>
  );
}
