// Changes to single lines of a file that someone gave us, so that it can be read again.

/** The lines of a text, without their ends. */
export function linesOf(text) {
  return text.split(/\r\n|\n|\r/);
}

/** The text with one line emptied: the lines after it keep their numbers. */
export function withoutLine(text, line) {
  return changedLine(text, line, () => '');
}

/**
 * The text with a part of one line replaced.
 * @param {string} text
 * @param {number} line  counted from 1
 * @param {{start: number, length: number}} part  in UTF-8 bytes of the line
 * @param {string} replacement
 */
export function withPart(text, line, part, replacement) {
  return changedLine(text, line, (old) => {
    const [before, , after] = splitAt(old, part);
    return before + replacement + after;
  });
}

function changedLine(text, line, change) {
  const ends = /\r\n|\n|\r/g;
  let start = 0;
  for (let number = 1; number < line; number += 1) {
    if (!ends.exec(text)) return text;
    start = ends.lastIndex;
  }
  ends.lastIndex = start;
  const end = ends.exec(text)?.index ?? text.length;
  return text.slice(0, start) + change(text.slice(start, end)) + text.slice(end);
}

/**
 * A line in three pieces: before, the part, after.
 * @param {string} line
 * @param {{start: number, length: number}} part  in UTF-8 bytes
 * @returns {[string, string, string]}
 */
export function splitAt(line, { start, length }) {
  const bytes = new TextEncoder().encode(line);
  const decoder = new TextDecoder();
  const piece = (from, to) => decoder.decode(bytes.subarray(from, to));
  return [piece(0, start), piece(start, start + length), piece(start + length)];
}
