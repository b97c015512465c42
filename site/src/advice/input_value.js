// What a person wrote in a field, as the JSON that the rule reads; and which inputs are still missing.

/** Returns the word for how an input is written, and the words to choose from where it is one of several. */
export function kindOf(input) {
  return typeof input.kind === 'string' ? { kind: input.kind, words: [] } : { kind: 'word', words: input.kind.word };
}

/** Returns the items of a list written plainly: `mirror, raidz2`, `200 200 100`; a number alone is that number. */
function plainItems(text) {
  const items = text.split(/[\s,;]+/).filter(Boolean);
  const values = items.map((item) => (/^\d+(\.\d+)?$/.test(item) ? Number(item) : item));
  return text === items[0] && typeof values[0] === 'number' ? values[0] : values;
}

/** Returns the value of a field. Numbers and sizes stay texts: the rule reads them and says what is wrong with them. */
export function inputValue(input, text) {
  const { kind } = kindOf(input);
  if (kind === 'text') return text;
  const trimmed = text.trim();
  if (kind === 'flag') return trimmed === 'true';
  if (kind !== 'list') return trimmed;
  if (!/^[[{]/.test(trimmed)) return plainItems(trimmed);
  try {
    return JSON.parse(trimmed);
  } catch {
    return trimmed;
  }
}

/** Returns the question that the filled fields ask, as an object. */
export function question(topic, texts) {
  const filled = topic.inputs.filter((input) => (texts[input.name] ?? '').trim() !== '');
  return Object.fromEntries(filled.map((input) => [input.name, inputValue(input, texts[input.name])]));
}

/** Options of a plan that a rule knows by another name or word. */
const SAME = {
  ram_bytes: ({ ram }) => ram,
  db: ({ db }) => ({ postgres: 'postgresql', mysql: 'innodb' })[db],
};

/** Returns the texts of the fields that a plan already tells: `known` by the names of its options. */
export function told(topic, known) {
  const texts = topic.inputs.map(({ name }) => [name, SAME[name] ? SAME[name](known) : known[name]]);
  return Object.fromEntries(texts.filter(([, text]) => text));
}

/** Returns the inputs that every answer of the topic needs. */
export function required(topic) {
  const needed = (name) => topic.outputs.every((output) => output.needs.includes(name));
  return new Set(topic.inputs.map((input) => input.name).filter(needed));
}

/** Returns [{ missing, outputs }]: what each set of inputs that are not given yet would add. */
export function stillOpen(topic, asked, answered) {
  const sets = new Map();
  for (const output of topic.outputs) {
    if (answered.has(output.name)) continue;
    const missing = output.needs.filter((name) => !(name in asked));
    if (missing.length === 0) continue;
    const key = missing.join(' ');
    if (!sets.has(key)) sets.set(key, { missing, outputs: [] });
    sets.get(key).outputs.push(output);
  }
  return [...sets.values()];
}

/** Returns whether some answer has all that it needs. */
export function canAnswer(topic, asked) {
  return topic.outputs.some((output) => output.needs.every((name) => name in asked));
}

/** Returns the input that a message of a rule is about, or null: `page_bytes` in "`page_bytes`: `x` is not …". */
export function inputOfMessage(topic, message) {
  const names = [...message.matchAll(/`([^`]*)`/g)].map((match) => match[1]);
  return names.find((name) => topic.inputs.some((input) => input.name === name)) ?? null;
}

/** Returns what a problem says beside the field of `name`: without the name, which the label says, and its meaning. */
export function saidBeside(problem, name) {
  const message = problem.message.replace(`\`${name}\`: `, '').replace(/`"([^"`]*)"`/, '`$1`');
  const hint = problem.hint?.startsWith(`${name}: `) ? null : problem.hint;
  return hint ? `${message}; ${hint}` : message;
}
