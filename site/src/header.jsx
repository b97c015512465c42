// The head of the page: name, views, link, export, theme.

import { useState } from 'preact/hooks';
import { KINDS } from './export/exports.js';
import { Menu } from './menu.jsx';
import { actions } from './state/actions.js';
import { useStore } from './state/store.js';
import { coloursOf } from './state/theme.js';
import { useWidth } from './width.js';

function Tab({ here, open, children, label }) {
  return (
    <button type="button" class="tab" aria-current={here ? 'page' : undefined} aria-label={label} onClick={open}>{children}</button>
  );
}

/** A button that says for a moment that it has copied. */
export function CopyButton({ copy, children, class: style = 'button', disabled }) {
  const [copied, setCopied] = useState(false);
  const onClick = async () => {
    if (!(await copy())) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return <button type="button" class={style} disabled={disabled} onClick={onClick}>{copied ? 'Copied' : children}</button>;
}

export function Header() {
  const view = useStore((state) => state.view);
  const pins = useStore((state) => state.pins.length);
  const planned = useStore((state) => state.plan !== null);
  const theme = useStore((state) => state.theme);
  const width = useWidth();

  const other = coloursOf(theme) === 'dark' ? 'light' : 'dark';
  const otherName = other === 'dark' ? 'Dark' : 'Light';
  const options = useStore((state) => state.options);
  const offered = KINDS.filter(({ needs }) => !needs || needs.some((name) => name in options));
  const exports = offered.map(({ kind, title }) => ({ key: kind, title, choose: () => actions.exportAs(kind) }));
  const themes = ['auto', 'light', 'dark'].map((name) => ({
    key: name,
    title: { auto: 'Colours as the system', light: 'Light colours', dark: 'Dark colours' }[name],
    chosen: theme === name,
    choose: () => actions.setTheme(name),
  }));

  return (
    <header class="head">
      <div class="head-name">
        <span class="brand">zplan</span>
        {width !== 'phone' && <span class="muted head-what">ZFS layout planner</span>}
      </div>
      <nav class="tabs" aria-label="Views">
        <Tab here={view !== 'compare' && view !== 'advice'} open={actions.openPlan}>Plan</Tab>
        <Tab here={view === 'compare'} open={actions.openCompare} label={`Compare, ${pins} pinned`}>Compare {pins}</Tab>
        <Tab here={view === 'advice'} open={() => actions.openAdvice()}>Advice</Tab>
      </nav>
      <div class="head-actions">
        {width === 'phone' ? (
          <>
            <CopyButton copy={actions.share}>Share</CopyButton>
            <Menu label="…" describe="Export and colours" items={[...(planned ? exports : []), ...themes]} />
          </>
        ) : (
          <>
            <CopyButton copy={actions.copyLink}>Copy link</CopyButton>
            <Menu label="Export ▾" items={planned ? exports : [{ key: 'none', title: 'Nothing to export yet', choose: () => {} }]} />
            <button type="button" class="link head-theme" onClick={() => actions.setTheme(other === coloursOf('auto') ? 'auto' : other)} aria-label={`${otherName} colours`}>{otherName}</button>
          </>
        )}
      </div>
    </header>
  );
}

export function Footer() {
  const about = useStore((state) => state.about);
  const zfs = useStore((state) => state.plan?.assumptions.zfs);
  return (
    <footer class="foot">
      <span>Nothing you enter leaves this browser.</span>
      <span>Drive failure counts: Backblaze Drive Stats.</span>
      {about && <span>zplan {about.zplan}{zfs && `, OpenZFS ${zfs} rules`}</span>}
    </footer>
  );
}
