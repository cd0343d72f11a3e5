// The session tab: remaining time, user, and claims of the token. It never shows the token itself.
import { useEffect, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import type { Tone } from '../../ui/status-tone.ts';
import { useAdmin, useSessionState } from '../admin-context.tsx';
import { PageHeading } from '../page-heading.tsx';
import { Fact, Facts, Panel } from '../panel.tsx';
import { settingsPath } from '../paths.ts';
import { usePageTitle } from '../shell.tsx';
import { readTokenDetails } from '../sign-in/token-claims.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { countdown, type SessionStatus, sessionStatus } from './session-status.ts';

const tones: Record<SessionStatus, Tone> = {
  Active: 'green',
  'Expiring Soon': 'yellow',
  Expired: 'red',
  'Not Authenticated': 'grey',
};

export default function SessionTab() {
  const { navigation, session: texts } = usePageTexts();
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
            {texts.refresh}
          </Button>
          <Button
            size="sm"
            icon={<Icon name="logout" />}
            disabled={phase === 'leaving'}
            onClick={() => void session.logout()}
          >
            {texts.logout}
          </Button>
        </div>
      </div>
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
        <Panel title={texts.status}>
          <div className="grid gap-1 py-2">
            <p>
              <Badge tone={tones[status]}>{texts.statuses[status]}</Badge>
            </p>
            <p role="timer" aria-label={texts.remaining} className="mt-2 text-4xl font-semibold tabular-nums">
              {countdown((tokenExpiry ?? 0) * 1000 - nowMs)}
            </p>
            <p className="text-sm text-muted">
              {tokenExpiry === null ? texts.nobody : texts.ends(texts.date(tokenExpiry * 1000))}
            </p>
          </div>
        </Panel>
        <Panel title={texts.user}>
          <Facts>
            <Fact name={texts.admin}>{user?.email ?? 'N/A'}</Fact>
            <Fact name={texts.role}>{user?.role ?? 'N/A'}</Fact>
          </Facts>
          <p className="mt-3 text-sm">
            <LinkButton href={`${settingsPath}#sign-in`} size="sm">
              {texts.account}
            </LinkButton>
          </p>
        </Panel>
        <TokenDetails expirySeconds={tokenExpiry} />
        <Panel title={texts.protection}>
          <ul className="grid list-disc gap-1.5 pl-5 text-sm">
            <li>{texts.protections.hashing}</li>
            <li>{texts.protections.bruteForce}</li>
            <li>{texts.protections.logout}</li>
          </ul>
        </Panel>
      </div>
    </>
  );
}

function TokenDetails({ expirySeconds }: { expirySeconds: number | null }) {
  const { readToken } = useAdmin();
  const { session: texts } = usePageTexts();
  const details = readTokenDetails(readToken() ?? '');
  return (
    <Panel title={texts.token}>
      <Facts>
        <Fact name={texts.type}>JWT</Fact>
        <Fact name={texts.algorithm}>HS256</Fact>
        <Fact name={texts.validFor}>{texts.hours}</Fact>
        <Fact name={texts.issued}>{details?.issuedSeconds ? texts.date(details.issuedSeconds * 1000) : 'N/A'}</Fact>
        <Fact name={texts.expires}>{expirySeconds === null ? 'N/A' : texts.date(expirySeconds * 1000)}</Fact>
        <Fact name={texts.ip}>{details?.ip ?? 'N/A'}</Fact>
        <Fact name={texts.loginTime}>{details?.loginTime ? texts.date(details.loginTime) : 'N/A'}</Fact>
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
