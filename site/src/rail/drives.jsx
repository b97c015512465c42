// The drives, as the rail shows them: how many, how much, from where, by batch.

import { Swatch, batchesOf } from '../charts/batches.jsx';
import { Ticked } from '../problem/notes.jsx';
import { actions } from '../state/actions.js';
import { shorthandWords } from '../state/quick.js';
import { useStore } from '../state/store.js';
import { counted, fixed, labelSize, tb, withUnit } from '../text/numbers.js';
import { OtherWays, QuickAdd } from './adding.jsx';

/** Batches that the summary names; the rest is counted. */
const MOST_BATCHES = 8;

function size(drive) {
  return drive.capacity_bytes ?? drive.likely_bytes;
}

/** "4 × 18 TB", or several of them. */
export function sizesInWords(drives) {
  const counts = new Map();
  for (const drive of drives) {
    const bytes = size(drive);
    const words = bytes ? labelSize(bytes) : 'unknown size';
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts].map(([words, count]) => `${fixed(count)} × ${words}`).join(', ');
}

function common(drives, fact) {
  const first = drives[0]?.[fact];
  return drives.every((drive) => drive[fact] === first) ? first : undefined;
}

function sectorWords(drive) {
  const { logical_sector: logical, physical_sector: physical } = drive;
  if (!logical || !physical) return null;
  if (logical === 512 && physical === 4096) return '512e';
  if (logical === physical) return logical === 4096 ? '4Kn' : `${logical}n`;
  return `${logical} on ${physical}`;
}

/** What all drives have in common, as one line; empty if they differ. */
function commonFacts(drives) {
  if (common(drives, 'model') === undefined) return [];
  const [drive] = drives;
  const facts = [drive.model && <bdi>{drive.model}</bdi>];
  const kind = [drive.rpm ? `${withUnit(fixed(drive.rpm), 'rpm')}` : null, transportWords(drive.transport) ?? drive.class].filter(Boolean);
  facts.push(kind.join(' '), sectorWords(drive));
  const bytes = common(drives, 'capacity_bytes');
  if (bytes && drive.capacity_kind === 'exact') facts.push(`${withUnit(fixed(bytes), 'bytes')} each`);
  return facts.filter(Boolean);
}

export function transportWords(transport) {
  return transport ? { nvme: 'NVMe' }[transport] ?? transport.toUpperCase() : null;
}

function joined(parts) {
  return parts.map((part, index) => <>{index > 0 && ', '}{part}</>);
}

/** Longest name of a batch that has room beside its letter. */
const SHORT_NAME = 6;

function BatchName({ batch }) {
  const { name, letter } = batch;
  if (name === null || name === letter) return null;
  return <span class={name.length > SHORT_NAME ? 'spoken' : 'muted'}> <bdi>{name}</bdi></span>;
}

