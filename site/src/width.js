// How wide the window is, in the three steps that the page knows.

import { useEffect, useState } from 'preact/hooks';

const twoColumns = globalThis.matchMedia('(min-width: 1024px)');
const phone = globalThis.matchMedia('(max-width: 719.98px)');

function widthNow() {
  if (twoColumns.matches) return 'wide';
  return phone.matches ? 'phone' : 'narrow';
}

/** `wide` with two columns, `narrow` with one, `phone` with rows of two lines. */
export function useWidth() {
  const [width, setWidth] = useState(widthNow);
  useEffect(() => {
    const update = () => setWidth(widthNow());
    twoColumns.addEventListener('change', update);
    phone.addEventListener('change', update);
    return () => {
      twoColumns.removeEventListener('change', update);
      phone.removeEventListener('change', update);
    };
  }, []);
  return width;
}
