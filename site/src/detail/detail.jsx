// One layout in full.

import { useEffect, useRef } from 'preact/hooks';
import { PlanAdvice } from '../advice/plan_advice.jsx';
import { Mark } from '../charts/marks.jsx';
import { useMedia } from '../charts/measure.js';
import { Tips } from '../charts/tips.jsx';
import { Tornado } from '../charts/tornado.jsx';
import { Figures } from '../results/figures.jsx';
import { Status } from '../results/status.jsx';
import { isRough } from '../results/status_words.js';
import { onSurroundings } from '../results/warning_words.js';
import { familyOf, inWords } from '../text/layout.js';
import { isFilled } from '../text/losses.js';
import { capitalized, fixed } from '../text/numbers.js';
import { Assumptions } from './assumptions.jsx';
import { Changes } from './changes.jsx';
import { Added, Growth, Larger } from './growth.jsx';
import { BytesSection, CommandSection, CurveSection, DrivesSection, Section, TimelineSection, WarningsSection } from './sections.jsx';
import { Speed } from './speed.jsx';

function Head({ candidate, of, recommended, pinned, actions }) {
  const title = useRef(null);
  // Whoever opened the layout by keyboard goes on reading here.
  useEffect(() => title.current?.focus({ preventScroll: true }), [candidate.layout]);
  return (
    <>
      <div class="detail-head">
        <button type="button" class="link back" onClick={actions.backToAll}>‹ All {fixed(of)} layouts</button>
        <div class="buttons">
          <button type="button" class="button" aria-pressed={pinned} onClick={() => actions.pin(candidate.layout)}>{pinned ? 'Unpin' : 'Pin'}</button>
          <button type="button" class="button" onClick={actions.copyLink}>Copy link</button>
        </div>
      </div>
      <h1 class="detail-title" ref={title} tabIndex={-1}>
        <Mark family={familyOf(candidate.layout)} filled={isFilled(candidate)} size={14} /> {candidate.layout}
      </h1>
      <p class="section-note">{capitalized(inWords(candidate.layout))}, ashift {fixed(candidate.ashift)}.{recommended && ' Recommended.'}</p>
    </>
  );
}

/** Sections that need the whole explanation, not only the candidate. */
function Explained({ explanation, candidate, previousCurve, whatIfPanel, advicePanel, recommended, advice, openTopic }) {
  const wide = useMedia('(min-width: 1024px)');
  const family = familyOf(candidate.layout);
  const { what_if: whatIf, failure_window: failureWindow, assumptions } = explanation;
  const shown = { ...explanation, candidate };
  return (
    <>
      <BytesSection explanation={shown} />
      <DrivesSection explanation={shown} />
      <div class={failureWindow ? 'pair' : undefined}>
        <CurveSection candidate={candidate} previousCurve={previousCurve} />
        {failureWindow && <TimelineSection failureWindow={failureWindow} family={family} />}
      </div>
      <Section id="changes" title="Which single change helps most" note="The chance of loss is divided by this much, by the fast chain; hatched: it grows.">
        <Changes whatIf={whatIf} currency={candidate.cost?.currency} family={family} />
      </Section>
      {!wide && whatIfPanel && <div class="section">{whatIfPanel}</div>}
      <Section id="speed" title="What limits the speed">
        <Speed candidate={candidate} speedSteps={explanation.speed_steps} resilverSteps={explanation.resilver_steps} />
      </Section>
      <WarningsSection candidate={candidate} />
      {advicePanel ?? (recommended && <PlanAdvice advice={onSurroundings(advice ?? [])} openTopic={openTopic} />)}
      <CommandSection candidate={candidate} />
      {whatIf.growth.length > 0 && (
        <Section id="growth" title="Attaching drives to the first RAID-Z vdev" note="After each zpool attach. zfs list goes on counting parity as for the width that the vdev was made with, so that more fits than it says; records written before keep their old width.">
          <Growth steps={whatIf.growth} />
        </Section>
      )}
      {whatIf.replace_with_larger?.length > 0 && (
        <Section id="larger" title="Replacing drives by larger ones, vdev by vdev" note="After the last drive of each vdev is replaced, with autoexpand on; drives and time add up.">
          <Larger plans={whatIf.replace_with_larger} />
        </Section>
      )}
      {whatIf.add_vdev?.length > 0 && (
        <Section id="added" title="Adding vdevs like the last" note="After each zpool add; what is there is not spread over them.">
          <Added steps={whatIf.add_vdev} />
        </Section>
      )}
      {whatIf.tornado?.length > 0 && (
        <Section id="tornado" title="Which assumption moves the chance of loss most" note="Bars share one log scale, safer to the left; the line is the figure with every assumption as it is.">
          <Tornado tornado={whatIf.tornado} pLoss={whatIf.p_loss} family={family} />
        </Section>
      )}
      <Section id="assumptions" title="What this rests on">
        <Assumptions assumptions={assumptions} candidate={candidate} whatIf={whatIf} />
      </Section>
    </>
  );
}

/**
 * A layout in full. `explanation` is the planner's JSON, `candidate` a newer one of the same layout where a slider
 * moved; `previousCurve` the curve before it did.
 */
export function Detail({ explanation, candidate, plan, simulation, pins, previousCurve, whatIfPanel, advicePanel, actions }) {
  const shown = candidate ?? explanation?.candidate;
  if (!shown) return <div class="detail"><p class="note" role="status">Working out this layout.</p></div>;
  const error = simulation?.unsettled?.get(shown.layout) ?? 0;
  const recommended = plan?.candidates[plan.recommended].layout === shown.layout;
  const fill = (explanation ?? plan).assumptions.fill;
  return (
    <Tips class="detail">
      <Head
        candidate={shown} of={plan?.why.of ?? 1} pinned={pins?.includes(shown.layout) ?? false} actions={actions}
        recommended={recommended && plan.fits}
      />
      <Figures candidate={shown} fill={fill} error={error} rough={isRough(simulation, shown)} />
      {simulation && <Status simulation={simulation} candidate={shown} actions={actions} />}
      {explanation && (
        <Explained
          explanation={explanation} candidate={shown} previousCurve={previousCurve} whatIfPanel={whatIfPanel} advicePanel={advicePanel}
          recommended={recommended} advice={plan?.advice} openTopic={actions.openAdvice}
        />
      )}
    </Tips>
  );
}
