// A topic as a small calculator: fields on top, the answer below, where the rule comes from at the foot.

import { useEffect, useState } from 'preact/hooks';

import { Answer } from './answer.jsx';
import { CodeText } from './code_text.jsx';
import { Field } from './field.jsx';
import { canAnswer, inputOfMessage, question, required, saidBeside, told } from './input_value.js';
import { quantities, quantityText } from './quantity_text.js';
import { topicTitle } from './topic_groups.js';
import { useAnswer } from './use_answer.js';

/** Milliseconds of rest before the answer is read out. */
const REST = 700;

function spoken(topic, answer, problem) {
  if (problem) return '';
  if (!answer) return '';
  const [first] = quantities(answer.json).rows;
  if (!first) return '';
  const output = topic.outputs.find((each) => each.name === first.name);
  return `${output?.meaning ?? first.name}: ${quantityText(first, output?.unit ?? '').text}`;
}

function Announcement({ text }) {
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p class="spoken" role="status">
      {rested}
    </p>
  );
}

function missingText(topic, asked) {
  const wanted = [...required(topic)].filter((name) => !(name in asked));
  const names = wanted.map((name) => topic.inputs.find((input) => input.name === name)?.meaning.split(': ')[0]);
  if (names.length > 0) return `Fill in “${names.join('” and “')}” to get an answer.`;
  return 'Fill in a field to get an answer.';
}

function shellWord(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function Elsewhere({ topic, asked, answer }) {
  const command = `zplan advise ${topic.name} --input ${shellWord(JSON.stringify(asked))}`;
  return (
    <details class="advice-elsewhere">
      <summary>The same on the command line, and as text</summary>
      <pre tabIndex={0} aria-label="Command">
        {command}
      </pre>
      <pre tabIndex={0} aria-label="Answer as text">
        {answer.text}
      </pre>
    </details>
  );
}

/** The calculator of one topic. `known` holds what the plan already tells, by the name of its option. */
export function Calculator({ topic, ask, known }) {
  const [texts, setTexts] = useState(() => told(topic, known));
  const { answer, problem, current } = useAnswer(topic, texts, ask);
  const asked = question(topic, texts);
  const needed = required(topic);
  const wrong = problem ? inputOfMessage(topic, problem.message) : null;

  return (
    <article class="advice-calculator" aria-labelledby="advice-title">
      <h2 id="advice-title">{topicTitle(topic.name)}</h2>
      <p class="advice-summary">{topic.summary}</p>
      <form class="advice-fields" aria-label="Inputs" onSubmit={(event) => event.preventDefault()}>
        {topic.inputs.map((input) => (
          <Field
            key={input.name}
            input={input}
            topicName={topic.name}
            text={texts[input.name] ?? ''}
            onText={(text) => setTexts((last) => ({ ...last, [input.name]: text }))}
            error={wrong === input.name ? saidBeside(problem, wrong) : null}
            needed={needed.has(input.name)}
          />
        ))}
      </form>
      <section class="advice-result" aria-label="Answer">
        {problem && wrong === null && (
          <div class="notice error" role="alert">
            <span class="notice-mark" aria-hidden="true">
              ✕
            </span>
            <p>
              <CodeText text={saidBeside(problem, '')} />
            </p>
          </div>
        )}
        {problem && answer && <p class="note">The answer is for the values before your last edit.</p>}
        {answer && <Answer topic={topic} answer={answer} current={current} />}
        {!answer && !problem && !canAnswer(topic, asked) && <p class="note">{missingText(topic, asked)}</p>}
        <Announcement text={spoken(topic, answer, problem)} />
      </section>
      {answer && <Elsewhere topic={topic} asked={answer.asked} answer={answer} />}
      <p class="note">
        Source: <CodeText text={topic.sources.join('; ')} />
      </p>
    </article>
  );
}
