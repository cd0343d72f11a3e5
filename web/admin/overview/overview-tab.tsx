// The overview tab: the links to send, action items, four figures, the last 30 days and the newest orders.
import { lazy, Suspense } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ActionItemsPanel } from '../action-items/action-items-panel.tsx';
import { useRequestedItem } from '../action-items/requested-item.ts';
import { SendLine } from '../action-items/send-line.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { useApi } from '../kit/use-api.ts';
import { PageHeading } from '../page-heading.tsx';
import { usePageTitle } from '../shell.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { NotOpenNotice } from './not-open-notice.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import { RecentOrders } from './recent-orders.tsx';
import { SystemLine } from './system-line.tsx';

const RevenueOverview = lazy(() => import('./revenue-overview.tsx'));

export function OverviewTab() {
  const { overview, shell } = useTexts();
  usePageTitle(shell.dashboard);
  const requested = useRequestedItem();
  const monthly = useApi('GET /api/admin/monthly-stats', {});
  return (
    <>
      <PageHeading of="overview" className="mb-4" />
      <NotOpenNotice />
      <SendLine requested={requested} />
      <ActionItemsPanel requested={requested} />
      <OverviewFigures />
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
