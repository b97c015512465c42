// A button that opens a short list of buttons. Escape, a choice or a click elsewhere closes it.

import { useEffect, useRef, useState } from 'preact/hooks';

/**
 * @param {{label: any, items: {key: string, title: any, note?: string, chosen?: boolean, choose: () => void}[],
 *          class?: string, describe?: string, heading?: string}} props
 */
export function Menu({ label, items, class: style = 'button', describe }) {
  const [open, setOpen] = useState(false);
  const box = useRef(null);
  const button = useRef(null);

  useEffect(() => {
    if (!open) return undefined;
    const away = (event) => {
      if (!box.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, [open]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event) => {
    if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!open) setOpen(true);
      const list = [...(box.current?.querySelectorAll('.menu button') ?? [])];
      const at = list.indexOf(document.activeElement);
      const next = event.key === 'ArrowDown' ? at + 1 : at - 1;
      list[(next + list.length) % list.length]?.focus();
      event.preventDefault();
    }
  };
  const onFocusOut = (event) => {
    if (event.relatedTarget && !box.current?.contains(event.relatedTarget)) setOpen(false);
  };

  return (
    <div class="menu-box" ref={box} onKeyDown={onKeyDown} onFocusOut={onFocusOut}>
      <button type="button" class={style} ref={button} aria-expanded={open} aria-label={describe} onClick={() => setOpen(!open)}>
        {label}
      </button>
      {open && (
        <ul class="menu popover">
          {items.map((item) => (
            <li key={item.key}>
              <button
                type="button"
                aria-pressed={item.chosen}
                onClick={() => {
                  close();
                  item.choose();
                }}
              >
                <span>{item.title}</span>
                {item.note && <span class="muted">{item.note}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
