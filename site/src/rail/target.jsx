// The inverse question: what would it take to reach this chance of loss?

import { useState } from 'preact/hooks';
import { askLimit } from '../state/planner.js';
import { accepted } from '../state/options.js';
import { chance } from '../text/chance.js';
import { capitalized, duration, localized } from '../text/numbers.js';

const LOSS = { name: 'max-loss', label: '', help: '', kind: 'chance' };

/** What the planner found, as sentences: limits of the repair, then the smallest single change. */
function answerInWords({ what_if: found }, wanted) {
  const sentences = [];
  const { limit, changes, p_loss: now } = found;
  if (now <= wanted) {
    sentences.push(`It is reached already: ${chance(now)} by the first-order figure.`);
  }
  const reaching = changes.filter((change) => change.p_loss <= wanted);
  const easy = [...reaching].sort((a, b) => a.cost_difference - b.cost_difference || b.usable_difference_bytes - a.usable_difference_bytes || b.p_loss - a.p_loss);
  if (now > wanted && easy.length > 0) {
    sentences.push(`${capitalized(localized(easy[0].what))} reaches ${chance(easy[0].p_loss)}.`);
    if (easy.length > 1) sentences.push(`So ${easy.length === 2 ? 'does' : 'do'} ${easy.slice(1, 4).map((change) => `${localized(change.what)} (${chance(change.p_loss)})`).join(', ')}.`);
  } else if (now > wanted) {
    sentences.push('No single change reaches it.');
  }
  if (limit) {
    const delay = limit.most_delay_hours;
    if (delay !== null && delay !== undefined) {
      sentences.push(now > wanted
        ? `A new drive within ${duration(delay)} instead of ${duration(limit.delay_hours)} does.`
        : `A new drive may take ${duration(delay)} instead of ${duration(limit.delay_hours)}.`);
    } else if (now > wanted) sentences.push('A faster replacement alone does not.');
    const rebuild = limit.most_rebuild_hours;
    if (rebuild !== null && rebuild !== undefined) {
      sentences.push(now > wanted
        ? `So does a resilver of ${duration(rebuild)} instead of ${duration(limit.rebuild_hours)}.`
        : `A resilver may take ${duration(rebuild)} instead of ${duration(limit.rebuild_hours)}.`);
    } else if (now > wanted) sentences.push('A faster resilver alone does not.');
  }
  return sentences.join(' ');
}

/** The chance that a text names, for comparing. */
function chanceOf(text) {
  const parts = /^([\d.eE+-]+)\s*(?:\/\s*([\d.eE+-]+)|(%))?$/.exec(text.trim());
  if (!parts) return null;
  const value = Number(parts[1]) / (parts[2] ? Number(parts[2]) : 1) / (parts[3] ? 100 : 1);
  return value > 0 && value < 1 ? value : null;
}

export function Target() {
  const [typed, setTyped] = useState('');
  const [answer, setAnswer] = useState('');
  const [problem, setProblem] = useState('');
  const find = async (event) => {
    event.preventDefault();
    const text = accepted(LOSS, typed, null);
    const wanted = text === null ? null : chanceOf(text);
    if (wanted === null) {
      setProblem('Write a chance, as in 1 in 500000 or 0.01 %.');
      setAnswer('');
      return;
    }
    try {
      const document = await askLimit(text.replaceAll(' ', ''));
      setProblem('');
      setAnswer(answerInWords(document, wanted));
    } catch (refused) {
      setAnswer('');
      setProblem(refused.message);
    }
  };
  return (
    <form class="target" onSubmit={find}>
      <h3 id="target-title">What would it take?</h3>
      <p class="note" id="target-help">Name a chance of loss; zplan finds the smallest single change that reaches it.</p>
      <div class="quick-row">
        <input
          class="field" type="text" placeholder="1 in 500,000" value={typed} aria-labelledby="target-title" autocomplete="off" spellcheck={false}
          aria-describedby={problem ? 'target-help target-problem' : 'target-help'} aria-invalid={problem ? 'true' : undefined}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="submit" class="button">Find</button>
      </div>
      {problem && <p class="field-problem" id="target-problem" role="alert">{problem}</p>}
      <p class="target-answer" aria-live="polite">{answer}</p>
    </form>
  );
}
