// The batches of drives, with their letters and patterns.

const PATTERNS = 6;

function letterAt(index) {
  const letter = String.fromCharCode(65 + (index % 26));
  const round = Math.floor(index / 26);
  return round === 0 ? letter : `${letter}${round + 1}`;
}

/**
 * The batches of drives, in the order of their names, each with its letter and pattern:
 * `[{name, letter, pattern, drives, made}]`; `name` is `null` for drives of unknown batch, which come last.
 */
export function batchesOf(drives) {
  const members = new Map();
  for (const drive of drives) {
    const name = drive.batch ?? null;
    if (!members.has(name)) members.set(name, []);
    members.get(name).push(drive);
  }
  const names = [...members.keys()].filter((name) => name !== null).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  // Batches that are named by a letter keep it.
  const lettered = names.every((name) => /^[A-Z]$/.test(name));
  const batches = names.map((name, index) => {
    const letter = lettered ? name : letterAt(index);
    const made = members.get(name).find((drive) => drive.manufactured)?.manufactured ?? null;
    return { name, letter, pattern: lettered ? (name.charCodeAt(0) - 65) % PATTERNS : index % PATTERNS, drives: members.get(name), made };
  });
  if (members.has(null)) {
    batches.push({ name: null, letter: '?', pattern: PATTERNS - 1, drives: members.get(null), made: null });
  }
  return batches;
}

/** The batch of each drive by the drive's name. */
export function batchByDrive(batches) {
  return new Map(batches.flatMap((batch) => batch.drives.map((drive) => [drive.id, batch])));
}

/** A batch in words: `A, 2021-W31`, `unknown batch`. */
export function batchTitle(batch) {
  if (batch.name === null) return 'unknown batch';
  const name = batch.name === batch.letter ? batch.name : `${batch.letter}, ${batch.name}`;
  return batch.made && !batch.name.includes(batch.made) ? `${name}, ${batch.made}` : name;
}
