// The measured width of an element.
import { type RefObject, useEffect, useState } from 'react';

/** The first drawing of the next chart. A phone width before the first measurement. */
let lastPx = 320;

export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(lastPx);
  useEffect(() => {
    const { current } = element;
    if (!current || typeof ResizeObserver === 'undefined') return;
    // It also calls when it starts, after the layout of the page, so that nothing forces another one.
    const observer = new ResizeObserver(() => {
      lastPx = current.clientWidth || lastPx;
      setWidthPx(lastPx);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return widthPx;
}
