// Keys of a list: j and k move the focus along the links of its rows (`data-order`), Escape closes the open row. Enter
// opens a row, because the focus is on its link.
import { useEffect, useRef } from 'react';

type ListKeys = {
  /** The row that a side panel shows. */
  openId: string | null;
  onShow: (id: string) => void;
  onClose: () => void;
};

export function useListKeys(keys: ListKeys): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const { openId, onShow, onClose } = current.current;
      if (event.key === 'Escape' && openId !== null) onClose();
      if (event.key !== 'j' && event.key !== 'k') return;
      const next = neighbor(openId, event.key === 'j' ? 1 : -1);
      if (!next) return;
      event.preventDefault();
      next.focus();
      next.scrollIntoView?.({ block: 'nearest' });
      if (openId !== null && next.dataset.order) onShow(next.dataset.order);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** For the end of the side panel. */
export function focusRow(orderId: string): void {
  rowLinks()
    .find((link) => link.dataset.order === orderId)
    ?.focus();
}

function rowLinks(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('a[data-order]')];
}

/** The row beside the focused one, or beside the one of the side panel; without both the first one. */
function neighbor(openId: string | null, step: 1 | -1): HTMLElement | undefined {
  const links = rowLinks();
  const row = document.activeElement?.closest('tr') ?? null;
  const focused = row === null ? -1 : links.findIndex((link) => row.contains(link));
  const at = focused >= 0 ? focused : links.findIndex((link) => link.dataset.order === openId);
  return at < 0 ? links[0] : links[Math.min(Math.max(at + step, 0), links.length - 1)];
}

/** True in a field, a menu or a dialog. A checkbox takes no text. */
function isTyping({ target }: KeyboardEvent): boolean {
  const fields = 'input:not([type=checkbox]), textarea, select, dialog, [data-menu], [contenteditable]';
  return target instanceof Element && target.closest(fields) !== null;
}
