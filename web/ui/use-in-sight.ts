// In a row that is wider than the screen, the one that is current is brought into sight.
import { type RefObject, useEffect } from 'react';

/** So much of what stands before it stays visible: there is more to the left. */
const aheadPx = 24;

/** `selector` finds the current one within the row; it is looked for whenever `shown` or the screen's width is another. */
export function useInSight(row: RefObject<HTMLElement | null>, selector: string, shown: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is current, or has another width
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
