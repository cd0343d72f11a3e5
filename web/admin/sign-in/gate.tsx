// Who may see an admin route (ROUTE-12, ROUTE-13, 5.4): waits for the verification, else sends to the login page.
// Where a second factor is required and missing, only what sets one up is shown.
import type { ReactNode } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { messages } from '../../../contract/messages.ts';
import { SetUpPage } from '../account/set-up-page.tsx';
import { useSessionState } from '../admin-context.tsx';
import { dashboardPath, loginPath, settingsPath, tabOf } from '../paths.ts';

export function Gate({ children }: { children: ReactNode }) {
  const { phase, isOver, lacksSecondFactor } = useSessionState();
  const [path] = useLocation();
  const search = useSearch();
  if (phase === 'active' && !lacksSecondFactor) return children;
  if (phase === 'active') {
    const isThere = path === dashboardPath && tabOf(search) === 'settings';
    return isThere ? <SetUpPage /> : <Redirect to={settingsPath} replace />;
  }
  if (phase === 'checking') return <Notice>{messages.checkingLogin}</Notice>;
  if (phase === 'leaving') return <Notice>Signing out...</Notice>;
  // What was asked for travels in the history entry, never in the address. It is opened once the session comes back on its
  // own, or after a sign-in (D-48).
  const cameFrom = search ? `${path}?${search}` : path;
  return <Redirect to={loginPath} replace state={{ cameFrom, isOver }} />;
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <p role="status" className="text-ink-soft">
        {children}
      </p>
    </main>
  );
}
