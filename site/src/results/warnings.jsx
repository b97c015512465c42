// Warnings in ZFS terms, next to what they are about.

import { Prose } from '../text/prose.jsx';

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

/** Entries `{subject, message}` with the subjects of one and the same message together: `vdev 1, vdev 2`. */
export function together(entries) {
  const byMessage = new Map();
  for (const entry of entries) {
    const known = byMessage.get(entry.message);
    if (!known) byMessage.set(entry.message, { ...entry });
    else if (entry.subject && !known.subject.split(', ').includes(entry.subject)) known.subject += `, ${entry.subject}`;
  }
  return [...byMessage.values()];
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
