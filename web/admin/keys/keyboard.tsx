// The command palette and the shortcut help of all admin pages. Both load lazily.
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Elements } from '../../ui/elements.ts';
import { useAdmin } from '../admin-context.tsx';
import { layerOnDemand, loadWithPageTexts, partOnDemand } from '../page-on-demand.tsx';
import { keepSource } from '../paths.ts';
import type { Act } from './commands.ts';
import { useKeys } from './use-keys.ts';

const Palette = partOnDemand(() => loadWithPageTexts(() => import('./palette.tsx')));
const KeysHelp = layerOnDemand(() => loadWithPageTexts(() => import('./keys-help.tsx')));

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
  const go = (to: string) => navigate(keepSource(to, window.location.search));
  useKeys({ onPalette: openPalette, onHelp: () => setOpen('help'), onGo: go });

  function act(chosen: Act): void {
    if (chosen === 'help') setOpen('help');
    if (chosen === 'site') window.location.assign('/');
    if (chosen === 'refresh') void queries.invalidateQueries();
    if (chosen === 'logout') void session.logout();
  }

  const close = () => setOpen(null);
  const dialogs = (
    <>
      {open === 'palette' ? (
        <Palette typedBefore={typed} onGo={go} onAct={act} onClose={close} placeholder={<KeysBefore typed={typed} />} />
      ) : null}
      {open === 'help' ? <KeysHelp onClose={close} /> : null}
    </>
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
