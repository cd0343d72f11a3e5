// The command palette and the shortcut help of all admin pages. Loads lazily.
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useAdmin } from '../admin-context.tsx';
import type { Act } from './commands.ts';
import { useKeys } from './use-keys.ts';

const Palette = lazy(() => import('./palette.tsx'));
const KeysHelp = lazy(() => import('./keys-help.tsx'));

export function Keyboard() {
  const { session } = useAdmin();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [open, setOpen] = useState<'palette' | 'help' | null>(null);
  useKeys({ onPalette: () => setOpen('palette'), onHelp: () => setOpen('help'), onGo: (to) => navigate(to) });

  function act(chosen: Act): void {
    if (chosen === 'help') setOpen('help');
    if (chosen === 'site') window.location.assign('/');
    if (chosen === 'refresh') void queries.invalidateQueries();
    if (chosen === 'logout') void session.logout();
  }

  const close = () => setOpen(null);
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        icon={<Icon name="search" />}
        aria-label="Find a page, an order or an act"
        title="Ctrl K"
        onClick={() => setOpen('palette')}
      />
      <Suspense fallback={null}>
        {open === 'palette' ? <Palette onGo={(to) => navigate(to)} onAct={act} onClose={close} /> : null}
        {open === 'help' ? <KeysHelp onClose={close} /> : null}
      </Suspense>
    </>
  );
}
