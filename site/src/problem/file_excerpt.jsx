// The lines of a file around what cannot be read, with the cells underlined.

import { linesOf, splitAt } from '../state/lines.js';
import { fixed } from '../text/numbers.js';
import { Ticked } from './notes.jsx';

/** Lines shown before the first and after the last place; most lines shown in all. */
const BEFORE = 6;
const AFTER = 2;
const MOST_LINES = 16;

/** Longest line drawn; what is longer is cut, so that a file without line ends stays readable. */
const LONGEST_LINE = 2000;

/** The stretch of lines to show, from 1: all places if they are near each other, else those near the first. */
export function stretch(lineNumbers, count) {
  const first = Math.min(...lineNumbers);
  const last = Math.max(...lineNumbers);
  const start = first <= BEFORE + 2 ? 1 : first - BEFORE;
  const end = Math.min(count, last + AFTER, start + MOST_LINES - 1);
  return { start, end };
}

export function FileExcerpt({ source, notes }) {
  const here = notes.filter((note) => note.place.file === source.name && note.place.line > 0);
  if (here.length === 0) return null;
  const lines = linesOf(source.text);
  while (lines.length > 1 && lines.at(-1) === '') lines.pop();
  const { start, end } = stretch(here.map((note) => note.place.line), lines.length);
  const errors = notes.filter((note) => note.severity === 'error').length;
  const warnings = notes.filter((note) => note.severity === 'warning').length;
  const counts = [count(errors, 'error'), warnings > 0 && count(warnings, 'warning')].filter(Boolean).join(', ');
  return (
    <section class="excerpt" aria-labelledby="excerpt-title">
      <div class="title-row">
        <h2 id="excerpt-title">The file, lines {fixed(start)} to {fixed(end)} of {fixed(lines.length)}</h2>
        <span class="muted">{counts}</span>
      </div>
      <div class="file-text" tabIndex={0} role="region" aria-label="Lines of the file">
        {lines.slice(start - 1, end).map((line, index) => (
          <Line key={start + index} number={start + index} line={line} notes={here.filter((note) => note.place.line === start + index)} />
        ))}
      </div>
    </section>
  );
}

function count(number, noun) {
  return `${fixed(number)} ${noun}${number === 1 ? '' : 's'}`;
}

function Line({ number, line, notes }) {
  const kind = notes.some((note) => note.severity === 'error') ? 'bad-line' : notes.length > 0 ? 'odd-line' : '';
  return (
    <div class={`file-line ${kind}`}>
      <span class="file-number">{fixed(number)}</span>
      <bdi dir="ltr" class="file-content">{notes.length === 0 ? line.slice(0, LONGEST_LINE) : <Marked line={line} notes={notes} />}</bdi>
      {notes.map((note, index) => (
        <span key={index} class="file-note">
          {note.place.column && `column ${note.place.column}: `}<Ticked text={note.message} />{note.hint && <>. <Ticked text={capital(note.hint)} />.</>}
        </span>
      ))}
    </div>
  );
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The line with the parts in question underlined. */
function Marked({ line, notes }) {
  const parts = notes
    .map((note) => note.excerpt)
    .filter((excerpt) => excerpt && excerpt.length > 0 && excerpt.line_text === line)
    .sort((a, b) => a.start - b.start);
  if (parts.length === 0) return line.slice(0, LONGEST_LINE);
  const pieces = [];
  let rest = line;
  let done = 0;
  for (const { start, length } of parts) {
    if (start < done) continue;
    const [before, part, after] = splitAt(rest, { start: start - done, length });
    pieces.push(before, <mark key={start}>{part}</mark>);
    rest = after;
    done = start + length;
  }
  pieces.push(rest.slice(0, LONGEST_LINE));
  return pieces;
}
