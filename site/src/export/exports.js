// What can be taken away: files by download, commands by the clipboard. Their text is the command line's.

import { engineNow, requestOf } from '../state/planner.js';
import { change, current } from '../state/store.js';
import { copyText } from './clipboard.js';

/**
 * `needs` names options of which one must be given, as without them there is no such advice.
 * @type {{kind: string, title: string, file?: string, type?: string, needs?: string[]}[]}
 */
export const KINDS = [
  { kind: 'procurement', title: 'Parts list, CSV', file: 'zplan-parts.csv', type: 'text/csv' },
  { kind: 'csv', title: 'Table, CSV', file: 'zplan.csv', type: 'text/csv' },
  { kind: 'json', title: 'Everything, JSON', file: 'zplan.json', type: 'application/json' },
  { kind: 'markdown', title: 'Report, Markdown', file: 'zplan.md', type: 'text/markdown' },
  { kind: 'inventory', title: 'Drives, CSV', file: 'zplan-drives.csv', type: 'text/csv' },
  { kind: 'modprobe', title: 'Module options', file: 'zfs.conf', type: 'text/plain', needs: ['ram', 'os', 'db'] },
  { kind: 'datasets', title: 'zfs create lines', file: 'datasets.sh', type: 'text/plain', needs: ['ram', 'os', 'db'] },
  { kind: 'postgresql', title: 'PostgreSQL settings', file: 'postgresql.conf', type: 'text/plain', needs: ['db'] },
  { kind: 'mysql', title: 'MySQL settings', file: 'my.cnf', type: 'text/plain', needs: ['db'] },
  { kind: 'create', title: 'Copy zpool create' },
  { kind: 'print', title: 'Print' },
];

/** The layout that exports are about: the one looked at, else the recommended one. */
function candidateNow({ view, explanation, plan }) {
  if (view === 'detail' && explanation?.document) return explanation.document.candidate;
  return plan ? plan.candidates[plan.recommended] : null;
}

/** Hands out one kind. Resolves to what to tell the person. */
export async function exportText(kind) {
  const state = current();
  const chosen = KINDS.find((one) => one.kind === kind);
  let told;
  try {
    if (kind === 'print') {
      window.print();
      return;
    }
    if (kind === 'create') {
      const copied = await copyText(candidateNow(state).zpool_create);
      told = copied ? 'Command copied.' : 'The command could not be copied.';
    } else {
      const slot = state.view === 'detail' ? 'explain' : 'plan';
      const text = await engineNow().export(kind, { slot, sources: state.sources, request: requestOf(state) });
      download(text, chosen);
      told = `${chosen.file} saved.`;
    }
  } catch (problem) {
    told = `${problem.message ?? 'This could not be exported'}.`;
  }
  change({ announcement: told });
}

function download(text, { file, type }) {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
