// Scrolls the current item of an overflowing row into view.
import { type RefObject, useEffect } from 'react';

/** Part of the previous item stays visible, as a hint that the row scrolls. */
const aheadPx = 24;

/** `selector` finds the current item. It scrolls again when `shown` or the window width changes. */
export function useInSight(row: RefObject<HTMLElement | null>, selector: string, shown: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` changes the current item or its width
  useEffect(() => {
    function bring(): void {
      const found = row.current?.querySelector(selector);
      if (row.current && found instanceof HTMLElement) row.current.scrollLeft = found.offsetLeft - aheadPx;
    }
    bring();
    window.addEventListener('resize', bring);
    return () => window.removeEventListener('resize', bring);
  }, [row, selector, shown]);
}
