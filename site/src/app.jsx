// The page: which view is shown, and what stands around it.

import { useEffect } from 'preact/hooks';
import { Advice } from './advice/advice.jsx';
import { Compare } from './compare/compare.jsx';
import { Detail } from './detail/detail.jsx';
import { DropAnywhere } from './drop.jsx';
import { EditDrives } from './edit/edit_drives.jsx';
import { Empty } from './empty.jsx';
import { Footer, Header } from './header.jsx';
import { PrintFoot, PrintHead } from './print.jsx';
import { Note } from './problem/notes.jsx';
import { ProblemView } from './problem/problem_view.jsx';
import { Rail } from './rail/rail.jsx';
import { WhatIfPanel } from './rail/what_if.jsx';
import { Results } from './results/results.jsx';
import { actions } from './state/actions.js';
import { engineNow, hasDrives } from './state/planner.js';
import { useStore } from './state/store.js';
import { useWidth } from './width.js';

const everything = (state) => state;

function ResultsView() {
  const state = useStore(everything);
  const { plan, words, simulation, pins, sort, hiddenFamilies, hideBatchLosers, inventory, planIsStale } = state;
  return <Results {...{ plan, words, simulation, pins, sort, hiddenFamilies, hideBatchLosers, inventory, planIsStale, actions }} layout={state.layout} />;
}

function DetailView({ width }) {
  const state = useStore(everything);
  const { plan, layout, explanation, detailSimulation, whatIf, pins } = state;
  if (explanation?.layout !== layout || (!explanation.document && !explanation.problem)) {
    return <Waiting words={`Explaining ${layout}.`} />;
  }
  if (!explanation.document) {
    return (
      <>
        <button type="button" class="link" onClick={actions.backToAll}>‹ All layouts</button>
        <h1 class="answer-sentence"><bdi>{layout}</bdi> cannot be explained.</h1>
        <Note note={{ severity: 'error', message: explanation.problem.message, hint: explanation.problem.hint, place: null }} />
      </>
    );
  }
  const { document, previousCurve } = explanation;
  return (
    <Detail
      explanation={document} candidate={document.candidate} plan={plan} simulation={detailSimulation} whatIf={whatIf}
      previousCurve={previousCurve} pins={pins} actions={actions} whatIfPanel={width === 'wide' ? null : <WhatIfPanel />}
    />
  );
}

function CompareView() {
  const { plan, pins, simulation } = useStore(everything);
  const candidates = pins.map((layout) => plan?.candidates.find((candidate) => candidate.layout === layout)).filter(Boolean);
  return <Compare candidates={candidates} lost={candidates.length < pins.length} plan={plan} simulation={simulation} explanations={{}} actions={actions} />;
}

/** Texts that the plan tells, by the names of the inputs of advice. */
function knownFrom({ plan, options }) {
  const known = {};
  if (plan) known.zfs = plan.assumptions.zfs;
  for (const name of ['ram', 'os', 'db']) if (name in options) known[name] = options[name];
  return known;
}

function AdviceView() {
  const state = useStore(everything);
  const engine = engineNow();
  if (!engine) return <Waiting words="Starting." />;
  return (
    <Advice
      loadTopics={() => engine.topics()} ask={(topic, input) => engine.advise(topic, input)} topic={state.topic}
      openTopic={actions.openAdvice} known={knownFrom(state)}
    />
  );
}

function Waiting({ words }) {
  return <h1 class="waiting muted" role="status">{words}</h1>;
}

function MainView({ width }) {
  const view = useStore((state) => state.view);
  // Drives that were read can be edited even where no plan follows from them yet.
  const problem = useStore((state) => state.problem !== null && (state.view !== 'edit' || state.problem.stage === 'inventory'));
  const planned = useStore((state) => state.plan !== null);
  if (problem) {
    return (
      <>
        <ProblemView />
        {planned && <div class="old-answer"><ResultsView /></div>}
      </>
    );
  }
  if (view === 'edit') return <EditDrives />;
  if (!planned) return <Waiting words="Reading the drives." />;
  if (view === 'detail') return <DetailView width={width} />;
  return <ResultsView />;
}

function Body({ width }) {
  const view = useStore((state) => state.view);
  const drives = useStore(hasDrives);
  const failure = useStore((state) => state.failure);
  if (failure) {
    return (
      <div class="empty">
        <h1 class="answer-sentence">zplan cannot run in this browser.</h1>
        <p><bdi>{failure}</bdi></p>
      </div>
    );
  }
  if (view === 'advice') return <AdviceView />;
  if (!drives) return <Empty />;
  if (view === 'compare') return <CompareView />;
  return (
    <div class="columns">
      <Rail width={width} />
      <div class="answer-column" id="answer" tabIndex={-1}><MainView width={width} /></div>
    </div>
  );
}

/** Says what a person who cannot see it needs to know. */
function Announcer() {
  const announcement = useStore((state) => state.announcement);
  return <p class="spoken" role="status" aria-live="polite">{announcement}</p>;
}

function LinkNote() {
  const note = useStore((state) => state.linkNote);
  return note ? <p class="link-note note warn">! {note}</p> : null;
}

function useTitle() {
  const title = useStore(({ view, layout, plan }) => {
    if (view === 'detail' && layout) return `${layout}, zplan`;
    if (view === 'compare') return 'Compare layouts, zplan';
    if (view === 'edit') return 'Drives, zplan';
    if (view === 'advice') return 'Rules around a pool, zplan';
    if (plan) return `${plan.candidates[plan.recommended]?.layout ?? 'Plan'}, zplan`;
    return 'zplan, the ZFS layout planner';
  });
  useEffect(() => {
    document.title = title;
  }, [title]);
}

export function App() {
  const width = useWidth();
  useTitle();
  const skip = () => (document.getElementById('answer') ?? document.getElementById('main')).focus();
  return (
    <>
      <button type="button" class="skip button" onClick={skip}>Skip to the answer</button>
      <Header />
      <LinkNote />
      <main class={`body ${width}`} id="main" tabIndex={-1}>
        <PrintHead />
        <Body width={width} />
        <PrintFoot />
      </main>
      <Footer />
      <DropAnywhere />
      <Announcer />
    </>
  );
}
