// The overview tab: action items, four figures, the last 30 days and the newest orders.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { AnswerFor } from '../../../contract/index.ts';
import { formatCount } from '../../../contract/money.ts';
import { ActionItemsPanel } from '../action-items/action-items-panel.tsx';
import { useAdmin } from '../admin-context.tsx';
import { monthlyQuery, statsQuery } from '../figure-queries.ts';
import { LoadFailure } from '../load-failure.tsx';
import { PageHeading } from '../page-heading.tsx';
import { usePageTitle } from '../shell.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';
import { StatCard, StatCards } from '../stat-card.tsx';
import { NotOpenNotice } from './not-open-notice.tsx';
import { RecentOrders } from './recent-orders.tsx';
import { RevenueSkeleton } from './revenue-skeleton.tsx';
import { SystemLine } from './system-line.tsx';

const RevenueOverview = lazy(() => import('./revenue-overview.tsx'));

type Stats = AnswerFor<'GET /api/admin/stats'>;

export function OverviewTab() {
  const { overview, shell } = useTexts();
  usePageTitle(shell.dashboard);
  const { api } = useAdmin();
  const monthly = useQuery(monthlyQuery(api));
  return (
    <>
      <PageHeading of="overview" className="mb-4" />
      <NotOpenNotice />
      <ActionItemsPanel />
      <Figures />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0">
          {monthly.isError ? (
            <LoadFailure title={overview.chartFailed} error={monthly.error} onRetry={() => void monthly.refetch()} />
          ) : null}
          {monthly.isPending ? <RevenueSkeleton /> : null}
          {monthly.data ? (
            <Suspense fallback={<RevenueSkeleton />}>
              <RevenueOverview days={monthly.data} />
            </Suspense>
          ) : null}
        </div>
        <RecentOrders />
      </div>
      <SystemLine />
    </>
  );
}

function Figures() {
  const { overview } = useTexts();
  const { api } = useAdmin();
  const { data, isError, error, refetch } = useQuery(statsQuery(api));
  if (isError) return <LoadFailure title={overview.figuresFailed} error={error} onRetry={() => void refetch()} />;
  const count = (value: number | undefined) => (value === undefined ? null : formatCount(value));
  return (
    <StatCards>
      <StatCard title={overview.totalOrders} value={count(data?.totalOrders)} caption={overview.completed} />
      <StatCard title={overview.ordersToday} value={count(data?.todayOrders)} caption={overview.lastDay} />
      <StatCard
        title={overview.pendingOrders}
        value={count(data?.pendingOrders)}
        caption={pendingCaption(overview, data)}
      />
      <StatCard title={overview.revenue} value={data?.formattedRevenue ?? null} caption={overview.totalEarnings} />
    </StatCards>
  );
}

function pendingCaption(
  { awaiting, awaitingWithLinks }: Texts['overview'],
  { paidAwaiting = 0, linksToSend = 0, ordersToSend = 0 }: Partial<Stats> = {},
): string {
  const paid = formatCount(paidAwaiting);
  if (linksToSend === 0) return awaiting(paid);
  return awaitingWithLinks(paid, [linksToSend, formatCount(linksToSend)], [ordersToSend, formatCount(ordersToSend)]);
}
