// What the planner says about places of the input: errors, warnings, notices.

import { fixed } from '../text/numbers.js';

/** Notes shown at once; more are folded away. */
const MOST_NOTES = 8;

/** What the planner remarked while reading: warnings at once, mere notices on demand. */
export function InventoryNotes({ document }) {
  const notes = document.warnings ?? [];
  const skipped = document.skipped ?? [];
  const warnings = notes.filter((note) => note.severity !== 'notice');
  const shown = warnings.slice(0, MOST_NOTES);
  const folded = [...warnings.slice(MOST_NOTES), ...notes.filter((note) => note.severity === 'notice')];
  if (notes.length + skipped.length === 0) return null;
  return (
    <div class="notices">
      {shown.map((note, index) => <Note key={index} note={note} />)}
      {folded.length > 0 && (
        <details>
          <summary class="link">{fixed(folded.length)} more {folded.length === 1 ? 'note' : 'notes'} on the reading</summary>
          <div class="notices">{folded.slice(0, 100).map((note, index) => <Note key={index} note={note} />)}</div>
        </details>
      )}
      {skipped.length > 0 && (
        <p class="note">
          {fixed(skipped.length)} {skipped.length === 1 ? 'entry was' : 'entries were'} left out:{' '}
          {skipped.slice(0, 5).map((one, index) => <>{index > 0 && '; '}<bdi>{typeof one === 'string' ? one : one.message ?? JSON.stringify(one)}</bdi></>)}
        </p>
      )}
    </div>
  );
}

export function Note({ note }) {
  const { place, message, hint, severity } = note;
  const kind = severity === 'error' ? 'error' : severity === 'warning' ? 'warning' : '';
  const mark = { error: '✕', warning: '!', notice: 'i' }[severity] ?? 'i';
  return (
    <div class={`notice ${kind}`}>
      <span class="notice-mark" aria-hidden="true">{mark}</span>
      <span>
        <Place place={place} /><bdi><Ticked text={message} /></bdi>
        {hint && (severity === 'error' ? <br /> : '. ')}
        {hint && <>hint: <bdi><Ticked text={hint} /></bdi></>}
      </span>
    </div>
  );
}

function Place({ place }) {
  if (!place || (!place.line && !place.column && !place.file)) return null;
  const parts = [];
  if (place.line > 0) parts.push(<>line {fixed(place.line)}</>);
  else if (place.file) parts.push(<bdi>{place.file}</bdi>);
  if (place.column) parts.push(<>column <code>{place.column}</code></>);
  return <b>{parts.map((part, index) => <>{index > 0 && ', '}{part}</>)}: </b>;
}

/** A message of the planner: what stands in backticks was read or is to be written. */
export function Ticked({ text }) {
  return String(text ?? '').split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
