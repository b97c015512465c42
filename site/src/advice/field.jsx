// One input of a topic, with its unit, its default, what is wrong with it.

import { CodeText } from './code_text.jsx';
import { kindOf } from './input_value.js';

/** Keyboards of a phone. */
const INPUT_MODES = { count: 'numeric', number: 'text', version: 'decimal' };

/** Units as a person reads them; empty where the label says it. */
const UNITS = {
  'B/s': 'bytes a second, or written as 100MB',
  h: 'hours',
  s: 'seconds',
  ms: 'milliseconds',
  us: 'microseconds',
  '1/100 s': 'hundredths of a second',
  '1/min': '',
  '1/bit': '',
  '%': 'percent',
  probability: 'shares of 1',
  drives: '',
  bytes: 'bytes, or written as 128GiB, 8K',
};

/** Returns a meaning as a label and, after a colon or semicolon, its explanation. */
function labelOf(meaning) {
  const [, head, tail = ''] = /^([^"]*?)(?:[:;] (.*))?$/s.exec(meaning) ?? [null, meaning];
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
  return <input type="text" inputMode={INPUT_MODES[kind] ?? 'text'} {...written} />;
}

/** A labelled field. `error` is a sentence or null; `onText` gets what was written. */
export function Field({ input, topicName, text, onText, error, needed }) {
  const id = `advice-${topicName}-${input.name}`;
  const { head, tail } = labelOf(input.meaning);
  const { kind } = kindOf(input);
  const unit = UNITS[input.unit] ?? input.unit;
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
