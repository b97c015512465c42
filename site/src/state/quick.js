// Drives in short, as people write them: "12 × 18 TB, 7200, SATA" becomes `12x18TB:7200:sata`, the planner's own form.

const COUNT = /^\s*(?:(\d+)\s*(?:[x×*]|drives? of|of)\s*)?/i;
const SIZE = /^(\d+(?:[.,]\d+)?)\s*([kmgtp]i?b?)\b[\s,;:/]*/i;
const PRICE = /(\d+(?:[.,]\d+)?)\s+([a-z]{3})\b/gi;
const CURRENCIES = ['usd', 'eur', 'gbp', 'chf', 'jpy', 'cad', 'aud', 'pln', 'sek', 'nok', 'dkk', 'czk', 'inr', 'cny'];

/**
 * The planner's short form of what was typed; text that does not look like drives is handed on as it is, so that the
 * planner says what is wrong with it.
 * @param {string} typed
 * @returns {string}
 */
export function shorthandOf(typed) {
  const text = typed.trim();
  const count = COUNT.exec(text);
  const afterCount = text.slice(count[0].length);
  const size = SIZE.exec(afterCount);
  if (!size) return text;
  const rest = afterCount
    .slice(size[0].length)
    .replace(PRICE, (whole, amount, currency) => (CURRENCIES.includes(currency.toLowerCase()) ? amount + currency : whole))
    .replace(/(\d)\s+rpm\b/gi, '$1')
    .replace(/(\d)\s*rpm\b/gi, '$1');
  const words = rest.split(/[\s,;:/]+/).filter((word) => word !== '');
  const unit = /b$/i.test(size[2]) ? size[2] : `${size[2]}B`;
  return [`${count[1] ?? 1}x${size[1]}${unit}`, ...words.map((word) => word.toLowerCase())].join(':');
}

/** The short form as a person reads it: "12 × 18 TB, 7200, SATA". */
export function shorthandWords(shorthand) {
  const [drives, ...facts] = shorthand.split(':');
  const parts = /^(\d+)x(\d+(?:[.,]\d+)?)\s*([kmgtp]i?b)$/i.exec(drives);
  const first = parts ? `${parts[1]} × ${parts[2]} ${parts[3]}` : drives;
  const capital = (fact) => (/^(sata|sas|nvme|ssd|hdd|usb)$/i.test(fact) ? fact.toUpperCase().replace('NVME', 'NVMe') : fact);
  return [first, ...facts.map(capital)].join(', ');
}
