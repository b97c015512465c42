// The rows of the waterfall from the planner's steps: what is left, what went, and where each bar floats.

/** Names of the totals as `zpool list` and `zfs list` call them. */
const TOTALS = {
  drives: 'Drives as sold',
  asize: 'Data vdevs, asize',
  metaslabs: 'zpool list SIZE',
  dspace: 'Shared by datasets',
  usable: 'zfs list USED + AVAIL',
};

function title(step) {
  return TOTALS[step.name] ?? step.name.charAt(0).toUpperCase() + step.name.slice(1);
}

/**
 * Rows `{name, why, bytes, kind, from, to}`: `bytes` is negative for what goes; `from` and `to` are the ends of the
 * bar as shares of the first total.
 */
export function waterfallRows(steps) {
  const whole = steps[0]?.bytes || 1;
  let left = 0;
  return steps.map((step) => {
    const total = step.effect === 'total';
    const before = total ? step.bytes : left;
    left = total ? step.bytes : left - step.bytes;
    return {
      key: step.name,
      name: title(step),
      why: step.why,
      kind: total ? 'total' : step.bytes === 0 ? 'zero' : 'loss',
      bytes: total || step.bytes === 0 ? step.bytes : -step.bytes,
      from: total ? 0 : left / whole,
      to: before / whole,
    };
  });
}

/** Totals that are not the total before less what went between: `[{name, bytes, expected}]`; empty where all sum. */
export function unsummed(rows) {
  const wrong = [];
  let left = null;
  for (const row of rows) {
    if (row.kind !== 'total') {
      left += row.bytes;
      continue;
    }
    if (left !== null && left !== row.bytes) wrong.push({ name: row.name, bytes: row.bytes, expected: left });
    left = row.bytes;
  }
  return wrong;
}
