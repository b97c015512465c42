// The ways to name drives: in short, from a file, by pasting, from an example.

import { useRef, useState } from 'preact/hooks';
import { Menu } from '../menu.jsx';
import { actions } from '../state/actions.js';
import { EXAMPLES } from '../state/examples.js';

/** One field for "12 × 18 TB, 7200, SATA", with the button to add or plan them. */
export function QuickAdd({ button = 'Add', primary = false, focus = false }) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event) => {
    event.preventDefault();
    if (typed.trim() === '' || busy) return;
    setBusy(true);
    try {
      await actions.addQuick(typed);
      setTyped('');
      setProblem(null);
    } catch (refused) {
      setProblem(refused);
    } finally {
      setBusy(false);
    }
  };
  const said = problem?.diagnostics?.[0] ?? problem;
  return (
    <form class="quick" onSubmit={submit}>
      <div class="quick-row">
        <input
          class="field" type="text" value={typed} placeholder="12 × 18TB, 7200, SATA" aria-label="Drives in short"
          aria-invalid={problem ? 'true' : undefined} aria-describedby={problem ? 'quick-problem' : undefined}
          autocomplete="off" spellcheck={false} ref={(field) => focus && field && !field.dataset.met && (field.dataset.met = '1', field.focus())}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="submit" class={primary ? 'button primary' : 'button'}>{button}</button>
      </div>
      {problem && (
        <p class="field-problem" id="quick-problem" role="alert">
          <bdi>{said.message}</bdi>{said.hint && <>. hint: {said.hint}</>}
        </p>
      )}
    </form>
  );
}

/** Opens the file dialogue. */
export function OpenFile({ children, class: style = 'link' }) {
  const field = useRef(null);
  const chosen = (event) => {
    const { files } = event.currentTarget;
    if (files.length > 0) actions.addFiles(files);
    event.currentTarget.value = '';
  };
  return (
    <>
      <button type="button" class={style} onClick={() => field.current.click()}>{children}</button>
      <input type="file" class="spoken" multiple tabIndex={-1} aria-hidden="true" ref={field} onChange={chosen} />
    </>
  );
}

/** Longest text that the field shows, in characters; browsers take seconds to lay out more, so it is read at once. */
const SHOWN_IN_FIELD = 200_000;

/** A field to paste an inventory into. */
export function PasteBox({ close }) {
  const [text, setText] = useState('');
  const read = () => {
    if (text.trim() === '') return;
    actions.pasteText(text);
    close();
  };
  const onPaste = (event) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (pasted.length <= SHOWN_IN_FIELD) return;
    event.preventDefault();
    actions.pasteText(text + pasted);
    close();
  };
  return (
    <div class="paste">
      <label class="note" for="paste-text">Any listing of drives: CSV, smartctl, lsblk, zpool status …</label>
      <textarea
        id="paste-text" class="field mono" rows={6} value={text} spellcheck={false}
        ref={(field) => field && !field.dataset.met && (field.dataset.met = '1', field.focus())}
        onInput={(event) => setText(event.currentTarget.value)} onPaste={onPaste}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      />
      <div class="buttons">
        <button type="button" class="button" onClick={read}>Read</button>
        <button type="button" class="link" onClick={close}>Close</button>
      </div>
    </div>
  );
}

/** Open, Paste and Examples in one row. */
export function OtherWays() {
  const [pasting, setPasting] = useState(false);
  const examples = EXAMPLES.map(({ name, title, use }) => ({ key: name, title, note: use, choose: () => actions.useExample(name) }));
  return (
    <>
      <div class="ways">
        <OpenFile>Open file</OpenFile>
        <button type="button" class="link" aria-expanded={pasting} onClick={() => setPasting(!pasting)}>Paste</button>
        <Menu class="link" label="Examples ▾" items={examples} />
      </div>
      {pasting && <PasteBox close={() => setPasting(false)} />}
    </>
  );
}
