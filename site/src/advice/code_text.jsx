// Text of the registry, in which literals stand between backticks.

/** Returns the text with its literals set as code. */
export function CodeText({ text }) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
