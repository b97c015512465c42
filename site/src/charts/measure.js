// Sizes of texts and elements as the browser draws them.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

let context = null;
const known = new Map();

/** What measures labels of 12 px in the font that the page has now: `(text, bold) => width`. */
export function textMeasure() {
  // Asked once for many labels: every question makes the browser work out its styles.
  const family = getComputedStyle(document.documentElement).fontFamily;
  context ??= document.createElement('canvas').getContext('2d');
  return (text, bold = false) => {
    if (!context) return text.length * 7.4;
    const key = `${family}|${bold}|${text}`;
    if (!known.has(key)) {
      context.font = `${bold ? 600 : 400} 12px ${family}`;
      if (known.size > 5000) known.clear();
      known.set(key, context.measureText(text).width);
    }
    return known.get(key);
  };
}

/** The width of one label of 12 px. */
export const textWidth = (text, bold) => textMeasure()(text, bold);

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
