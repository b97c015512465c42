// The answer of a rule: its quantities with their units, warnings, what else could be asked, sources.

import { CodeText } from './code_text.jsx';
import { stillOpen } from './input_value.js';
import { quantities, quantityText } from './quantity_text.js';

function Rows({ topic, rows }) {
  const outputs = new Map(topic.outputs.map((output) => [output.name, output]));
  return (
    <table class="advice-table">
      <caption class="spoken">Answer</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Value</th>
          <th scope="col">That is</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const output = outputs.get(row.name);
          const { text, beside } = quantityText(row, output?.unit ?? '');
          return (
            <tr key={row.name}>
              <th scope="row">
                <CodeText text={output?.meaning ?? row.name} />
                <code>{row.name}</code>
              </th>
              <td>{text}</td>
              <td>{beside}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Returns the sentences of the warnings: from the text of the answer where it has them, else their codes. */
function warningTexts(codes, text) {
  const lines = text.split('\n').map((line) => line.trim());
  return codes.map((code) => {
    const line = lines.find((each) => each.startsWith(`warning: ${code}: `));
    return line ? line.slice(`warning: ${code}: `.length) : code.replaceAll('_', ' ');
  });
}

function list(outputs) {
  return outputs.map((output) => output.meaning).join('; ');
}

/** The answer; muted while it belongs to the values before the last edit. */
export function Answer({ topic, answer, current }) {
  const { rows, warnings } = quantities(answer.json);
  const open = stillOpen(topic, answer.asked, new Set(rows.map((row) => row.name)));
  const meaning = (name) => topic.inputs.find((input) => input.name === name)?.meaning.split(': ')[0] ?? name;
  return (
    <div class={current ? 'advice-answer' : 'advice-answer is-stale'}>
      {rows.length > 0 && <Rows topic={topic} rows={rows} />}
      {warningTexts(warnings, answer.text).map((text) => (
        <div class="notice warning" key={text}>
          <span class="notice-mark" aria-hidden="true">
            !
          </span>
          <p>
            <strong>Warning:</strong> <CodeText text={text} />
          </p>
        </div>
      ))}
      {open.length > 0 && (
        <ul class="advice-open note" aria-label="Not answered yet">
          {open.map(({ missing, outputs }) => (
            <li key={missing.join()}>
              <CodeText text={`Give “${missing.map(meaning).join('” and “')}” to see: ${list(outputs)}.`} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
