// The command palette and the shortcut help of all admin pages. Both load lazily.
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Elements } from '../../ui/elements.ts';
import { useAdmin } from '../admin-context.tsx';
import { type Act, allCommands } from './commands.ts';

const Palette = lazy(() => import('./palette.tsx'));
const KeysHelp = lazy(() => import('./keys-help.tsx'));

/** Listens to the shortcuts. `dialogs` is rendered once. */
export function useKeyboard(): { openPalette: () => void; dialogs: Elements } {
  const { session } = useAdmin();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [open, setOpen] = useState<'palette' | 'help' | null>(null);
  const typed = useRef('');
  const openPalette = () => {
    typed.current = '';
    setOpen('palette');
  };
  useKeys({ onPalette: openPalette, onHelp: () => setOpen('help'), onGo: (to) => navigate(to) });

  function act(chosen: Act): void {
    if (chosen === 'help') setOpen('help');
    if (chosen === 'site') window.location.assign('/');
    if (chosen === 'refresh') void queries.invalidateQueries();
    if (chosen === 'logout') void session.logout();
  }

  const close = () => setOpen(null);
  const dialogs = (
    <Suspense fallback={open === 'palette' ? <KeysBefore typed={typed} /> : null}>
      {open === 'palette' ? (
        <Palette typedBefore={typed} onGo={(to) => navigate(to)} onAct={act} onClose={close} />
      ) : null}
      {open === 'help' ? <KeysHelp onClose={close} /> : null}
    </Suspense>
  );
  return { openPalette, dialogs };
}

/** Collects what is typed while the palette loads, so that no key is lost or taken for a shortcut. */
function KeysBefore({ typed }: { typed: RefObject<string> }) {
  // Ends in the commit that shows the palette, before the palette reads what was typed.
  useLayoutEffect(() => {
    const collect = (event: KeyboardEvent) => {
      const { key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (key.length === 1) typed.current += key;
      else if (key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (key !== 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', collect, true);
    return () => document.removeEventListener('keydown', collect, true);
  }, [typed]);
  return null;
}

// Shortcuts of all admin pages: Ctrl/Cmd-K, "g" and a letter, "?", and "/" on pages without their own search.

/** Maximum time between "g" and the letter. */
const secondKeyMs = 1_500;

type Keys = { onPalette: () => void; onHelp: () => void; onGo: (to: string) => void };

function useKeys(keys: Keys): void {
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
      const found = second ? allCommands().find(({ letter }) => letter === key) : undefined;
      if (found && 'to' in found.goes) {
        event.preventDefault();
        onGo(found.goes.to);
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
