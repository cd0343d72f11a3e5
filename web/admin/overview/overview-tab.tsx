// The overview tab: the links to send, action items, four figures, the last 30 days and the newest orders.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { ActionItemsPanel } from '../action-items/action-items-panel.tsx';
import { useRequestedItem } from '../action-items/requested-item.ts';
import { SendLine } from '../action-items/send-line.tsx';
import { useAdmin } from '../admin-context.tsx';
import { monthlyQuery } from '../figure-queries.ts';
import { LoadFailure } from '../load-failure.tsx';
import { PageHeading } from '../page-heading.tsx';
import { usePageTitle } from '../shell.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { NotOpenNotice } from './not-open-notice.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import { RecentOrders } from './recent-orders.tsx';
import { RevenueSkeleton } from './revenue-skeleton.tsx';
import { SystemLine } from './system-line.tsx';

const RevenueOverview = lazy(() => import('./revenue-overview.tsx'));

export function OverviewTab() {
  const { overview, shell } = useTexts();
  usePageTitle(shell.dashboard);
  const { api } = useAdmin();
  const requested = useRequestedItem();
  const monthly = useQuery(monthlyQuery(api));
  return (
    <>
      <PageHeading of="overview" className="mb-4" />
      <NotOpenNotice />
      <SendLine requested={requested} />
      <ActionItemsPanel requested={requested} />
      <OverviewFigures />
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
