// What the figures rest on, and where they come from.

import { scientific, chance } from '../text/chance.js';
import { blockSize, capitalized, duration, fixed, hoursText, localized, percent } from '../text/numbers.js';

/** Most names of drives that are listed for an assumed fact. */
const LISTED = 4;

function assumedFor(fact) {
  const more = fact.drives.length > LISTED ? ` and ${fixed(fact.drives.length - LISTED)} more` : '';
  return `${fact.drives.slice(0, LISTED).join(', ')}${more}`;
}

function rate(entry) {
  const counted = entry.counted_failures !== null && entry.counted_drive_days !== null
    ? `, ${fixed(entry.counted_failures)} failures in ${fixed(entry.counted_drive_days)} drive-days` : '';
  return `${entry.model ?? 'Drives without a model'}: ${percent(entry.failures_per_drive_year, 2)} a year (${entry.source}${counted})`;
}

function method(reliability) {
  const lines = [`${capitalized(localized(reliability.method))}.`];
  if (reliability.exact) {
    lines.push(`The exact chain for independent drives of the mean rate gives ${chance(reliability.exact.p_loss)} (${scientific(reliability.exact.p_loss)}).`);
  }
  if (reliability.mttdl_hours) {
    lines.push(`Mean time to the first loss: ${scientific(reliability.mttdl_hours)} h. It is a mean over many pools, not a promise for one.`);
  }
  return lines.join(' ');
}

export function Assumptions({ assumptions, candidate, whatIf }) {
  const range = whatIf?.p_loss_at_low_and_high_failure_rates;
  const sooner = assumptions.replace_after_hours > 0 ? `a new drive in after ${hoursText(assumptions.replace_after_hours)}` : 'a spare at hand';
  return (
    <dl class="facts">
      <dt>Pool</dt>
      <dd>OpenZFS {assumptions.zfs}, ashift {fixed(candidate.ashift)} ({fixed(candidate.automatic_ashift)} by itself for these drives), {percent(assumptions.fill)} full, records of {blockSize(assumptions.recordsize_bytes)}, partitions: {assumptions.partition}</dd>
      <dt>Care</dt>
      <dd>mission {duration(assumptions.mission_hours)}, scrub every {fixed(assumptions.scrub_every_hours / 24)} days, {sooner}, workload {assumptions.workload}</dd>
      <dt>Failure rates</dt>
      <dd>
        <ul>{assumptions.failure_rates.map((entry) => <li key={entry.model ?? ''}><bdi>{rate(entry)}</bdi></li>)}</ul>
        {range && <>By the fast chain from {chance(range[0])} to {chance(range[1])} over what is known of these rates.</>}
      </dd>
      {assumptions.drives.length > 0 && (
        <>
          <dt>Assumed of drives</dt>
          <dd><ul>{assumptions.drives.map((fact, index) => <li key={index}><bdi>{assumedFor(fact)}</bdi>: {fact.fact} <span class="assumed">{fact.value}</span> ({fact.because})</li>)}</ul></dd>
        </>
      )}
      <dt>Method</dt>
      <dd>{method(candidate.reliability)}</dd>
      <dt>Sources</dt>
      <dd><ul>{assumptions.sources.map((source) => <li key={source}>{source}</li>)}</ul></dd>
    </dl>
  );
}
