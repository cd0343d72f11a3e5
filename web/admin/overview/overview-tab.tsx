// The overview tab (D-68): four figures, the links to send, action items, the last 30 days and the newest orders.
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ActionItemsPanel } from '../action-items/action-items-panel.tsx';
import { useRequestedItem } from '../action-items/requested-item.ts';
import { SendLine } from '../action-items/send-line.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { useApi } from '../kit/use-api.ts';
import { PageHeading } from '../page-heading.tsx';
import { settingsPath } from '../paths.ts';
import { usePageTitle } from '../shell.tsx';
import { useTexts } from '../texts/shown-texts.ts';
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
      <OverviewFigures />
      <NotOpenNotice />
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
