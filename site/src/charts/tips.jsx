// Popovers with the figure in full: on hover, on focus and on tap, closed by Escape.
//
// Whatever has a `data-tip` inside `<Tips>` gets one; there is a single element for all of them.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

const ID = 'figure-in-full';

/** Where the popover goes: under its host, inside the window. */
function placeAt(host, popover) {
  const box = host.getBoundingClientRect();
  const size = popover.getBoundingClientRect();
  const left = Math.min(Math.max(8, box.left), document.documentElement.clientWidth - size.width - 8);
  const fitsBelow = box.bottom + 4 + size.height <= window.innerHeight;
  popover.style.left = `${Math.max(8, left)}px`;
  popover.style.top = `${fitsBelow ? box.bottom + 4 : box.top - size.height - 4}px`;
}

export function Tips({ children, class: name }) {
  const [tip, setTip] = useState(null);
  const popover = useRef(null);
  const closing = useRef(0);

  const open = (event) => {
    const host = event.target.closest?.('[data-tip]');
    if (!host) return;
    clearTimeout(closing.current);
    setTip({ host, text: host.dataset.tip });
  };
  // The pointer may cross over to the popover, to read or copy it.
  const closeSoon = () => {
    clearTimeout(closing.current);
    closing.current = setTimeout(() => setTip(null), 120);
  };
  const onPointerOver = (event) => {
    if (event.pointerType === 'touch') return;
    if (event.target.closest?.('[data-tip]')) open(event);
    else if (tip && !popover.current?.contains(event.target)) closeSoon();
  };
  const onKeyDown = (event) => {
    if (event.key === 'Escape' && tip) {
      setTip(null);
      event.stopPropagation();
    }
  };

  useLayoutEffect(() => {
    if (!tip) return undefined;
    const { host } = tip;
    if (popover.current) placeAt(host, popover.current);
    host.setAttribute('aria-describedby', ID);
    const leave = () => setTip(null);
    window.addEventListener('scroll', leave, { passive: true, capture: true });
    return () => {
      host.removeAttribute('aria-describedby');
      window.removeEventListener('scroll', leave, { capture: true });
    };
  }, [tip]);
  useEffect(() => () => clearTimeout(closing.current), []);

  return (
    <div class={name} onPointerOver={onPointerOver} onPointerLeave={closeSoon} onFocusIn={open} onFocusOut={closeSoon} onClick={open} onKeyDown={onKeyDown}>
      {children}
      {tip && (
        <div id={ID} role="tooltip" class="popover tip" ref={popover} onPointerEnter={() => clearTimeout(closing.current)} onPointerLeave={closeSoon}>
          {tip.text}
        </div>
      )}
    </div>
  );
}

/** A figure that shows itself in full on demand. */
export function InFull({ tip, children, class: name = '' }) {
  return <button type="button" class={`in-full ${name}`} data-tip={tip}>{children}</button>;
}
