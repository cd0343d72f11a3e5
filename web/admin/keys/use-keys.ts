// Shortcuts of all admin pages: Ctrl/Cmd-K, "g" and a letter, "?", and "/" on pages without their own search.
import { useEffect, useRef } from 'react';
import { catalogPath, inboxPath, ordersPath, tabPath } from '../paths.ts';

/** The second keys of shortcuts with "g", and their pages. */
export const jumps: ReadonlyMap<string, string> = new Map([
  ['v', tabPath('overview')],
  ['o', tabPath('orders')],
  ['c', tabPath('customers')],
  ['a', tabPath('analytics')],
  ['t', tabPath('visitors')],
  ['n', tabPath('security')],
  ['e', tabPath('session')],
  ['u', tabPath('liveusers')],
  ['p', tabPath('api')],
  ['s', tabPath('settings')],
  ['l', ordersPath],
  ['i', inboxPath],
  ['k', catalogPath],
]);

/** Maximum time between "g" and the letter. */
const secondKeyMs = 1_500;

type Keys = { onPalette: () => void; onHelp: () => void; onGo: (to: string) => void };

export function useKeys(keys: Keys): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    let wentAt = Number.NEGATIVE_INFINITY;
    const listen = (event: KeyboardEvent) => {
      const { onPalette, onHelp, onGo } = current.current;
      const key = event.key.toLowerCase();
      if (event.defaultPrevented || event.repeat) return;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && key === 'k') {
        event.preventDefault();
        onPalette();
        return;
      }
      if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      const second = event.timeStamp - wentAt < secondKeyMs;
      wentAt = Number.NEGATIVE_INFINITY;
      const to = second ? jumps.get(key) : undefined;
      if (to) {
        event.preventDefault();
        onGo(to);
      } else if (key === 'g') wentAt = event.timeStamp;
      else if (key === '?') onHelp();
      else if (key === '/' && !document.querySelector('input[type=search]')) {
        event.preventDefault();
        onPalette();
      }
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** True inside a field or a dialog, where shortcuts are disabled. */
function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]') !== null;
}
