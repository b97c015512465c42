// The drives cannot be read: what is wrong, the two ways out, and the place in the file.

import { useEffect, useRef, useState } from 'preact/hooks';
import { actions } from '../state/actions.js';
import { linesOf, splitAt } from '../state/lines.js';
import { useStore } from '../state/store.js';
import { countWord, counted, fixed } from '../text/numbers.js';
import { FileExcerpt } from './file_excerpt.jsx';
import { InventoryNotes, Note } from './notes.jsx';
import { Understood } from './understood.jsx';

/** Errors shown; more are counted. */
const MOST_ERRORS = 5;

/** One sentence: what is wrong, and the two ways out. */
function Sentence({ problem, errors, source, understood }) {
  const left = understood?.document?.drives.length ?? 0;
  const others = left > 0 ? `, or plan with the other ${fixed(left)} ${left === 1 ? 'drive' : 'drives'}` : '';
  if (errors.length === 0 || !source) {
    return <h1 class="answer-sentence"><bdi>{sentenceOf(problem.message)}</bdi></h1>;
  }
  const lines = new Set(errors.map((error) => error.place.line)).size;
  const cells = errors.every((error) => error.place.column !== '');
  const what = cells
    ? `${word(errors.length)} ${errors.length === 1 ? 'cell' : 'cells'}`
    : `${word(lines)} ${lines === 1 ? 'line' : 'lines'}`;
  return (
    <h1 class="answer-sentence">
      {what} of <b><bdi>{source.name}</bdi></b> cannot be read. {source.text === undefined ? `Mend the file and open it again${others}` : `Fix ${errors.length === 1 ? 'it' : 'them'} here${others}`}.
    </h1>
  );
}

/** Drives in short that a link brought and nobody can read: they can be left out. */
function BadShorthands({ errors }) {
  const quick = useStore((state) => state.quick);
  const bad = errors.map((error) => quick.indexOf(error.excerpt?.line_text)).filter((place) => place >= 0);
  return bad.slice(0, MOST_ERRORS).map((place) => (
    <p key={place}><button type="button" class="button" onClick={() => actions.removeQuick(place)}>Leave <bdi>{quick[place]}</bdi> out</button></p>
  ));
}

function word(count) {
  const text = countWord(count);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function sentenceOf(message) {
  const text = message.replaceAll('`', '');
  const large = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(large) ? large : `${large}.`;
}

/** The field to fix one cell in place. */
function FixCell({ error, source, focus }) {
  const { place, excerpt } = error;
  // A line with control characters is quoted in another form; its places are not those of the file.
  const asWritten = excerpt && excerpt.length > 0 && linesOf(source.text)[place.line - 1] === excerpt.line_text;
  const part = asWritten ? splitAt(excerpt.line_text, excerpt)[1] : null;
  const [text, setText] = useState(part ?? '');
  const field = useRef(null);
  useEffect(() => setText(part ?? ''), [part, place.line]);
  useEffect(() => {
    if (focus) field.current?.focus({ preventScroll: true });
  }, []);
  const id = `fix-${place.line}-${excerpt?.start ?? 0}`;
  const submit = (event) => {
    event.preventDefault();
    actions.replaceCell(source.name, place.line, excerpt, text);
  };
  return (
    <form class="fix" onSubmit={submit}>
      {part !== null && (
        <>
          <label for={id}>Line {fixed(place.line)}{place.column && <>, <bdi>{place.column}</bdi></>}</label>
          <input
            ref={field} id={id} class="field" type="text" value={text} aria-invalid={text === part ? 'true' : undefined} autocomplete="off" spellcheck={false}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <button type="submit" class={focus ? 'button primary' : 'button'}>Read again</button>
        </>
      )}
      <button type="button" class="button" onClick={() => actions.removeLine(source.name, place.line)}>Leave line {fixed(place.line)} out</button>
    </form>
  );
}

/** Where the encoding is in doubt, it can be named. */
function Encoding() {
  const encoding = useStore((state) => state.request.encoding);
  const [text, setText] = useState(encoding ?? '');
  return (
    <form
      class="fix"
      onSubmit={(event) => {
        event.preventDefault();
        actions.setRequest({ encoding: text.trim() === '' ? null : text.trim() });
      }}
    >
      <label for="encoding">Encoding of the file</label>
      <input id="encoding" class="field" type="text" placeholder="windows-1252" value={text} autocomplete="off" spellcheck={false} onInput={(event) => setText(event.currentTarget.value)} />
      <button type="submit" class="button">Read again</button>
    </form>
  );
}

/** All drives are in a pool or mounted: the one way on is to plan as if they were free. */
function InUse() {
  return (
    <div class="fix">
      <button type="button" class="button primary" onClick={() => actions.setRequest({ include_used: true })}>Plan with drives in use, too</button>
      <span class="note">For a pool that is to be built anew: what is on them will be lost.</span>
    </div>
  );
}

export function ProblemView() {
  const problem = useStore((state) => state.problem);
  const sources = useStore((state) => state.sources);
  const understood = useStore((state) => state.understood);
  const planned = useStore((state) => state.plan !== null);
  const errors = problem.diagnostics.filter((one) => one.severity === 'error');
  const others = problem.diagnostics.filter((one) => one.severity !== 'error');
  const shown = errors.slice(0, MOST_ERRORS);
  const source = sources.find(({ name }) => name === errors[0]?.place.file);
  const included = useStore((state) => state.request.include_used);
  const inUse = !included && errors.length === 0 && /: in use\b/.test(problem.message);
  const editable = useStore((state) => problem.stage !== 'inventory' && state.inventory?.document?.drives.length > 0);
  const mendable = source?.text !== undefined;
  const lines = new Set(errors.filter((error) => error.place.line > 0).map((error) => error.place.line)).size;
  return (
    <div class="problem">
      <p class="answer-name"><span class="muted">{planned ? 'No plan for these drives yet' : 'No plan yet'}</span></p>
      <Sentence {...{ problem, errors, source, understood }} />
      {inUse && <InUse />}
      {editable && <p><button type="button" class="button" onClick={actions.openEdit}>Edit the drives</button></p>}
      {errors.length === 0 && !inUse && problem.hint && <div class="notice error"><span class="notice-mark" aria-hidden="true">✕</span><span>hint: <bdi>{problem.hint}</bdi></span></div>}
      {shown.map((error, index) => (
        <div class="problem-error" key={`${error.place.file}-${error.place.line}-${error.place.column}-${index}`}>
          <Note note={error} />
          {mendable && error.place.line > 0 && error.place.file === source.name && <FixCell error={error} source={source} focus={index === 0} />}
        </div>
      ))}
      {errors.length > shown.length && <p class="problem-more">and {counted(errors.length - shown.length, 'more error')}.</p>}
      {mendable && lines > 1 && <p><button type="button" class="button" onClick={actions.removeBadLines}>Leave all {fixed(lines)} lines out</button></p>}
      {/encoding|UTF-8/i.test(problem.message + (problem.hint ?? '') + errors.map((error) => error.message + (error.hint ?? '')).join(' ')) && <Encoding />}
      {mendable && <FileExcerpt source={source} notes={[...shown, ...others]} />}
      <BadShorthands errors={shown} />
      <InventoryNotes document={others.length > 0 ? { warnings: others } : understood?.document ?? {}} />
      <Understood inventory={understood} />
    </div>
  );
}
