// Before any drive is named: one question, one field, one place to drop a file, examples.

import { useState } from 'preact/hooks';
import { OpenFile, PasteBox, QuickAdd } from './rail/adding.jsx';
import { actions } from './state/actions.js';
import { EXAMPLES } from './state/examples.js';

export function Empty() {
  const [pasting, setPasting] = useState(false);
  return (
    <div class="empty">
      <h1 class="answer-sentence">Which drives do you have?</h1>
      <p class="empty-what">zplan lays them out as a ZFS pool and says, to the byte, what you can store, how likely you are to lose it, and why.</p>
      <QuickAdd button="Plan" primary focus />
      <div class="drop-zone">
        <p>Drop a file here, or <OpenFile>open</OpenFile> or <button type="button" class="link" aria-expanded={pasting} onClick={() => setPasting(!pasting)}>paste</button> one.</p>
        <p class="note">CSV, smartctl, lsblk, nvme list, diskinfo, TrueNAS, Proxmox, zpool status. Nothing you enter leaves this browser.</p>
        {pasting && <PasteBox close={() => setPasting(false)} />}
      </div>
      <h2 class="empty-examples">Or start from an example</h2>
      <ul class="examples">
        {EXAMPLES.map(({ name, title, use }) => (
          <li key={name}>
            <button type="button" class="link" onClick={() => actions.useExample(name)}>{title}</button>
            <span class="muted">{use}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
