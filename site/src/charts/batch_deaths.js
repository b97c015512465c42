// What is left of each vdev if a batch dies.

import { countWord, fixed } from '../text/numbers.js';
import { toleranceIn } from '../text/losses.js';

/** Vdevs with their names as `zpool status` counts them: `raidz2-0`, `mirror-1`. */
export function namedVdevs(candidate) {
  return candidate.vdevs.map((vdev, index) => ({
    ...vdev,
    name: vdev.type === 'stripe' ? `disk ${fixed(index + 1)}` : `${vdev.type}-${index}`,
    tolerance: toleranceIn(vdev),
  }));
}

/** What is left of each vdev if a batch dies: `{batch, hit: [{vdev, count, left}], survives, least}`. */
export function batchDeaths(candidate, batches) {
  const vdevs = namedVdevs(candidate).filter((vdev) => vdev.class !== 'log');
  return batches.filter((batch) => batch.name !== null).map((batch) => {
    const members = new Set(batch.drives.map((drive) => drive.id));
    const hit = vdevs.map((vdev) => {
      const count = vdev.drives.filter((name) => members.has(name)).length;
      return { vdev, count, left: vdev.tolerance - count };
    });
    const touched = hit.filter(({ count }) => count > 0);
    const least = touched.length > 0 ? Math.min(...touched.map(({ left }) => left)) : null;
    return { batch, hit, least, survives: least === null || least >= 0 };
  });
}

/** How a death ends for the pool: `{good, text}`. */
export function outcome(death, candidate) {
  if (death.least === null) return { good: true, text: 'not touched' };
  if (!death.survives) {
    const lost = death.hit.filter(({ count, left }) => count > 0 && left < 0).map(({ vdev }) => vdev.name);
    const names = lost.length > 3 ? `${fixed(lost.length)} vdevs` : lost.join(', ');
    return { good: false, text: `pool lost: ${names} ${lost.length === 1 ? 'loses' : 'lose'} more drives than ${lost.length === 1 ? 'it outlives' : 'they outlive'}` };
  }
  const mirrored = candidate.vdevs.every((vdev) => vdev.type === 'mirror');
  const left = mirrored
    ? `${countWord(death.least + 1)} ${death.least === 0 ? 'copy' : 'copies'} left`
    : death.least === 0 ? 'no parity left' : `${countWord(death.least)} parity left`;
  return { good: true, text: `survives, ${left} until replaced` };
}
