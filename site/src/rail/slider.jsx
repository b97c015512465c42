// A slider with a tick at the assumption: arrow keys step, double-click or Escape returns to the tick.

/**
 * @param {{id: string, label: string, low: number, high: number, steps: number, scale: 'linear'|'log', rest: number,
 *          value: number, words: (value: number) => string, range: string, set: (value: number|null) => void}} props
 */
export function Slider({ id, label, low, high, steps, scale, rest, value, words, range, set }) {
  const place = (amount) => Math.round(steps * Math.min(1, Math.max(0, shareOf(amount, low, high, scale))));
  const amount = (at) => amountAt(at / steps, low, high, scale);
  const moved = value !== rest;
  const back = () => moved && set(null);
  return (
    <div class="slider">
      <div class="title-row">
        <label for={id}>{label}</label>
        <output for={id} class={moved ? 'slider-value changed-value' : 'slider-value'}>{words(value)}</output>
      </div>
      <div class="slider-track">
        <span class="slider-tick" style={{ '--share': place(rest) / steps }} aria-hidden="true" />
        <input
          id={id} type="range" min={0} max={steps} step={1} value={place(value)} aria-valuetext={words(value)} aria-describedby={`${id}-range`}
          onInput={(event) => {
            const at = Number(event.currentTarget.value);
            set(at === place(rest) ? null : amount(at));
          }}
          onDblClick={back}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !moved) return;
            event.preventDefault();
            set(null);
          }}
        />
      </div>
      <p class="note slider-range" id={`${id}-range`}>
        {range}
        {moved && <span>assumed {words(rest)} <button type="button" class="link" onClick={() => set(null)} aria-label={`Return ${label} to ${words(rest)}`}>return</button></span>}
      </p>
    </div>
  );
}

function shareOf(amount, low, high, scale) {
  if (scale === 'log') return Math.log(Math.max(amount, low) / low) / Math.log(high / low);
  return (amount - low) / (high - low);
}

function amountAt(share, low, high, scale) {
  if (scale === 'log') return Number((low * (high / low) ** share).toPrecision(3));
  return low + share * (high - low);
}
