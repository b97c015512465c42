// Copies a text; the button says whether it did.

import { useEffect, useRef, useState } from 'preact/hooks';

export function CopyButton({ text, label }) {
  const [state, setState] = useState('');
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('Copied');
    } catch {
      setState('Copying is not allowed here');
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState(''), 2500);
  };
  return (
    <>
      <button type="button" class="button" onClick={copy}>{state || label}</button>
      <span class="spoken" role="status">{state}</span>
    </>
  );
}
