// Asks a topic whenever its fields change, and keeps the last answer while the fields cannot be read.

import { useEffect, useRef, useState } from 'preact/hooks';

import { canAnswer, question } from './input_value.js';

/** Milliseconds without a keystroke before the rule is asked. */
const PAUSE = 80;

const NOTHING = { answer: null, problem: null, current: true };

/** Returns { answer: { json, text, asked } | null, problem | null, current }; `ask(topic, input)` returns a promise. */
export function useAnswer(topic, texts, ask) {
  const [state, setState] = useState(NOTHING);
  const newest = useRef(0);
  const asked = JSON.stringify(question(topic, texts));

  useEffect(() => {
    const number = ++newest.current;
    const input = JSON.parse(asked);
    if (!canAnswer(topic, input)) {
      setState(NOTHING);
      return undefined;
    }
    setState((last) => ({ ...last, current: false }));
    const timer = setTimeout(async () => {
      const isNewest = () => number === newest.current;
      try {
        const { json, text } = await ask(topic.name, input);
        if (isNewest()) setState({ answer: { json, text, asked: input }, problem: null, current: true });
      } catch (problem) {
        if (isNewest()) setState((last) => ({ answer: last.answer, problem, current: false }));
      }
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [topic.name, asked]);

  return state;
}
