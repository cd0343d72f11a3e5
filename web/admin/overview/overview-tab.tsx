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
import { StatCard, StatCards } from '../stat-card.tsx';
import { NotOpenNotice } from './not-open-notice.tsx';
import { RecentOrders } from './recent-orders.tsx';
import { RevenueSkeleton } from './revenue-skeleton.tsx';
import { SystemLine } from './system-line.tsx';

const RevenueOverview = lazy(() => import('./revenue-overview.tsx'));

type Stats = AnswerFor<'GET /api/admin/stats'>;

export function OverviewTab() {
  const { shell } = useTexts();
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
            <LoadFailure
              title="Failed to load the chart"
              error={monthly.error}
              onRetry={() => void monthly.refetch()}
            />
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
  const { api } = useAdmin();
  const { data, isError, error, refetch } = useQuery(statsQuery(api));
  if (isError) return <LoadFailure title="Failed to load the figures" error={error} onRetry={() => void refetch()} />;
  const count = (value: number | undefined) => (value === undefined ? null : formatCount(value));
  return (
    <StatCards>
      <StatCard title="Total Orders" value={count(data?.totalOrders)} caption="Completed" />
      <StatCard title="Orders Today" value={count(data?.todayOrders)} caption="Last 24 hours" />
      <StatCard title="Pending Orders" value={count(data?.pendingOrders)} caption={pendingCaption(data)} />
      <StatCard title="Revenue" value={data?.formattedRevenue ?? null} caption="Total earnings" />
    </StatCards>
  );
}

function pendingCaption({ paidAwaiting = 0, linksToSend = 0, ordersToSend = 0 }: Partial<Stats> = {}): string {
  const paid = `${formatCount(paidAwaiting)} paid, awaiting processing`;
  if (linksToSend === 0) return paid;
  const links = `${formatCount(linksToSend)} ${linksToSend === 1 ? 'link' : 'links'}`;
  const orders = `${formatCount(ordersToSend)} ${ordersToSend === 1 ? 'order' : 'orders'}`;
  return `${paid}; ${links} in ${orders} to send`;
}
