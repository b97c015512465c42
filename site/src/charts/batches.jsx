// Batches: tint, pattern and letter, always all three.

export { batchByDrive, batchesOf, batchTitle } from './batch_letters.js';

/** The pattern of a batch as a small square. The letter stands beside it. */
export function Swatch({ pattern, title }) {
  return <span class={`swatch pattern-${pattern}`} role={title ? 'img' : undefined} aria-label={title} aria-hidden={title ? undefined : 'true'} />;
}
