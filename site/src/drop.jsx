// Drop files, or paste text, anywhere on the page.

import { useEffect, useState } from 'preact/hooks';
import { actions } from './state/actions.js';

function typesText(element) {
  return element instanceof HTMLElement && (element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName));
}

export function DropAnywhere() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const bringsFiles = (event) => [...(event.dataTransfer?.types ?? [])].some((type) => type === 'Files' || type === 'text/plain');
    const onOver = (event) => {
      if (!bringsFiles(event) || typesText(event.target)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event) => {
      setOver(false);
      if (!bringsFiles(event) || typesText(event.target)) return;
      event.preventDefault();
      const { files } = event.dataTransfer;
      const text = event.dataTransfer.getData('text/plain');
      if (files.length > 0) actions.addFiles(files);
      else if (text.trim() !== '') actions.pasteText(text);
    };
    const onPaste = (event) => {
      if (typesText(event.target)) return;
      const files = event.clipboardData?.files ?? [];
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (files.length > 0) actions.addFiles(files);
      else if (text.trim() !== '') actions.pasteText(text);
      else return;
      event.preventDefault();
    };
    const listeners = { dragover: onOver, dragleave: onLeave, drop: onDrop, paste: onPaste };
    for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) window.removeEventListener(name, listener);
    };
  }, []);
  return over ? <div class="drop-over" aria-hidden="true"><span>Drop to read the drives</span></div> : null;
}
