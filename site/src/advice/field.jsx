// One input of a topic, with its unit, its default, what is wrong with it.

import { CodeText } from './code_text.jsx';
import { kindOf } from './input_value.js';

const FORM = {
  bytes: { inputMode: 'text', unit: 'bytes, or written as 128GiB, 8K' },
  count: { inputMode: 'numeric' },
  number: { inputMode: 'decimal' },
  version: { inputMode: 'decimal' },
  name: { inputMode: 'text' },
};

/** Returns a meaning as a label and, after a colon, its explanation. */
function labelOf(meaning) {
  const colon = meaning.indexOf(': ');
  const [head, tail] = colon < 0 ? [meaning, ''] : [meaning.slice(0, colon), meaning.slice(colon + 2)];
  return { head: head.charAt(0).toUpperCase() + head.slice(1), tail };
}

function Choice({ input, id, text, onText, describedBy, invalid, needed, words }) {
  const none = input.default === null ? (needed ? 'choose' : 'not given') : `default: ${input.default}`;
  return (
    <select
      class="field"
      id={id}
      value={text}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      required={needed}
      onChange={(event) => onText(event.currentTarget.value)}
    >
      <option value="">{none}</option>
      {words.map(([value, word]) => (
        <option key={value} value={value}>
          {word}
        </option>
      ))}
    </select>
  );
}

function Control({ input, id, text, onText, describedBy, invalid, needed }) {
  const { kind, words } = kindOf(input);
  const shared = { input, id, text, onText, describedBy, invalid, needed };
  if (kind === 'word') return <Choice {...shared} words={words.map((word) => [word, word])} />;
  if (kind === 'flag') return <Choice {...shared} words={[['true', 'yes'], ['false', 'no']]} />;
  const written = {
    class: kind === 'text' ? 'field advice-paste' : 'field',
    id,
    value: text,
    placeholder: input.default ?? '',
    spellcheck: false,
    autocomplete: 'off',
    autocapitalize: 'off',
    'aria-describedby': describedBy,
    'aria-invalid': invalid || undefined,
    required: needed,
    onInput: (event) => onText(event.currentTarget.value),
  };
  if (kind === 'text') return <textarea rows={8} {...written} />;
  return <input type="text" inputMode={FORM[kind]?.inputMode ?? 'text'} {...written} />;
}

/** A labelled field. `error` is a sentence or null; `onText` gets what was written. */
export function Field({ input, topicName, text, onText, error, needed }) {
  const id = `advice-${topicName}-${input.name}`;
  const { head, tail } = labelOf(input.meaning);
  const { kind } = kindOf(input);
  const unit = FORM[kind]?.unit ?? input.unit;
  const notes = [tail, unit && `in ${unit}`, kind === 'list' && 'items with commas between them, or JSON'];
  if (input.default !== null && input.default !== undefined && kind !== 'word' && kind !== 'flag') {
    notes.push(`${input.default} where it is empty`);
  }
  const note = notes.filter(Boolean).join('; ');
  const describedBy = [note && `${id}-note`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div class="advice-field">
      <label for={id}>
        <CodeText text={head} /> {needed && <span class="advice-needed">needed</span>}
      </label>
      <Control
        input={input}
        id={id}
        text={text}
        onText={onText}
        describedBy={describedBy}
        invalid={Boolean(error)}
        needed={needed}
      />
      {note && (
        <p class="note" id={`${id}-note`}>
          <CodeText text={note} />
        </p>
      )}
      {error && (
        <p class="advice-error bad" id={`${id}-error`}>
          <span aria-hidden="true">✕ </span>
          <CodeText text={error} />
        </p>
      )}
    </div>
  );
}
