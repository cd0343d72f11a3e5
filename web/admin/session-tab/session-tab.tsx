// The session tab: remaining time, user, and claims of the token. It never shows the token itself.
import { useEffect, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDatePtBr } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icons.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import type { Tone } from '../../ui/status-tone.ts';
import { useAdmin, useSessionState } from '../admin-context.tsx';
import { Fact, Facts, Panel } from '../panel.tsx';
import { settingsPath } from '../paths.ts';
import { PageHeading } from '../page-heading.tsx';
import { usePageTitle } from '../shell.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { readTokenDetails } from '../sign-in/token-claims.ts';
import { countdown, type SessionStatus, sessionStatus } from './session-status.ts';

const tones: Record<SessionStatus, Tone> = {
  Active: 'green',
  'Expiring Soon': 'yellow',
  Expired: 'red',
  'Not Authenticated': 'grey',
};

export default function SessionTab() {
  const { navigation } = useTexts();
  usePageTitle(navigation.session);
  const { session } = useAdmin();
  const { phase, user, tokenExpiry } = useSessionState();
  const nowMs = useEverySecond();
  const [refreshing, setRefreshing] = useState(false);
  const status = sessionStatus(tokenExpiry, nowMs);

  async function refresh(): Promise<void> {
    setRefreshing(true);
    await session.verify();
    setRefreshing(false);
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageHeading of="session" />
        <div className="flex gap-2">
          <Button
            size="sm"
            icon={<Icon name="refresh" />}
            waiting={refreshing}
            disabled={refreshing}
            onClick={() => void refresh()}
          >
            Refresh
          </Button>
          <Button
            size="sm"
            icon={<Icon name="logout" />}
            disabled={phase === 'leaving'}
            onClick={() => void session.logout()}
          >
            Log out
          </Button>
        </div>
      </div>
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
        <Panel title="Status">
          <div className="grid gap-1 py-2">
            <p>
              <Badge tone={tones[status]}>{status}</Badge>
            </p>
            <p role="timer" aria-label="Time remaining" className="mt-2 text-4xl font-semibold tabular-nums">
              {countdown((tokenExpiry ?? 0) * 1000 - nowMs)}
            </p>
            <p className="text-sm text-muted">
              {tokenExpiry === null ? 'No one is signed in.' : `Ends on ${formatDatePtBr(tokenExpiry * 1000)}`}
            </p>
          </div>
        </Panel>
        <Panel title="User">
          <Facts>
            <Fact name="Admin">{user?.email ?? 'N/A'}</Fact>
            <Fact name="Role">{user?.role ?? 'N/A'}</Fact>
          </Facts>
          <p className="mt-3 text-sm">
            <LinkButton href={`${settingsPath}#sign-in`} size="sm">
              Password, passkeys and other sessions
            </LinkButton>
          </p>
        </Panel>
        <TokenDetails expirySeconds={tokenExpiry} />
        <Panel title="Protection">
          <ul className="grid list-disc gap-1.5 pl-5 text-sm">
            <li>Password hashing: only argon2id hashes of passwords are kept (19 MiB of memory, 2 passes).</li>
            <li>
              Brute-force protection: five failures within 15 minutes lock an account and an address. A browser that
              signed in before counts by itself.
            </li>
            <li>Signing out ends this token at once, everywhere.</li>
          </ul>
        </Panel>
      </div>
    </>
  );
}

function TokenDetails({ expirySeconds }: { expirySeconds: number | null }) {
  const { readToken } = useAdmin();
  const details = readTokenDetails(readToken() ?? '');
  return (
    <Panel title="Token">
      <Facts>
        <Fact name="Type">JWT</Fact>
        <Fact name="Algorithm">HS256</Fact>
        <Fact name="Valid for">24 hours</Fact>
        <Fact name="Issued">{details?.issuedSeconds ? formatDatePtBr(details.issuedSeconds * 1000) : 'N/A'}</Fact>
        <Fact name="Expires">{expirySeconds === null ? 'N/A' : formatDatePtBr(expirySeconds * 1000)}</Fact>
        <Fact name="IP">{details?.ip ?? 'N/A'}</Fact>
        <Fact name="Login time">{details?.loginTime ? formatDatePtBr(details.loginTime) : 'N/A'}</Fact>
      </Facts>
    </Panel>
  );
}

/** The current time, updated every second. */
function useEverySecond(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
