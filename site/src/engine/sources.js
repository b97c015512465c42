// Files as the planner takes them: names and bytes, read in the worker, within a limit.

/** Largest file that is read, in bytes: the records of 1,024 drives, 32 kB each. */
const MOST_BYTES = 32 * 1024 * 1024;

/** @typedef {{id: number, name: string, text?: string, blob?: Blob}} Source */

/**
 * The bytes of all sources, in their order.
 * @param {Source[]} sources
 * @returns {Promise<Uint8Array[]>}
 */
export async function bytesOf(sources) {
  return Promise.all(sources.map(async (source) => {
    const length = source.blob ? source.blob.size : source.text.length;
    if (length > MOST_BYTES) throw tooLarge(source.name, length);
    if (!source.blob) return new TextEncoder().encode(source.text);
    try {
      return new Uint8Array(await source.blob.arrayBuffer());
    } catch {
      throw JSON.stringify({
        message: `${source.name} cannot be opened any more`,
        hint: 'it may have been moved or changed; choose it again',
      });
    }
  }));
}

function tooLarge(name, length) {
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  return JSON.stringify({
    message: `${name} has ${megabytes(length)} MB; this page reads files of at most ${megabytes(MOST_BYTES)} MB`,
    hint: 'leave out what is no drive, or use `zplan --disks` on the command line',
  });
}
