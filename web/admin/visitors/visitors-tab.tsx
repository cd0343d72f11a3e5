// The visitors tab: figures of a day, a week or a month, sources, times, devices, and visits.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import type { CallFor } from '../../../contract/index.ts';
import { sourcesWithoutVisitors } from '../../../contract/source-lists.ts';
import { ApiError } from '../../api.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type Admin, useAdmin, useSessionState } from '../admin-context.tsx';
import { formatCount, formatDecimal } from '../amounts.ts';
import { Chips } from '../chips.tsx';
import { apiQuery } from '../kit/use-api.ts';
import { FailureNotice } from '../load-failure.tsx';
import { PageHeading } from '../page-heading.tsx';
import { usePageTitle } from '../shell.tsx';
import { StatCard } from '../stat-card.tsx';
import { inLanguage } from '../texts/label.tsx';
import { shownError, usePageTexts } from '../texts/shown-texts.ts';
import { FilterChips, FilterProvider, readFilter } from './visitor-filters.tsx';
import { VisitorLists } from './visitor-lists.tsx';
import { Detail, Devices, Funnel, Geography, Timeline, type VisitorDashboard } from './visitors-parts.tsx';

const dashboardCall = 'GET /api/admin/visitor-dashboard/{period}';
type VisitorPeriod = CallFor<typeof dashboardCall>['params']['period'];
const periods = ['day', 'week', 'month'] as const satisfies readonly VisitorPeriod[];
const parts = ['geography', 'timeline', 'devices', 'detail'] as const;

export default function VisitorsTab() {
  const { navigation, visitors } = usePageTexts();
  usePageTitle(navigation.visitors);
  const admin = useAdmin();
  const { session } = admin;
  const { tokenExpiry } = useSessionState();
  const toast = useToast();
  const [params, setParams] = useSearchParams();
  const period = periods.find((value) => value === params.get('period')) ?? 'day';
  const part = parts.find((value) => value === params.get('view')) ?? 'geography';
  const filter = readFilter(params);
  const isFiltered = Object.keys(filter).length > 0;
  const { data, error, errorUpdatedAt, refetch } = useQuery(visitorsQuery(admin, period));
  // Shows the figures of the filter before until those of the next one are there.
  const breakdown = useQuery({
    ...apiQuery(admin.visitorApi, 'GET /api/admin/visitor-breakdown/{period}', { params: { period }, query: filter }),
    placeholderData: keepPreviousData,
  });
  const narrowed = breakdown.data;
  const shown = isFiltered ? narrowed : data;
  const isOver =
    (error instanceof ApiError && error.status === 401) ||
    (error !== null && tokenExpiry !== null && tokenExpiry * 1000 <= Date.now());
  const failure = error !== null && !isOver ? shownError(error) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure shows a toast, also a repeated one.
  useEffect(() => {
    const show = (title: string, description: string) =>
      toast(inLanguage(visitors.lang, { title, description, tone: 'error' }));
    if (isOver) show(visitors.isOver, visitors.isOverHelp);
    if (failure !== null) show(visitors.error, visitors.loadFailed(failure));
  }, [errorUpdatedAt, isOver, failure, toast]);

  // With a filter it is about every figure, else about the lists.
  const cut = narrowed?.is_cut ? <p className="mb-5 text-sm text-muted">{visitors.cut}</p> : null;

  function pick(name: 'period' | 'view', value: string): void {
    const next = new URLSearchParams(params);
    next.set(name, value);
    setParams(next, { replace: true });
  }

  return (
    <FilterProvider>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <PageHeading of="visitors" />
        <Chips
          legend={visitors.period}
          options={periods.map((value) => ({ value, label: visitors.periods[value] }))}
          value={period}
          onChange={(value) => pick('period', value)}
        />
      </div>
      {isOver ? (
        <FailureNotice title={visitors.isOver} action={visitors.signIn} onAct={session.end}>
          {visitors.isOverHelp}
        </FailureNotice>
      ) : null}
      {failure !== null ? (
        <FailureNotice title={visitors.failed} action={visitors.tryAgain} onAct={() => void refetch()}>
          {failure}
        </FailureNotice>
      ) : null}
      <FilterChips filter={filter} />
      {isFiltered && narrowed ? (
        <p className="mb-4 text-sm text-muted">
          {[
            ...(sourcesWithoutVisitors.includes(filter.source ?? '') ? [visitors.noVisitorsOf] : []),
            narrowed.orders ? visitors.hiddenByFilter : visitors.noOrdersOf,
          ].join(' ')}
        </p>
      ) : null}
      {isFiltered ? cut : null}
      {error === null || data ? <Figures summary={shown?.summary} isAdded={period !== 'day'} /> : null}
      {shown ? (
        <div aria-busy={breakdown.isPlaceholderData} className="mb-5">
          {/* A scrolling child does not widen the page. */}
          <div className="-mx-4 mb-4 overflow-x-clip px-4 sm:mx-0 sm:px-0">
            <Chips
              legend={visitors.view}
              options={parts.map((value) => ({ value, label: visitors.views[value] }))}
              value={part}
              onChange={(value) => pick('view', value)}
            />
          </div>
          {part === 'geography' ? <Geography geography={shown.geography} /> : null}
          {part === 'timeline' ? <Timeline timeline={shown.timeline} /> : null}
          {part === 'devices' ? <Devices devices={shown.devices} /> : null}
          {part === 'detail' ? <Detail visits={shown.rawAnalytics} /> : null}
        </div>
      ) : null}
      {breakdown.isError && failure === null && !isOver ? (
        <FailureNotice title={visitors.listsFailed} action={visitors.tryAgain} onAct={() => void breakdown.refetch()}>
          {shownError(breakdown.error)}
        </FailureNotice>
      ) : null}
      {narrowed ? <VisitorLists breakdown={narrowed} /> : null}
      {isFiltered ? null : cut}
      {data && shown ? (
        <Funnel
          funnel={shown.funnel}
          orders={isFiltered ? (narrowed?.orders ?? null) : null}
          excluded={isFiltered ? null : data.excluded}
          isAdded={period !== 'day'}
        />
      ) : null}
      {!shown && error === null ? <Skeleton className="h-60 w-full" /> : null}
    </FilterProvider>
  );
}

