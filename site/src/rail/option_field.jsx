// One option: a value on a line, its unit, one line of explanation; "changed" with a reset where it is not the default.

import { useEffect, useState } from 'preact/hooks';
import { Ticked } from '../problem/notes.jsx';
import { actions } from '../state/actions.js';
import { accepted, choicesOf, defaultOf, shown } from '../state/options.js';
import { useStore } from '../state/store.js';

/** Words of this length leave no room for a unit in an empty field. */
const LONG_WORD = 6;

/** Kinds that letters belong to. */
const TYPED = new Set(['text', 'list', 'chance', 'time', 'money', 'space']);

/** @param {{option: import('../state/options.js').Option}} props */
export function OptionField({ option }) {
  const about = useStore((state) => state.about);
  const text = useStore((state) => state.options[option.name]);
  const draft = useStore((state) => state.drafts[option.name]);
  const assumptions = useStore((state) => state.plan?.assumptions);
  const usual = defaultOf(about, option.name);
  const changed = text !== undefined;
  const id = `option-${option.name}`;
  const described = [option.help && `${id}-help`, draft && `${id}-problem`].filter(Boolean).join(' ') || undefined;

  return (
    <div class={draft ? 'option invalid' : 'option'}>
      <div class="option-row">
        <label for={id}>{option.label}</label>
        {changed && !draft && (
          <span class="changed">changed <button type="button" class="link" aria-label={`Reset ${option.label}`} onClick={() => actions.setOption(option.name, null)}>reset</button></span>
        )}
        {option.kind === 'choice' && <Choice {...{ id, option, about, text, usual, assumptions, described }} />}
        {option.kind === 'table' && <Table {...{ id, option, text, described }} />}
        {option.kind !== 'choice' && option.kind !== 'table' && <Value {...{ id, option, text, usual, draft, described }} />}
      </div>
      {option.help && <p class="note" id={`${id}-help`}>{option.help}</p>}
      {draft && (
        <p class="field-problem" id={`${id}-problem`} role="alert">
          <bdi><Ticked text={draft.message.replace(`--${option.name}: `, '')} /></bdi>{draft.hint && <>. hint: <Ticked text={draft.hint} /></>}. {changed ? <>The last valid value, {text}, stays in force.</> : 'The default stays in force.'}
        </p>
      )}
    </div>
  );
}

function Choice({ id, option, about, text, usual, assumptions, described }) {
  const choices = choicesOf(about, option);
  const automatic = usual === null;
  const effective = automatic ? option.effective?.(assumptions ?? {}) : null;
  const wordsOf = (value) => choices.find(([choice]) => choice === value)?.[1] ?? value;
  const value = text ?? usual ?? '';
  const known = value === '' || choices.some(([choice]) => choice === value);
  return (
    <span class="value-box select-box">
      <select
        id={id} class={option.wide ? 'value wide' : 'value'} value={value} aria-describedby={described}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          actions.setOption(option.name, chosen === '' || chosen === usual ? null : chosen);
        }}
      >
        {automatic && <option value="">{effective ? wordsOf(effective) : option.empty ?? 'usual'}</option>}
        {choices.map(([choice, words]) => <option key={choice} value={choice}>{words}</option>)}
        {!known && <option value={value}>{value}</option>}
      </select>
    </span>
  );
}

function Value({ id, option, text, usual, draft, described }) {
  const inForce = text ?? usual;
  const { value, unit } = shown(option, inForce);
  const [typed, setTyped] = useState(draft?.text ?? value);
  useEffect(() => setTyped(draft ? typedOf(option, draft.text) : value), [value, draft]);

  const commit = () => {
    if (typed === value && !draft) return;
    const next = accepted(option, typed, inForce);
    if (next === usual || next === null) actions.setOption(option.name, null);
    else if (next !== text || draft) actions.setOption(option.name, next);
    if (next === null || next === inForce) setTyped(shown(option, next ?? usual).value);
  };
  const onKeyDown = (event) => {
    if (event.key === 'Enter') commit();
    else if (event.key === 'Escape') setTyped(value);
  };
  return (
    <span class="value-box">
      <input
        id={id} class={option.wide ? 'value wide' : 'value'} type="text" inputMode={TYPED.has(option.kind) ? 'text' : 'decimal'} autocomplete="off" spellcheck={false}
        value={typed} placeholder={option.empty ?? ''} aria-invalid={draft ? 'true' : undefined} aria-describedby={described}
        onInput={(event) => setTyped(event.currentTarget.value)} onBlur={commit} onKeyDown={onKeyDown}
      />
      {unit && (typed !== '' || LONG_WORD > option.empty?.length) && <span class="unit" aria-hidden="true">{unit}</span>}
    </span>
  );
}

/** An option that is the text of a file. */
function Table({ id, option, text, described }) {
  const lines = text === undefined ? 0 : text.trim().split('\n').length;
  const choose = async (event) => {
    const [file] = event.currentTarget.files;
    if (file) actions.setOption(option.name, await file.text());
  };
  return (
    <span class="value-box">
      <span class="value file-value">{lines === 0 ? option.empty : `${lines} lines`}</span>
      <input id={id} class="file-input" type="file" aria-describedby={described} onChange={choose} />
    </span>
  );
}

function typedOf(option, text) {
  const { value } = shown(option, text);
  return value === '' ? text : value;
}
