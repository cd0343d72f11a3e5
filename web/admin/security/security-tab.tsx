// The security tab: figures, the newest alerts, and a button that clears them all.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { AnswerFor } from '../../../contract/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Tone } from '../../ui/status-tone.ts';
import { useToast } from '../../ui/toast.tsx';
import { Allowed } from '../allowed.tsx';
import { formatCount } from '../amounts.ts';
import { placeName } from '../country-names.ts';
import { useAct } from '../kit/use-act.ts';
import { PageHeading } from '../page-heading.tsx';
import { orderPath } from '../paths.ts';
import { usePageTitle } from '../shell.tsx';
import { StatCard, StatCards } from '../stat-card.tsx';
import { inLanguage, ServerText } from '../texts/label.tsx';
import { messageIn, type SentMessage, shownMessage, usePageTexts } from '../texts/shown-texts.ts';
import { loadMessageTextsIn } from '../texts/text-sets.ts';
import { useAlerts } from './alert-badge.ts';
import { CheckoutPauseNotice } from './checkout-pause-notice.tsx';

type Alert = AnswerFor<'GET /api/admin/security-alerts'>['alerts'][number];

const severityTones: Record<Alert['severity'], Tone> = {
  critical: 'red',
  high: 'orange',
  medium: 'yellow',
  low: 'blue',
};
export default function SecurityTab() {
  const { navigation, security } = usePageTexts();
  usePageTitle(navigation.security);
  const toast = useToast();
  const { data, isPending, isFetching, isError, errorUpdatedAt, refetch } = useAlerts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language shows no toast again.
  useEffect(() => {
    if (errorUpdatedAt > 0)
      toast(inLanguage(security.lang, { title: security.error, description: security.loadFailed, tone: 'error' }));
  }, [errorUpdatedAt, toast]);
  const { stats, alerts } = data ?? {};
  const shown = (count: number | undefined) => (count === undefined ? null : formatCount(count));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <PageHeading of="security" className="mr-auto" />
        <Button size="sm" waiting={isFetching} onClick={() => void refetch()}>
          {security.refresh}
        </Button>
        <Allowed call="clearSecurityAlerts">
          <ClearButton disabled={!stats || stats.total === 0} />
        </Allowed>
      </div>
      <CheckoutPauseNotice />
      {isError && !data ? null : (
        <StatCards>
          <StatCard title={security.total} value={shown(stats?.total)} caption={security.totalHelp} />
          <StatCard title={security.critical} value={shown(stats?.critical)} caption={security.criticalHelp} />
          <StatCard title={security.lastHour} value={shown(stats?.recent)} caption={security.lastHourHelp} />
          <StatCard title={security.threats} value={shown(stats?.activeThreats)} caption={security.threatsHelp} />
        </StatCards>
      )}
      {isPending ? <Skeleton className="h-40 w-full" /> : null}
      {isError && !data ? <p className="text-sm text-muted">{security.loadFailedHere}</p> : null}
      {alerts?.length === 0 ? (
        <div className="rounded-card border border-hairline bg-surface px-4 py-12 text-center">
          <Icon name="shield" className="mx-auto mb-2 size-8 text-green-ink" />
          <p className="font-semibold">{security.safe}</p>
          <p className="text-sm text-muted">{security.safeHelp}</p>
        </div>
      ) : null}
      {alerts && alerts.length > 0 ? (
        <ul aria-label={security.list} className="flex flex-col gap-3">
          {alerts.map((alert) => (
            <AlertItem key={alert.id} alert={alert} />
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** In "As specified" this tab is in Portuguese, and the rest of the page is not. */
function useShowMessage(): (message: SentMessage | null | undefined, sentence: string) => string {
  const { lang } = usePageTexts().security;
  const { data } = useQuery({
    queryKey: ['message texts', lang],
    queryFn: () => loadMessageTextsIn(lang),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ? (message, sentence) => messageIn(data, message, sentence) : shownMessage;
}

function AlertItem({ alert }: { alert: Alert }) {
  const { type, severity, message, timestamp, details } = alert;
  const { security } = usePageTexts();
  const show = useShowMessage();
  const names = security.facts;
  const facts = [
    [names.email, details.email],
    [names.ip, details.ip],
    [names.place, details.location && placeName(details.location, security.lang)],
    [names.attempts, details.attempts?.toString()],
    [names.browser, details.userAgent],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  const { orderId } = details;
  return (
    <li className="rounded-card border border-hairline bg-surface px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={severityTones[severity]}>{security.severities[severity]}</Badge>
        <span className="text-sm font-semibold">{security.alerts[type] ?? type}</span>
        <time dateTime={timestamp} className="ml-auto text-sm text-muted">
          {security.date(timestamp)}
        </time>
      </p>
      <p className="mt-1.5 text-sm break-words">
        <ServerText of={alert} show={show}>
          {message}
        </ServerText>
      </p>
      {facts.length > 0 || orderId ? (
        <dl className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-muted">
          {facts.map(([name, value]) => (
            <div key={name} className="min-w-0">
              <dt className="inline">{`${name}: `}</dt>
              <dd className="inline break-all">{value}</dd>
            </div>
          ))}
          {orderId ? (
            <div>
              <dt className="inline">{`${names.order}: `}</dt>
              <dd className="inline">
                <Link
                  href={orderPath(orderId)}
                  className="font-semibold tracking-wide underline underline-offset-4"
                  translate="no"
                >
                  {orderId}
                </Link>
              </dd>
            </div>
          ) : null}
        </dl>
      ) : null}
    </li>
  );
}

/** Asks for confirmation. Clearing hides the alerts; it does not delete them. */
function ClearButton({ disabled }: { disabled: boolean }) {
  const { security } = usePageTexts();
  const [isConfirming, setIsConfirming] = useState(false);
  const clear = useAct(
    (api) => api.call('DELETE /api/admin/security-alerts', {}).finally(() => setIsConfirming(false)),
    {
      renews: ['GET /api/admin/security-alerts'],
      done: inLanguage(security.lang, { title: security.succeeded, description: security.cleared, tone: 'success' }),
      failed: () =>
        inLanguage(security.lang, { title: security.error, description: security.clearFailed, tone: 'error' }),
    },
  );
  return (
    <>
      <Button size="sm" variant="danger" disabled={disabled} onClick={() => setIsConfirming(true)}>
        {security.clearAll}
      </Button>
      {isConfirming ? (
        <Dialog title={security.clearTitle} busy={clear.isPending} onClose={() => setIsConfirming(false)}>
          <p className="mt-2 text-sm text-muted">{security.clearHelp}</p>
          <div className="mt-5 flex justify-end gap-2">
            <Button disabled={clear.isPending} onClick={() => setIsConfirming(false)}>
              {security.cancel}
            </Button>
            <Button variant="danger" waiting={clear.isPending} onClick={() => clear.run({})}>
              {security.clear}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
