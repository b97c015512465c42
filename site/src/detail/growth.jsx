// Pools that grow: drives attached to a RAID-Z vdev, larger drives, more vdevs.

import { duration, exactBytes, fixed, labelSize, tb, tib, withUnit } from '../text/numbers.js';

function Size({ bytes }) {
  return <td class="number" data-tip={exactBytes(bytes)}>{withUnit(tb(bytes), 'TB')} <span class="tib">({withUnit(tib(bytes), 'TiB')})</span></td>;
}

function Table({ label, header, children }) {
  return (
    <table class="plain growth" aria-label={label}>
      <thead><tr>{header.map((text, index) => <th key={text} scope="col" class={index > 0 ? 'number' : undefined}>{text}</th>)}</tr></thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** `steps` as of the planner's `growth`. */
export function Growth({ steps }) {
  return (
    <Table label="Space after each drive attached" header={['Drives', 'zfs list will say', 'truly fits', 'made new']}>
      {steps.map((step) => (
        <tr key={step.width}>
          <th scope="row">{fixed(step.width)}</th>
          <Size bytes={step.zfs_usable_bytes} /><Size bytes={step.effective_bytes} /><Size bytes={step.made_new_bytes} />
        </tr>
      ))}
    </Table>
  );
}

/** Most rows for one size of drive; of more vdevs the last is what counts. */
const MOST_STEPS = 3;

/** The first steps and the last. */
const shortened = (steps) => (steps.length > MOST_STEPS ? [...steps.slice(0, MOST_STEPS - 1), steps.at(-1)] : steps);

/** `plans` as of the planner's `replace_with_larger`: a size of drive, and the pool after each vdev. */
export function Larger({ plans }) {
  return (
    <Table label="Space with larger drives" header={['New drives', 'Resilvers', 'zfs list will say', 'truly fits']}>
      {plans.flatMap((plan) => shortened(plan.steps).map((step) => (
        <tr key={`${plan.label_bytes} ${step.vdev}`}>
          <th scope="row">{fixed(step.drives_bought)} × {labelSize(plan.label_bytes)}</th>
          <td class="number">{duration(step.resilver_hours)}</td>
          <Size bytes={step.zfs_usable_bytes} /><Size bytes={step.effective_bytes} />
        </tr>
      )))}
    </Table>
  );
}

/** `steps` as of the planner's `add_vdev`. */
export function Added({ steps }) {
  return (
    <Table label="Space with more vdevs" header={['Data vdevs', 'New drives', 'zfs list will say', 'truly fits']}>
      {steps.map((step) => (
        <tr key={step.data_vdevs}>
          <th scope="row">{fixed(step.data_vdevs)}</th>
          <td class="number">{fixed(step.drives_bought)}</td>
          <Size bytes={step.zfs_usable_bytes} /><Size bytes={step.effective_bytes} />
        </tr>
      ))}
    </Table>
  );
}
