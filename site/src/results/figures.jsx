// The six figures of a layout.

import { InFull } from '../charts/tips.jsx';
import { chance, chanceInFull, interval, plusMinus, SMALLEST, scientific } from '../text/chance.js';
import { canResilver, outlives } from '../text/losses.js';
import { duration, exactBytes, fixed, money, percent, tb, tib, withUnit } from '../text/numbers.js';

function Figure({ label, value, unit, detail, tip, muted }) {
  const shown = <><span class={muted ? 'figure-number muted' : 'figure-number'}>{value}</span>{unit && <> <span class="figure-unit">{unit}</span></>}</>;
  return (
    <div class="figure">
      <dt>{label}</dt>
      <dd class="figure-value">{tip ? <InFull tip={tip}>{shown}</InFull> : shown}</dd>
      <dd class="figure-detail"><bdi>{detail}</bdi></dd>
    </div>
  );
}

const range = (estimate, unit) => `${fixed(estimate.low)} to ${withUnit(fixed(estimate.high), unit)}; nine of ten measured lie between`;

function Usable({ candidate }) {
  const bytes = candidate.capacity.zfs_usable_bytes;
  return <Figure label="Usable, by zfs list" value={tb(bytes)} unit="TB" detail={withUnit(tib(bytes), 'TiB')} tip={`${exactBytes(bytes)} USED + AVAIL`} />;
}

function Loss({ candidate, error, rough }) {
  const { p_loss: found, mission_hours: mission, converged } = candidate.reliability;
  const detail = error > 0 ? `${scientific(found.point)} ${plusMinus(error)}` : chanceInFull(found);
  return (
    <Figure
      label={`Loss in ${duration(mission)}`} muted={rough}
      value={`${rough ? '≈ ' : ''}${chance(found.point)}`}
      detail={found.point < SMALLEST ? 'too small to state a figure' : detail}
      tip={`${scientific(found.point)}; ${interval(found)}${converged ? '' : '; not as sharp as asked for'}`}
    />
  );
}

function Resilver({ candidate, fill }) {
  const hours = candidate.performance.resilver_hours;
  if (!canResilver(candidate)) return <Figure label="Resilver" value="none" detail="nothing can be rebuilt" />;
  return (
    <Figure
      label="Resilver" value={fixed(hours.point, 1)} unit="h" detail={`at ${percent(fill)} full`}
      tip={`${fixed(hours.low, 1)} to ${withUnit(fixed(hours.high, 1), 'h')}; nine of ten measured rebuilds lie between`}
    />
  );
}

function Read({ candidate }) {
  const { performance } = candidate;
  return (
    <Figure
      label="Read" value={fixed(performance.read_mb_per_s)} unit="MB/s" detail={`write ${withUnit(fixed(performance.write_mb_per_s), 'MB/s')}`}
      tip={`read ${range(performance.range.read_mb_per_s, 'MB/s')}`}
    />
  );
}

function Price({ candidate }) {
  const { cost } = candidate;
  if (!cost) return <Figure label="Price" value="unknown" detail="a price is missing" />;
  const unit = cost.currency ? `${cost.currency} / TB` : 'per TB';
  return <Figure label="Price" value={fixed(cost.per_usable_tb, 2)} unit={unit} detail={`${money(cost.purchase, cost.currency)} in all`} />;
}

/** The figures of `candidate`; `rough` while its chance is being simulated, `error` how far that may be off, 0 unknown. */
export function Figures({ candidate, fill, error = 0, rough = false }) {
  const { value, of, detail } = outlives(candidate);
  return (
    <div class="figures-box">
      <dl class="figures">
        <Usable candidate={candidate} />
        <Loss candidate={candidate} error={error} rough={rough} />
        <Figure label="Outlives" value={value} unit={of} detail={detail} />
        <Resilver candidate={candidate} fill={fill} />
        <Read candidate={candidate} />
        <Price candidate={candidate} />
      </dl>
    </div>
  );
}