/** A 401 does not end the session here: the tab shows an error first. */
export function visitorsQuery({ visitorApi, readToken }: Admin, period: VisitorPeriod) {
  return queryOptions({
    queryKey: [dashboardCall, { params: { period } }],
    queryFn: ({ signal }) => {
      if (!readToken()) throw new Error('No authentication token found');
      return visitorApi.call(dashboardCall, { params: { period } }, { signal });
    },
  });
}

type FiguresProps = { summary: VisitorDashboard['summary'] | undefined; isAdded: boolean };

/** `isAdded`: the counts are sums over several days. */
function Figures({ summary, isAdded }: FiguresProps) {
  const { visitors } = usePageTexts();
  const shown = (count: number | undefined) => (count === undefined ? null : formatCount(count));
  return (
    <div className="mb-5 grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
      <StatCard title={visitors.visitors} value={shown(summary?.totalVisitors)} caption={visitors.visitorsHelp} />
      <StatCard title={visitors.pageViews} value={shown(summary?.totalPageViews)} caption={visitors.pageViewsHelp} />
      <StatCard
        title={visitors.duration}
        value={summary ? duration(summary.avgSessionDuration) : null}
        caption={visitors.durationHelp}
      />
      <StatCard title={visitors.fresh} value={shown(summary?.newVisitors)} caption={visitors.freshHelp} />
      <StatCard title={visitors.returning} value={shown(summary?.returningVisitors)} caption={visitors.returningHelp} />
      <StatCard
        title={visitors.retention}
        value={summary ? `${formatDecimal(summary.retentionRate)}%` : null}
        caption={isAdded ? visitors.retentionAddedHelp : visitors.retentionHelp}
      />
    </div>
  );
}

/** "1m 25s" */
function duration(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole}s` : `${Math.floor(whole / 60)}m ${whole % 60}s`;
}
