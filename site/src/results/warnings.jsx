// Warnings in ZFS terms, next to what they are about.

import { Prose } from '../text/prose.jsx';
import { splitSubject, together } from './warning_words.js';

const MARKS = { must: ['error', '✕'], should: ['warning', '!'], note: ['', 'i'] };

/** One warning: ground, bar, mark and words. */
export function Notice({ level = 'should', subject, children }) {
  const [kind, mark] = MARKS[level] ?? MARKS.note;
  return (
    <div class={kind ? `notice ${kind}` : 'notice'}>
      <span class="notice-mark" aria-hidden="true">{mark}</span>
      <p>{subject && <><b>{subject}:</b> </>}{children}</p>
    </div>
  );
}

/** Warnings of a layout, a line each. */
export function Warnings({ warnings }) {
  return together(warnings.map(splitSubject)).map(({ subject, message }) => (
    <Notice key={message} subject={subject}><Prose text={message} /></Notice>
  ));
}

/** What to know besides: the planner's advice on the whole plan. */
export function Advice({ advice }) {
  return together(advice.map((item) => ({ ...item, subject: item.topic }))).map((item) => (
    <Notice key={item.message} level={item.level} subject={item.subject}><Prose text={item.message} /></Notice>
  ));
}
