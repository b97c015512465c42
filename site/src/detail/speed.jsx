// What limits the speed, and how the figures follow from the drives.

import { fixed, trimmed, withUnit } from '../text/numbers.js';
import { Prose } from '../text/prose.jsx';

/** Rows of the table: name, estimate, unit, decimals, the step that says why. */
function rowsOf({ performance }) {
  const { range } = performance;
  return [
    ['Sequential read', range.read_mb_per_s, 'MB/s', 0, 'streaming read'],
    ['Sequential write', range.write_mb_per_s, 'MB/s', 0, 'streaming write'],
    ['Rewrite in place', range.rewrite_mb_per_s, 'MB/s', 0, 'rewrite in place'],
    ['Read, a drive missing', range.degraded_read_mb_per_s, 'MB/s', 0, 'degraded read'],
    ['4K random read', range.random_read_iops, 'IOPS', 0, 'random read'],
    ['4K random write', range.random_write_iops, 'IOPS', 0, 'random write'],
    ['Synchronous write', range.sync_write_iops, 'IOPS', 0, 'synchronous write'],
    ['Scrub', range.scrub_hours, 'h', 1, null],
  ].filter(([, estimate]) => estimate);
}

/** A figure of a chain of reasoning, with fewer decimals where it is large. */
const figure = (value) => (Math.abs(value) >= 100 ? fixed(value) : trimmed(value, 2));

function Chain({ title, steps }) {
  return (
    <details class="as-table">
      <summary>{title}</summary>
      <table class="plain">
        <thead><tr><th scope="col">Figure</th><th scope="col" class="number">Value</th><th scope="col">From</th></tr></thead>
        <tbody>
          {steps.map((step, index) => (
            <tr key={index}><th scope="row">{step.name}</th><td class="number">{figure(step.value)}{step.unit && ` ${step.unit}`}</td><td class="muted"><Prose text={step.why} /></td></tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

export function Speed({ candidate, speedSteps, resilverSteps }) {
  const because = new Map(speedSteps.map((step) => [step.name, step.why]));
  return (
    <>
      <table class="plain speed">
        <thead class="spoken"><tr><th scope="col">What</th><th scope="col">Typical</th><th scope="col">Range and reason</th></tr></thead>
        <tbody>
          {rowsOf(candidate).map(([name, estimate, unit, decimals, step]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="number">{withUnit(fixed(estimate.point, decimals), unit)}</td>
              <td class="muted">{fixed(estimate.low, decimals)} to {fixed(estimate.high, decimals)}{because.has(step) && <>; <Prose text={because.get(step)} /></>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Chain title="How the speeds follow" steps={speedSteps} />
      <Chain title="How the hours of a resilver follow" steps={resilverSteps} />
    </>
  );
}
