// The answer as a sentence, and the reason for it.

import { Mark } from '../charts/marks.jsx';
import { chance } from '../text/chance.js';
import { familyOf, partsInWords } from '../text/layout.js';
import { isFilled } from '../text/losses.js';
import { capitalized, counted, countWord, duration, fixed, labelSize, tbAndTib } from '../text/numbers.js';
import { Prose } from '../text/prose.jsx';
import { closeCall, closeCallInWords } from './close_call.js';

/** What is left over: `Two 4 TB drives are left over.` */
function leftOver(candidate, drives) {
  const count = candidate.unused.length;
  if (count === 0) return '';
  const byName = new Map(drives.map((drive) => [drive.id, drive]));
  const sizes = new Set(candidate.unused.map((name) => labelSize(byName.get(name)?.capacity_bytes ?? 0)));
  const [size] = sizes;
  const known = sizes.size === 1 && candidate.unused.every((name) => byName.get(name)?.capacity_bytes);
  const what = known ? `${countWord(count)} ${size} drive${count === 1 ? '' : 's'}` : counted(count, 'drive');
  return ` ${capitalized(what)} ${count === 1 ? 'is' : 'are'} left over.`;
}

/** The sentence that a buyer understands, the key words in bold. `rough` while the chance is still being simulated. */
export function Sentence({ candidate, drives, rough }) {
  const [vdevs, spares] = partsInWords(candidate.layout);
  const { reliability, capacity } = candidate;
  return (
    <h1 class="answer-sentence">
      Build <b>{vdevs}</b>{spares && <> and keep <b>{spares}</b></>}. You can store {tbAndTib(capacity.zfs_usable_bytes)}.
      {' '}The chance of losing any data in {duration(reliability.mission_hours)} is {rough ? 'roughly' : 'about'} {chance(reliability.p_loss.point)}.
      {leftOver(candidate, drives)}
    </h1>
  );
}

/** The name above the sentence. */
export function AnswerName({ candidate, of, stale }) {
  return (
    <p class="answer-name">
      <Mark family={familyOf(candidate.layout)} filled={isFilled(candidate)} />
      <span class="mono">{candidate.layout}</span>
      <span class="muted">recommended of {fixed(of)} layouts{stale && ', for the drives before your last edit'}</span>
    </p>
  );
}

/** Why this one, and what is as good. */
export function Why({ plan }) {
  const leader = plan.candidates[plan.recommended];
  const equal = closeCall(plan);
  return (
    <p class="why">
      <b>Why this one.</b> <Prose text={plan.why.text} />
      {equal && <> {closeCallInWords(leader, equal)}</>}
    </p>
  );
}
