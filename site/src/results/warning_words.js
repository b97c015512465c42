// Warnings of the planner: what they are about, and what they say.

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

/** Where the planner's advice on a layout comes from; the rest of it is on what stands around the pool. */
const OF_THE_LAYOUT = 'the drives and the layout';

/** Advice of a plan that warns about the layout. */
export const onLayout = (advice) => advice.filter((item) => item.source === OF_THE_LAYOUT);

/** Advice of a plan on memory, devices, databases and the like. */
export const onSurroundings = (advice) => advice.filter((item) => item.source !== OF_THE_LAYOUT);
