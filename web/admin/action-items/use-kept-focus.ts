// Keeps the focus in a list whose rows leave it once they are settled.
import { type RefObject, useEffect, useRef } from 'react';

/** When the row with the focus is gone, the row in its place gets it, else the page. */
export function useKeptFocus(list: RefObject<HTMLElement | null>): void {
  const last = useRef<{ row: HTMLElement; at: number } | null>(null);
  useEffect(() => {
    const note = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('li[tabindex]') : null;
      const at = row ? rowsOf(list.current).indexOf(row) : -1;
      last.current = row && at >= 0 ? { row, at } : null;
    };
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', note);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', note);
    };
  }, [list]);
  // After every render: the row leaves with the data of one.
  useEffect(() => {
    if (!last.current || last.current.row.isConnected) return;
    const { at } = last.current;
    last.current = null;
    if (document.activeElement !== document.body) return;
    const rows = rowsOf(list.current);
    const next = rows[at] ?? rows.at(-1) ?? document.getElementById('content');
    next?.focus({ preventScroll: true });
  });
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('li[tabindex]') ?? [])];
}
