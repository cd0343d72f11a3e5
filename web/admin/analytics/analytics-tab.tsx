// The analytics tab: four figures, four charts and the share of each order status.
import { shownZone } from '../../ui/format-date.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { formatCount } from '../amounts.ts';
import { formatDollars } from '../dollars.ts';
import { Loaded } from '../kit/loaded.tsx';
import { useApi } from '../kit/use-api.ts';
import { PageHeading } from '../page-heading.tsx';
import { ReconciliationPanel } from '../reconciliation/reconciliation-panel.tsx';
import { usePageTitle } from '../shell.tsx';
import { SourceFilter, useSource } from '../sources/source-filter.tsx';
import { Sources } from '../sources/sources.tsx';
import { StatCard, StatCards } from '../stat-card.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import { CustomersChart, StatusBreakdown, StatusChart } from './analytics-charts.tsx';
import { Period } from './period.tsx';
import { rate } from './rate.ts';
import { type AdvancedStats, weekSteps } from './time-steps.ts';
import { TrendChart } from './trend-chart.tsx';

export default function AnalyticsTab() {
  const { navigation, sources } = usePageTexts();
  usePageTitle(navigation.analytics);
  const source = useSource();
  return (
    <>
      <PageHeading of="analytics" className="mb-4" />
      <SourceFilter hidden={sources.filter.analytics} />
      <Period />
      <Sources />
      {source === null ? <OfAllSources /> : null}
    </>
  );
}

/** What is not counted by source. */
function OfAllSources() {
  const { analytics } = usePageTexts();
  const stats = useApi('GET /api/admin/advanced-stats', {});
  return (
    <>
      <Loaded query={stats} failed={analytics.failed} skeleton={<AnalyticsSkeleton />}>
        {(data) => (
          <>
            <h2 className="mb-3 text-base font-semibold">{analytics.whole}</h2>
            <Figures stats={data} />
            <div className="mb-5">
              <WeeklyChart stats={data} />
            </div>
            <div className="grid gap-5 md:grid-cols-2">
              <StatusChart statuses={data.statusDistribution} />
              <CustomersChart customers={data.topCustomers} />
              <StatusBreakdown statuses={data.statusDistribution} />
            </div>
          </>
        )}
      </Loaded>
      <ReconciliationPanel />
    </>
  );
}

function Figures({ stats }: { stats: AdvancedStats }) {
  const { analytics } = usePageTexts();
  const { averageOrderValue, paidOrders, apiOrdersStats, conversionFunnel, categoryStats } = stats;
  const revenue = formatDollars(categoryStats.reduce((sum, category) => sum + category.revenue, 0));
  const { visitors, checkouts, payments } = conversionFunnel;
  return (
    <StatCards>
      <StatCard
        title={analytics.averageOrder}
        value={formatDollars(averageOrderValue)}
        caption={analytics.fromPaid(revenue, paidOrders, formatCount(paidOrders))}
      />
      <StatCard
        title={analytics.apiOrders}
        value={formatCount(apiOrdersStats.total)}
        caption={analytics.apiOrdersHelp(formatCount(apiOrdersStats.completed), formatCount(apiOrdersStats.pending))}
      />
      <StatCard
        title={analytics.checkoutRate}
        value={rate(checkouts, visitors)}
        caption={
          visitors > 0
            ? analytics.checkoutRateHelp(formatCount(checkouts), formatCount(visitors))
            : analytics.noVisitors(formatCount(checkouts))
        }
      />
      <StatCard
        title={analytics.paymentRate}
        value={rate(payments, checkouts)}
        caption={analytics.paymentRateHelp(formatCount(payments), formatCount(checkouts))}
      />
    </StatCards>
  );
}

function WeeklyChart({ stats }: { stats: AdvancedStats }) {
  const { analytics } = usePageTexts();
  return (
    <TrendChart
      title={analytics.weekly}
      subtitle={analytics.weeklySubtitle(shownZone())}
      label={analytics.weeklyLabel}
      steps={weekSteps(stats)}
      byWeek
      words={{ current: analytics.theseWeeks, before: analytics.weeksBefore, partial: analytics.unfinishedRunning }}
    />
  );
}

function AnalyticsSkeleton() {
  const { analytics } = usePageTexts();
  return (
    <div role="status" aria-label={analytics.loading}>
      <StatCards>
        {[analytics.averageOrder, analytics.apiOrders, analytics.checkoutRate, analytics.paymentRate].map((title) => (
          <StatCard key={title} title={title} value={null} caption="" />
        ))}
      </StatCards>
      <div className="grid gap-5 lg:grid-cols-2">
        {['a', 'b', 'c', 'd'].map((chart) => (
          <div key={chart} className="rounded-card border border-hairline bg-surface p-5">
            <Skeleton className="mb-4 h-5 w-44" />
            <Skeleton className="h-56 w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
