// What follows from the inputs: the answer, the figures, the candidates.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { PlanAdvice } from '../advice/plan_advice.jsx';
import { PHONE, useMedia } from '../charts/measure.js';
import { Scatter } from '../charts/scatter.jsx';
import { Tips } from '../charts/tips.jsx';
import { duration, fixed } from '../text/numbers.js';
import { AnswerName, Sentence, Why } from './answer.jsx';
import { Chips, SortChoice } from './chips.jsx';
import { CopyButton } from './copy_button.jsx';
import { Figures } from './figures.jsx';
import { NothingFits } from './nothing_fits.jsx';
import { grouped, inOrderOf, runOf, sorted } from './order.js';
import { PhoneRows } from './phone_rows.jsx';
import { Status } from './status.jsx';
import { isRough } from './status_words.js';
import { CandidateTable } from './table.jsx';
import { visible } from './visible.js';
import { onLayout, onSurroundings } from './warning_words.js';
import { Advice } from './warnings.jsx';

/** The candidates in an order that holds still while a simulation runs. */
function useSteadyOrder(plan, sort, running) {
  const kept = useRef({ run: '', layouts: [] });
  return useMemo(() => {
    const run = runOf(plan) + JSON.stringify(sort);
    const fresh = sorted(plan.candidates, sort);
    if (running && kept.current.run === run) return inOrderOf(fresh, kept.current.layouts);
    kept.current = { run, layouts: fresh.map((candidate) => candidate.layout) };
    return fresh;
  }, [plan, sort, running]);
}

function Actions({ candidate, pinned, actions }) {
  return (
    <div class="buttons answer-actions">
      <button type="button" class="button primary" onClick={() => actions.openDetail(candidate.layout)}>Explain every byte</button>
      <CopyButton text={candidate.zpool_create} label="Copy zpool create" />
      <button type="button" class="button pin-button" aria-pressed={pinned} onClick={() => actions.pin(candidate.layout)}>{pinned ? 'Unpin' : 'Pin to compare'}</button>
    </div>
  );
}

function Answer({ plan, simulation, stale, pins, actions }) {
  const candidate = plan.candidates[plan.recommended];
  const error = simulation.unsettled?.get(candidate.layout) ?? 0;
  const rough = isRough(simulation, candidate);
  return (
    <section class="answer" aria-label="Answer">
      {plan.fits ? (
        <>
          <AnswerName candidate={candidate} of={plan.why.of} stale={stale} />
          <Sentence candidate={candidate} drives={plan.inventory.drives} rough={rough} />
        </>
      ) : (
        <>
          {stale && <p class="answer-name muted">for the drives before your last edit</p>}
          <NothingFits plan={plan} actions={actions} />
        </>
      )}
      <Figures candidate={candidate} fill={plan.assumptions.fill} error={error} rough={rough} />
      <Status simulation={simulation} candidate={candidate} actions={actions} />
      {plan.fits && <Why plan={plan} />}
      <Actions candidate={candidate} pinned={pins.includes(candidate.layout)} actions={actions} />
    </section>
  );
}

/** Rows that are added to the table in one turn. */
const ROWS_A_TURN = 40;

/** Rows shown until more are asked for. */
const MOST_ROWS = 240;

/** The first rows of groups; all of them, unchanged, where there are no more. */
function firstOf(groups, count) {
  let left = count;
  if (groups.reduce((sum, group) => sum + group.candidates.length, 0) <= left) return groups;
  const first = [];
  for (const group of groups) {
    if (left > 0) first.push({ ...group, candidates: group.candidates.slice(0, left) });
    left -= group.candidates.length;
  }
  return first;
}

/** Counts the turns after the first drawing, so that the answer stands before the rest is drawn and no turn is long. */
function useTurns(most) {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (turn >= most) return undefined;
    const timer = setTimeout(() => setTurn(turn + 1), 0);
    return () => clearTimeout(timer);
  }, [turn, most]);
  return turn;
}

function Candidates({ plan, selected, simulation, pins, sort, hiddenFamilies, hideBatchLosers, actions }) {
  const phone = useMedia(PHONE);
  const running = simulation.phase === 'running';
  const order = useSteadyOrder(plan, sort, running);
  const shown = useMemo(() => visible(order, hiddenFamilies, hideBatchLosers), [order, hiddenFamilies, hideBatchLosers]);
  const groups = useMemo(() => grouped(shown), [shown]);
  const mission = duration(plan.assumptions.mission_hours);
  const { unsettled } = simulation;
  const turn = useTurns(2 + Math.ceil(shown.length / ROWS_A_TURN));
  const [every, setEvery] = useState(false);
  const most = every ? Infinity : MOST_ROWS;
  const more = Math.max(0, shown.length - most);
  const shared = { groups: firstOf(groups, Math.min(most, (turn - 1) * ROWS_A_TURN)), selected, pins, unsettled, actions };
  const batchesKnown = plan.candidates.some((candidate) => candidate.worst_batch);
  return (
    <section class="section candidates-section" aria-labelledby="candidates-heading">
      <div class="section-head">
        <h2 id="candidates-heading">Candidates</h2>
        <p class="note">Line: no layout {batchesKnown ? 'that outlives a batch ' : ''}is both larger and safer. {phone ? 'Tap' : 'Click'} a point or a row to see its bytes.</p>
      </div>
      <div class="chips-line">
        <Chips candidates={plan.candidates} hiddenFamilies={hiddenFamilies} hideBatchLosers={hideBatchLosers} actions={actions} />
        <SortChoice sort={sort} onSort={actions.setSort} priced={plan.candidates.some((candidate) => candidate.cost)} />
      </div>
      {turn >= 1 && <Scatter candidates={shown} selected={selected} unsettled={unsettled} mission={mission} onOpen={actions.openDetail} onPin={actions.pin} />}
      {turn >= 2 && (phone ? <PhoneRows {...shared} /> : <CandidateTable {...shared} sort={sort} mission={mission} />)}
      {more > 0 && <button type="button" class="button" onClick={() => setEvery(true)}>Show the other {fixed(more)} layouts</button>}
    </section>
  );
}

/**
 * The results. `plan` is the planner's JSON; `layout` the layout that was opened last, else the recommended one is
 * marked; `planIsStale` says that the plan is of the drives before the last edit.
 */
export function Results({ plan, simulation, pins, sort, hiddenFamilies, hideBatchLosers, layout, planIsStale, actions }) {
  const recommended = plan.candidates[plan.recommended].layout;
  const warnings = onLayout(plan.advice);
  const selected = plan.candidates.some((candidate) => candidate.layout === layout) ? layout : recommended;
  return (
    <Tips class={planIsStale ? 'results stale' : 'results'}>
      <Answer plan={plan} simulation={simulation} stale={planIsStale} pins={pins} actions={actions} />
      <Candidates
        plan={plan} selected={selected} simulation={simulation} pins={pins} sort={sort}
        hiddenFamilies={hiddenFamilies} hideBatchLosers={hideBatchLosers} actions={actions}
      />
      {warnings.length > 0 && <section class="section notices" aria-label="Warnings"><Advice advice={warnings} /></section>}
      <PlanAdvice advice={onSurroundings(plan.advice)} openTopic={actions.openAdvice} />
    </Tips>
  );
}
