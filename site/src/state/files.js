// Files that someone drops, opens or pastes, as sources of drives.

/** Up to this size a file is kept as text, so that it can be shown and mended here, in bytes. */
const SHOWN = 1024 * 1024;

/**
 * A source for a file: its text where it is short and UTF-8, else the file itself, which only the worker reads.
 * @param {File} file
 */
export async function sourceOf(file) {
  const name = file.name || 'file';
  if (file.size > SHOWN) return { name, blob: file };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return { name, text };
  } catch {
    return { name, blob: file };
  }
}

/** A source for text that was pasted, as for a file of its length. */
export function pastedSource(name, text) {
  return text.length > SHOWN ? { name, blob: new Blob([text]) } : { name, text };
}

/** A name for pasted text, which no other source has. */
export function pastedName(sources) {
  let number = 1;
  const taken = new Set(sources.map((source) => source.name));
  while (taken.has(number === 1 ? 'pasted text' : `pasted text ${number}`)) number += 1;
  return number === 1 ? 'pasted text' : `pasted text ${number}`;
}

/** A name that no other source has, so that messages can name the file they mean. */
export function distinctName(name, sources) {
  const taken = new Set(sources.map((source) => source.name));
  let number = 2;
  let distinct = name;
  while (taken.has(distinct)) {
    distinct = `${name} (${number})`;
    number += 1;
  }
  return distinct;
}
