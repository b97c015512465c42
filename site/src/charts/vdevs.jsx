// Which drive goes where: the drives in their vdevs by batch, and what is left if a batch dies.

import { counted, fixed } from '../text/numbers.js';
import { batchDeaths, namedVdevs, outcome } from './batch_deaths.js';
import { batchByDrive, batchesOf, batchTitle } from './batch_letters.js';
import { Swatch } from './batches.jsx';

/** What outlives failures in a vdev, in words: `6 drives, 2 parity`, `3 drives, 3 copies`. */
function redundancy(vdev) {
  const drives = `${fixed(vdev.width)} ${vdev.width === 1 ? 'drive' : 'drives'}`;
  const role = vdev.class === 'data' ? '' : `, ${vdev.class}`;
  if (vdev.type === 'mirror') return `${drives}, ${fixed(vdev.width)} copies${role}`;
  return `${drives}, ${vdev.tolerance === 0 ? 'no' : fixed(vdev.tolerance)} parity${role}`;
}

/** The end of a serial number, by which drives are told apart on the shelf. */
const shortName = (name) => (name.length > 5 ? name.slice(-4) : name);

function Tile({ name, batch, small }) {
  const title = `${name}, ${batchTitle(batch)}`;
  if (small) return <li class={`small-tile pattern-${batch.pattern}`}><span class="spoken">{title}</span></li>;
  return (
    <li class={`tile pattern-frame-${batch.pattern}`} title={title}>
      <span class={`tile-pattern pattern-${batch.pattern}`} aria-hidden="true" />
      <span class="tile-words"><b>{batch.letter}</b> <span class="mono"><span class="spoken">drive {name}</span><span aria-hidden="true">{shortName(name)}</span></span></span>
    </li>
  );
}

function Row({ title, detail, drives, byDrive, unknown, small }) {
  return (
    <div class="vdev">
      <div class="vdev-name"><b>{title}</b><span class="muted">{detail}</span></div>
      <ul class={small ? 'tiles small' : 'tiles'}>
        {drives.map((name) => <Tile key={name} name={name} batch={byDrive.get(name) ?? unknown} small={small} />)}
      </ul>
    </div>
  );
}

const UNKNOWN = { name: null, letter: '?', pattern: 5, made: null };

/** The drives of `candidate` in their vdevs, its spares and what is left over. */
export function VdevPicture({ candidate, drives }) {
  const byDrive = batchByDrive(batchesOf(drives));
  const shared = { byDrive, unknown: UNKNOWN };
  return (
    <div class="vdevs">
      {namedVdevs(candidate).map((vdev) => (
        <Row key={vdev.name} title={vdev.name} detail={redundancy(vdev)} drives={vdev.drives} {...shared} />
      ))}
      {candidate.spares.length > 0 && <Row title="spares" detail={counted(candidate.spares.length, 'drive')} drives={candidate.spares} {...shared} />}
      {candidate.unused.length > 0 && <Row title="left over" detail={counted(candidate.unused.length, 'drive')} drives={candidate.unused} {...shared} />}
    </div>
  );
}

/** The same in small, for a column of a comparison. */
export function SmallVdevs({ candidate, drives }) {
  const byDrive = batchByDrive(batchesOf(drives));
  const list = (names) => names.map((name) => <Tile key={name} name={name} batch={byDrive.get(name) ?? UNKNOWN} small />);
  return (
    <div class="small-vdevs">
      {candidate.vdevs.map((vdev, index) => <ul key={index} class="tiles small">{list(vdev.drives)}</ul>)}
      {candidate.spares.length > 0 && <div class="small-spares"><ul class="tiles small">{list(candidate.spares)}</ul><span class="note">{candidate.spares.length === 1 ? 'spare' : 'spares'}</span></div>}
    </div>
  );
}

/** More vdevs than this are summed up in one column. */
const COLUMNS = 4;

/** The table "If this batch dies". */
export function BatchTable({ candidate, drives }) {
  const batches = batchesOf(drives);
  const deaths = batchDeaths(candidate, batches);
  if (deaths.length === 0) {
    return <p class="note">No batch is known. Drives of one model are taken to be of one batch where failures are concerned.</p>;
  }
  const vdevs = deaths[0].hit.map(({ vdev }) => vdev);
  const each = vdevs.length <= COLUMNS;
  const most = (hit) => hit.reduce((a, b) => (b.left < a.left || (b.left === a.left && b.count > a.count) ? b : a));
  return (
    <table class="plain batch-table">
      <thead>
        <tr>
          <th scope="col">If this batch dies</th>
          {each ? vdevs.map((vdev) => <th key={vdev.name} scope="col">{vdev.name}</th>) : <th scope="col">Hit hardest</th>}
          <th scope="col">Pool</th>
        </tr>
      </thead>
      <tbody>
        {deaths.map((death) => {
          const { good, text } = outcome(death, candidate);
          const hardest = most(death.hit);
          return (
            <tr key={death.batch.name}>
              <th scope="row"><Swatch pattern={death.batch.pattern} /> <bdi>{batchTitle(death.batch)}</bdi></th>
              {each
                ? death.hit.map(({ vdev, count }) => <td key={vdev.name}>{fixed(count)} of {fixed(vdev.width)}</td>)
                : <td>{fixed(hardest.count)} of {fixed(hardest.vdev.width)} in {hardest.vdev.name}</td>}
              <td class={good ? '' : 'bad'}><span class={good ? 'good' : ''} aria-hidden="true">{good ? '✓ ' : '✕ '}</span>{text}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
