// One cell of the drive table: its fact, what was assumed in its place, and the field to change it.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { capitalized, counted, localized } from '../text/numbers.js';
import { cellText, cellWords } from './columns.js';

/**
 * @param {{column: object, drive: object, assumed: object|null, here: boolean, editing: boolean, place: string,
 *          enter: () => void, open: () => void, close: () => void, save: (text: string) => Promise<void>, prefix?: any}} props
 */
export function Cell({ column, drive, assumed, here, editing, place, enter, open, close, save, prefix }) {
  const cell = useRef(null);
  useLayoutEffect(() => {
    if (here && !editing && cell.current?.closest('table').contains(document.activeElement)) cell.current.focus();
  }, [here, editing]);

  // The field goes; whoever was in it goes on from the cell.
  const leave = () => {
    if (cell.current?.contains(document.activeElement)) cell.current.focus();
    close();
  };

  const words = cellWords(column, drive);
  const derived = drive.origins?.[column.fact];
  const tip = editing ? undefined : tipOf(assumed, derived);
  const style = [column.number && 'number', column.mono && 'mono', editing && 'editing'].filter(Boolean).join(' ');
  return (
    <td
      ref={cell} role="gridcell" class={style} tabIndex={here && !editing ? 0 : -1} data-place={place}
      data-tip={tip} onFocus={enter} onClick={() => !editing && open()}
    >
      {editing
        ? <Field {...{ column, drive, save }} close={leave} />
        : (
          <>
            {prefix}
            <bdi class={assumed || derived ? 'assumed' : words === null ? 'muted' : undefined}>{words ?? (assumed ? shortValue(assumed.value) : 'unknown')}</bdi>
          </>
        )}
    </td>
  );
}

/** What was assumed or derived in the place of a fact, and why. */
function tipOf(assumed, derived) {
  if (assumed) {
    const others = assumed.drives.length > 1 ? ` So for ${counted(assumed.drives.length, 'drive')}.` : '';
    return `Assumed: ${localized(assumed.value)}. ${capitalized(localized(assumed.because))}.${others} Enter sets it.`;
  }
  return derived ? `Read from other facts: ${derived}. Enter sets it.` : undefined;
}

function shortValue(value) {
  return value.length > 20 ? `${value.slice(0, 18)}…` : value;
}

function Field({ column, drive, close, save }) {
  const [text, setText] = useState(() => cellText(column, drive));
  const [problem, setProblem] = useState(null);
  const field = useRef(null);
  const busy = useRef(false);
  // Before the next key, which is meant for the field.
  useLayoutEffect(() => {
    field.current.focus();
    field.current.select();
  }, []);

  const commit = async () => {
    if (busy.current) return;
    if (text === cellText(column, drive)) {
      close();
      return;
    }
    busy.current = true;
    try {
      await save(text);
      close();
    } catch (refused) {
      setProblem(refused.diagnostics?.[0] ?? refused);
    } finally {
      busy.current = false;
    }
  };
  const onKeyDown = (event) => {
    event.stopPropagation();
    if (event.key === 'Enter') commit();
    else if (event.key === 'Escape') {
      // Losing the focus is not to save what is given up.
      busy.current = true;
      close();
    } else if (event.key === 'Tab') commit();
  };
  return (
    <span class="cell-field">
      <input
        ref={field} class="field" type="text" value={text} aria-label={column.label} autocomplete="off" spellcheck={false}
        aria-invalid={problem ? 'true' : undefined} aria-describedby={problem ? 'cell-problem' : undefined}
        onInput={(event) => setText(event.currentTarget.value)} onKeyDown={onKeyDown} onBlur={() => (problem ? close() : commit())}
      />
      {problem && <span class="cell-problem bad" id="cell-problem" role="alert"><bdi>{problem.message}</bdi>{problem.hint && `. hint: ${problem.hint}`}. The last valid value stays in force.</span>}
    </span>
  );
}
