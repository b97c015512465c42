// Sizes of texts and elements as the browser draws them.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

let context = null;
const known = new Map();

/** The width of a label of 12 px in the page's font. */
export function textWidth(text, bold = false) {
  const family = getComputedStyle(document.documentElement).fontFamily;
  const key = `${family}|${bold}|${text}`;
  if (!known.has(key)) {
    context ??= document.createElement('canvas').getContext('2d');
    if (!context) return text.length * 7.4;
    context.font = `${bold ? 600 : 400} 12px ${family}`;
    if (known.size > 5000) known.clear();
    known.set(key, context.measureText(text).width);
  }
  return known.get(key);
}

/** A ref and the width of its element, which follows the element; 0 before the first layout. */
export function useWidth() {
  const ref = useRef(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const read = () => setWidth(Math.floor(element.getBoundingClientRect().width));
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

/** Whether a media query holds now. */
export function useMedia(query) {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const read = () => setHolds(list.matches);
    read();
    list.addEventListener('change', read);
    return () => list.removeEventListener('change', read);
  }, [query]);
  return holds;
}

/** Below this a row of a table takes two lines and charts their narrow shape. */
export const PHONE = '(max-width: 719.98px)';
