// What attaching drives to a RAID-Z vdev gives, and what replacing all by larger ones would.

import { exactBytes, fixed, localized, tb, tib, withUnit } from '../text/numbers.js';

function Both({ bytes }) {
  return <>{withUnit(tb(bytes), 'TB')} <span class="tib">({withUnit(tib(bytes), 'TiB')})</span></>;
}

function Size({ bytes }) {
  return <td class="number" data-tip={exactBytes(bytes)}><Both bytes={bytes} /></td>;
}

export function Growth({ steps }) {
  return (
    <table class="plain growth" aria-label="Space after each drive attached">
        <thead>
          <tr><th scope="col" class="number">Drives</th><th scope="col" class="number">zfs list will say</th><th scope="col" class="number">truly fits</th><th scope="col" class="number">made new</th></tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <tr key={step.width}>
              <th scope="row" class="number">{fixed(step.width)}</th>
              <Size bytes={step.zfs_usable_bytes} /><Size bytes={step.effective_bytes} /><Size bytes={step.made_new_bytes} />
            </tr>
          ))}
        </tbody>
    </table>
  );
}

/** Names of columns in words: `zfs_usable_bytes` is `zfs usable`. */
const words = (key) => key.replace(/_bytes$/, '').replaceAll('_', ' ');

function value(key, content) {
  if (content === null) return 'unknown';
  if (typeof content === 'number') return key.endsWith('bytes') ? <Both bytes={content} /> : fixed(content, Number.isInteger(content) ? 0 : 2);
  return localized(String(content));
}

/** `steps` as of the planner's `replace_with_larger`, a list of equal records. */
export function Larger({ steps }) {
  const keys = Object.keys(steps[0]).filter((key) => typeof steps[0][key] !== 'object' || steps[0][key] === null);
  return (
    <table class="plain growth" aria-label="Space with larger drives">
        <thead><tr>{keys.map((key) => <th key={key} scope="col" class={typeof steps[0][key] === 'number' ? 'number' : undefined}>{words(key)}</th>)}</tr></thead>
        <tbody>
          {steps.map((step, index) => (
            <tr key={index}>
              {keys.map((key) => <td key={key} class={typeof step[key] === 'number' ? 'number' : undefined} data-tip={key.endsWith('bytes') && step[key] !== null ? exactBytes(step[key]) : undefined}>{value(key, step[key])}</td>)}
            </tr>
          ))}
        </tbody>
    </table>
  );
}
