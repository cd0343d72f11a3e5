// Protects admin routes: waits for the verification of the session, else redirects to the sign-in page. Shows only the
// setup when a required second factor is missing.
import type { ReactNode } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import type { Elements } from '../../ui/elements.ts';
import { useSessionState } from '../admin-context.tsx';
import { withSetupTexts } from '../page-on-demand.tsx';
import { dashboardPath, loginPath, settingsPath, tabOf } from '../paths.ts';
import { Label } from '../texts/label.tsx';
import { useTexts } from '../texts/shown-texts.ts';

const SetUpPage = withSetupTexts(() => import('../account/set-up-page.tsx'));

export function RequireSignIn({ children }: { children: Elements }) {
  const { signIn } = useTexts();
  const { phase, isOver, lacksSecondFactor } = useSessionState();
  const [path] = useLocation();
  const search = useSearch();
  if (phase === 'active' && !lacksSecondFactor) return children;
  if (phase === 'active') {
    const isThere = path === dashboardPath && tabOf(search) === 'settings';
    if (!isThere) return <Redirect to={settingsPath} replace />;
    return <SetUpPage />;
  }
  if (phase === 'checking')
    return (
      <Notice>
        <Label of={signIn.checking} />
      </Notice>
    );
  if (phase === 'leaving') return <Notice>{signIn.leaving}</Notice>;
  // The requested page travels in the history entry, never in the address. It opens when the session is restored, or
  // after a sign-in.
  const cameFrom = `${search ? `${path}?${search}` : path}${window.location.hash}`;
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
