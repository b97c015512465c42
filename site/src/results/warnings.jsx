// Warnings in ZFS terms, next to what they are about.

import { localized } from '../text/numbers.js';

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

/** A warning of the planner, which names its subject first: `raidz1: while …`. */
export function splitSubject(text) {
  const match = /^([^:]{1,40}(?::\d[^:\s]*)*): (.+)$/s.exec(text);
  return match ? { subject: match[1], message: match[2] } : { subject: '', message: text };
}

/** Warnings of a layout, a line each. */
export function Warnings({ warnings }) {
  return warnings.map((text) => {
    const { subject, message } = splitSubject(text);
    return <Notice key={text} subject={subject}>{localized(message)}</Notice>;
  });
}

/** What to know besides: the planner's advice on the whole plan. */
export function Advice({ advice }) {
  return advice.map((item) => (
    <Notice key={item.topic + item.message} level={item.level} subject={item.topic}>{localized(item.message)}</Notice>
  ));
}