function BatchTable({ drives }) {
  const batches = batchesOf(drives);
  const shown = batches.slice(0, MOST_BATCHES);
  const hours = (batch) => {
    const known = batch.drives.map((drive) => drive.power_on_hours).filter((value) => value !== null);
    return known.length > 0 ? withUnit(fixed(Math.max(...known)), 'h') : 'unknown';
  };
  return (
    <>
      <table class="batches">
        <thead>
          <tr><th scope="col">Batch</th><th scope="col">Drives</th><th scope="col">Made</th><th scope="col" class="number">Power-on</th></tr>
        </thead>
        <tbody>
          {shown.map((batch) => (
            <tr key={batch.name ?? ''}>
              <td class="batch-name" title={batch.name ?? undefined}><Swatch pattern={batch.pattern} /> {batch.name === null ? 'unknown' : batch.letter}<BatchName batch={batch} /></td>
              <td>{sizesInWords(batch.drives)}</td>
              <td>{batch.made ?? 'unknown'}</td>
              <td class="number">{hours(batch)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {batches.length > shown.length && <p class="note">and {counted(batches.length - shown.length, 'batch').replace('batchs', 'batches')} more</p>}
    </>
  );
}

/** One entry per file and per quick line, each to be taken out again. */
function Sources({ formats }) {
  const sources = useStore((state) => state.sources);
  const quick = useStore((state) => state.quick);
  if (sources.length + quick.length === 0) return null;
  return (
    <ul class="sources">
      {sources.map(({ name }) => (
        <li key={`f${name}`}>
          <span class="source-name"><b><bdi>{name}</bdi></b>{formats.has(name) && <span class="muted"> (<Ticked text={formats.get(name)} />)</span>}</span>
          <button type="button" class="link" aria-label={`Take out ${name}`} onClick={() => actions.removeSource(name)}>✕</button>
        </li>
      ))}
      {quick.map((shorthand, index) => (
        <li key={`q${index}`}>
          <span class="source-name"><bdi>{shorthandWords(shorthand)}</bdi></span>
          <button type="button" class="link" aria-label={`Take out ${shorthandWords(shorthand)}`} onClick={() => actions.removeQuick(index)}>✕</button>
        </li>
      ))}
    </ul>
  );
}

/** How each file was read, from the line that the planner prints: `a.csv (CSV), b.json (smartctl)`. */
function formatsOf(origin, names) {
  const formats = new Map();
  for (const name of names) {
    const at = (origin ?? '').indexOf(`${name} (`);
    if (at < 0) continue;
    const start = at + name.length + 2;
    formats.set(name, origin.slice(start, origin.indexOf(')', start)));
  }
  return formats;
}

/** Facts that were assumed, for any drive. */
function assumedCount(plan) {
  return new Set((plan?.assumptions.drives ?? []).map((assumed) => assumed.fact)).size;
}

export function Drives({ narrow }) {
  const inventory = useStore((state) => state.inventory);
  const understood = useStore((state) => state.understood);
  const problem = useStore((state) => state.problem);
  const sources = useStore((state) => state.sources);
  const plan = useStore((state) => state.plan);
  const shown = problem ? understood : inventory;
  const drives = shown?.document?.drives ?? [];
  const facts = drives.length > 0 ? commonFacts(drives) : [];
  const assumed = problem ? 0 : assumedCount(plan);
  const raw = drives.reduce((sum, drive) => sum + (size(drive) ?? 0), 0);
  const bad = problem ? badLines(problem) : 0;
  return (
    <section class="rail-part" aria-labelledby="drives-title">
      <div class="title-row">
        <h2 id="drives-title">Drives</h2>
        {problem && drives.length > 0 && <span class="muted">{fixed(drives.length)} of {fixed(drives.length + bad)} read</span>}
        {!problem && drives.length > 0 && <span class="muted">{counted(drives.length, 'drive').replace(/^\w+/, fixed(drives.length))}, {withUnit(tb(raw), 'TB')} raw</span>}
      </div>
      <QuickAdd />
      <OtherWays />
      {!narrow && <p class="note">Or drop a file anywhere: CSV, smartctl, lsblk, nvme list, TrueNAS, zpool status.</p>}
      <Sources formats={formatsOf(shown?.origin, sources.map((source) => source.name))} />
      {drives.length > 0 && !problem && (narrow ? <BatchLine drives={drives} /> : <BatchTable drives={drives} />)}
      {!problem && facts.length > 0 && <p class="note">{joined(facts)}.</p>}
      {!problem && drives.length > 0 && (
        <div class="title-row">
          <button type="button" class="link" onClick={actions.openEdit}>Edit {drives.length === 1 ? 'the drive' : `${fixed(drives.length)} drives`}</button>
          {assumed > 0 && <button type="button" class="assumed note" onClick={actions.openEdit}>{fixed(assumed)} {assumed === 1 ? 'fact' : 'facts'} assumed</button>}
        </div>
      )}
    </section>
  );
}

function badLines(problem) {
  return new Set(problem.diagnostics.filter((one) => one.severity === 'error').map((one) => `${one.place.file} ${one.place.line}`)).size;
}

/** The batches in one line, for narrow windows. */
function BatchLine({ drives }) {
  return (
    <p class="batch-line">
      {batchesOf(drives).slice(0, MOST_BATCHES).map((batch) => (
        <span key={batch.name ?? ''}>{fixed(batch.drives.length)} <Swatch pattern={batch.pattern} /> {batch.name === null ? 'unknown batch' : batch.made ?? batch.letter}</span>
      ))}
    </p>
  );
}

/** The drives in one sentence, for the detail of a layout. */
export function DrivesInShort() {
  const drives = useStore((state) => state.inventory?.document?.drives) ?? [];
  if (drives.length === 0) return null;
  const batches = batchesOf(drives).filter((batch) => batch.name !== null);
  const kind = common(drives, 'rpm') ? `${withUnit(fixed(drives[0].rpm), 'rpm')} ` : '';
  const transport = transportWords(common(drives, 'transport')) ?? common(drives, 'class') ?? '';
  return (
    <section class="rail-part" aria-labelledby="drives-title">
      <div class="title-row">
        <h2 id="drives-title">Drives</h2>
        <button type="button" class="link" onClick={actions.openEdit}>Edit</button>
      </div>
      <p class="drives-short muted">
        {sizesInWords(drives)}
        {batches.length > 0 && <> in batches {batches.slice(0, MOST_BATCHES).map((batch) => <Swatch key={batch.name} pattern={batch.pattern} title={batch.letter} />)}</>}
        {(kind || transport) && `, ${kind}${transport}`}
      </p>
    </section>
  );
}
