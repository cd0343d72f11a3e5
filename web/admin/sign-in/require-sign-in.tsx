// Protects admin routes: waits for the verification of the session, else redirects to the sign-in page. Shows only the
// setup when a required second factor is missing.
import type { ReactNode } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { messages } from '../../../contract/messages.ts';
import { SetUpPage } from '../account/set-up-page.tsx';
import { useSessionState } from '../admin-context.tsx';
import { dashboardPath, loginPath, settingsPath, tabOf } from '../paths.ts';

export function RequireSignIn({ children }: { children: ReactNode }) {
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
  // The requested page travels in the history entry, never in the address. It opens when the session is restored, or
  // after a sign-in.
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
