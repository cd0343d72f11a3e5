// The overview tab (D-68): four figures, the links to send, action items, the last 30 days and the newest orders.
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import type { AnswerFor } from '../../../contract/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ActionItemsPanel } from '../action-items/action-items-panel.tsx';
import { useRequestedItem } from '../action-items/requested-item.ts';
import { SendLine } from '../action-items/send-line.tsx';
import { useAdmin } from '../admin-context.tsx';
import { useAllowed } from '../allowed.tsx';
import { formatCount } from '../amounts.ts';
import { Loaded } from '../kit/loaded.tsx';
import { useApi } from '../kit/use-api.ts';
import { PageHeading } from '../page-heading.tsx';
import { partOnDemand } from '../page-on-demand.tsx';
import { settingsPath, systemPath } from '../paths.ts';
import { usePageTitle } from '../shell.tsx';
import { shownTexts, useTexts } from '../texts/shown-texts.ts';
import { OverviewFigures } from './overview-figures.tsx';
import { RecentOrders } from './recent-orders.tsx';

const RevenueOverview = lazy(() => import('./revenue-overview.tsx'));

const SetupSteps = partOnDemand(() => import('./setup-steps.tsx'));

export function OverviewTab() {
  const { overview, shell } = useTexts();
  usePageTitle(shell.dashboard);
  const requested = useRequestedItem();
  const setup = useSetup();
  const monthly = useApi('GET /api/admin/monthly-stats', {});
  return (
    <>
      <PageHeading of="overview" className="mb-4" />
      <OverviewFigures />
      {setup ? <SetupSteps setup={setup} placeholder={null} /> : <NotOpenNotice />}
      <SendLine requested={requested} />
      <ActionItemsPanel requested={requested} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0">
          <Loaded query={monthly} failed={overview.chartFailed} skeleton={<RevenueSkeleton />}>
            {(days) => (
              <Suspense fallback={<RevenueSkeleton />}>
                <RevenueOverview days={days} />
              </Suspense>
            )}
          </Loaded>
        </div>
        <RecentOrders />
      </div>
      <SystemLine />
    </>
  );
}

/** Null once all is done, or put away. An admin who cannot open a closed store gets its notice instead. */
function useSetup() {
  const { data } = useApi('GET /api/admin/setup', {});
  const canOpen = useAllowed()('attestLaunch');
  if (!data?.shown || data.steps.every(({ done }) => done)) return null;
  return canOpen || data.steps.some(({ id, done }) => id === 'launch' && done) ? data : null;
}

/** A link to the launch settings, for a live store that is not open yet. A sandbox store is always open. */
function NotOpenNotice() {
  const { overview } = useTexts();
  const { store } = useAdmin();
  const { data } = useApi('GET /api/admin/launch', {}, { enabled: !store.sandbox });
  if (!data || data.open) return null;
  const left = data.checks.filter(({ done, required }) => required && !done).length;
  return (
    <section
      aria-label={overview.launch}
      className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-card border border-hairline bg-surface px-4 py-3 text-sm"
    >
      <Badge tone="yellow">{overview.notOpen}</Badge>
      <p>
        <span>{`${overview.notOpenReason} `}</span>
        <Link href={settingsPath} className="font-medium underline underline-offset-2">
          {overview.launchLink}
        </Link>
        <span>{left > 0 ? overview.pointsLeft(left) : '.'}</span>
      </p>
    </section>
  );
}

/** While the data or the code of the chart loads. */
function RevenueSkeleton() {
  const { overview } = useTexts();
  return (
    <section aria-busy="true" className="rounded-card border border-hairline bg-surface p-4 sm:p-5">
      <h2 className="text-base font-semibold">{overview.chartTitle}</h2>
      <p className="mb-3 text-sm text-muted">{overview.chartSubtitle}</p>
      <Skeleton className="mb-2 h-5 w-44" />
      <Skeleton className="h-[350px] w-full" />
    </section>
  );
}

// The System line below the overview: the state of background jobs, and the version of the process that responded.

type Jobs = AnswerFor<'GET /api/admin/system'>['jobs'];

const refetchMs = 15_000;
const mostCounted = 10_000;
/** Shorter delays are normal and are not shown. */
const behindSeconds = 5;

function SystemLine() {
  const { overview } = useTexts();
  const { data, isError } = useApi('GET /api/admin/system', {}, { refetchInterval: refetchMs });
  const stalled = data?.jobs.state === 'stalled';
  return (
    <footer className="mt-6 flex flex-wrap items-center gap-x-2 border-t border-hairline pt-3 text-xs text-muted">
      <Link href={systemPath} className="font-medium text-ink underline underline-offset-4 pointer-coarse:py-2">
        {overview.system}
      </Link>
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${isError ? 'bg-muted' : stalled ? 'bg-red-ink' : 'bg-green-ink'}`}
      />
      <span role="status" className={stalled ? 'font-medium text-red-ink' : ''}>
        {isError
          ? overview.systemUnavailable
          : data
            ? `${sentenceOf(data.jobs)} ${overview.version(data.version)}`
            : overview.systemChecking}
      </span>
    </footer>
  );
}

export function sentenceOf({ state, waiting, oldest_due_seconds: oldest, running, restarts }: Jobs): string {
  const { overview } = shownTexts();
  const restarted = restarts === 0 ? '' : overview.restarts(formatCount(restarts));
  if (state === 'off') return overview.jobsStarting;
  const count = waiting >= mostCounted ? overview.moreThan(formatCount(mostCounted)) : formatCount(waiting);
  const due = overview.jobsDue(count, formatAge(oldest));
  if (state === 'stalled') return `${overview.jobsStopped(due)}${restarted}`;
  if (oldest < behindSeconds) return `${overview.jobsRunning}${restarted}`;
  return `${overview.jobsBusy(formatCount(running), due)}${restarted}`;
}

function formatAge(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}
