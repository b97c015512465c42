// What if: four sliders over the assumptions of the layout that is looked at, and the inverse question.

import { actions } from '../state/actions.js';
import { useStore } from '../state/store.js';
import { duration, fixed, percent, withUnit } from '../text/numbers.js';
import { Slider } from './slider.jsx';
import { Target } from './target.jsx';

/** Where the sliders stand at rest, from the explanation without them. */
function atRest(document) {
  const { assumptions, resilver_steps: steps } = document;
  const rates = assumptions.failure_rates.map((rate) => rate.failures_per_drive_year);
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / Math.max(1, rates.length);
  const rate = steps.find((step) => step.unit === 'MB/s' && step.name === 'rebuild rate')?.value ?? null;
  return {
    'replace-after': assumptions.replace_after_hours,
    'resilver-rate': rate === null ? null : Math.round(rate),
    'failure-rate': rates.length === 0 ? null : -Math.expm1(-mean) * 100,
    fill: Math.round(assumptions.fill * 100),
  };
}

/** The text of an option and the number on its slider, both ways. */
const SLIDERS = [
  {
    name: 'replace-after', label: 'Replaced after', low: 0, high: () => 144, steps: 72, scale: 'linear', range: () => '0 h to 6 days',
    words: (hours) => duration(hours), text: (hours) => `${hours}h`, number: (text) => Number.parseFloat(text),
  },
  {
    name: 'resilver-rate', label: 'Resilver rate', low: 10, high: (rest) => Math.max(300, Math.ceil((2 * rest) / 100) * 100), steps: 145, scale: 'linear',
    range: (high) => `10 to ${fixed(high)} MB/s on the new drive`,
    words: (rate) => withUnit(fixed(rate), 'MB/s'), text: (rate) => `${Math.round(rate)}MB/s`, number: (text) => Number.parseFloat(text),
  },
  {
    name: 'failure-rate', label: 'Failure rate', low: 0.1, high: () => 10, steps: 100, scale: 'log', range: () => '0.1 to 10 % / year',
    words: (share) => withUnit(fixed(share, 2), '% / year'), text: (share) => `${share}%`, number: (text) => Number.parseFloat(text),
  },
  {
    name: 'fill', label: 'Fill', low: 1, high: () => 100, steps: 99, scale: 'linear', range: () => '1 to 100 %',
    words: (share) => percent(share / 100), text: (share) => `${Math.round(share)}%`, number: (text) => Number.parseFloat(text),
  },
];

export function WhatIfPanel() {
  const document = useStore((state) => state.explanation?.atRest ?? state.explanation?.document ?? null);
  const whatIf = useStore((state) => state.whatIf);
  const known = useStore((state) => state.about?.options);
  if (!document) return null;
  const rest = atRest(document);
  const sliders = SLIDERS.filter(({ name }) => rest[name] !== null && rest[name] !== undefined && known?.some((option) => option.name === name));
  const moved = Object.keys(whatIf).length > 0;
  return (
    <section class="rail-part what-if" aria-labelledby="what-if-title">
      <div class="title-row">
        <h2 id="what-if-title">What if</h2>
        <span class="note">mark = assumption</span>
      </div>
      {sliders.map(({ name, label, low, high, steps, scale, words, text, number, range }) => (
        <Slider
          key={name} id={`what-if-${name}`} {...{ label, low, steps, scale, words }} high={high(rest[name])} range={range(high(rest[name]))}
          rest={rest[name]} value={name in whatIf ? number(whatIf[name]) : rest[name]}
          set={(value) => actions.setWhatIf(name, value === null ? null : text(value))}
        />
      ))}
      {moved && <p class="note"><button type="button" class="link" onClick={actions.keepWhatIf}>Plan with these</button> for all layouts.</p>}
      <Target />
    </section>
  );
}
