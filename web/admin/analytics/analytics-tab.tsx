// The analytics tab: four figures, four charts and the share of each order status.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCount, formatUsd } from '../../../contract/money.ts';
import { OrderBadge } from '../../ui/badge.tsx';
import { AreaChart, BarChart, RingChart } from '../../ui/chart.tsx';
import { ChartFrame, Legend } from '../../ui/chart-frame.tsx';
import { paletteTone } from '../../ui/chart-tones.ts';
import { shownZone } from '../../ui/format-date.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { orderTone, shownStatus } from '../../ui/status-tone.ts';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { useAdmin } from '../admin-context.tsx';
import { type AdvancedStats, advancedQuery } from '../figure-queries.ts';
import { LoadFailure } from '../load-failure.tsx';
import { ReconciliationPanel } from '../reconciliation/reconciliation-panel.tsx';
import { PageHeading } from '../page-heading.tsx';
import { usePageTitle } from '../shell.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { StatCard, StatCards } from '../stat-card.tsx';
import { Period } from './period.tsx';
import { rate } from './rate.ts';

const chartHeightPx = 280;
const formatDollars = (dollars: number) => formatUsd(Math.round(dollars * 100));

export default function AnalyticsTab() {
  const { navigation } = useTexts();
  usePageTitle(navigation.analytics);
  const { api } = useAdmin();
  const { data, isPending, isError, error, refetch } = useQuery(advancedQuery(api));
  return (
    <>
      <PageHeading of="analytics" className="mb-4" />
      <Period />
      {isError ? <LoadFailure title="Failed to load analytics" error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <AnalyticsSkeleton /> : null}
      {data ? (
        <>
          <h2 className="mb-3 text-base font-semibold">The store as a whole</h2>
          <Figures stats={data} />
          <div className="mb-5">
            <WeeklyChart weeks={data.weeklyStats} />
          </div>
          <div className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
            <CategoryChart categories={data.categoryStats} />
            <StatusChart statuses={data.statusDistribution} />
            <CustomersChart customers={data.topCustomers} />
            <StatusBreakdown statuses={data.statusDistribution} />
          </div>
        </>
      ) : null}
      <ReconciliationPanel />
    </>
  );
}

function Figures({ stats }: { stats: AdvancedStats }) {
  const { averageOrderValue, paidOrders, apiOrdersStats, conversionFunnel, categoryStats } = stats;
  const revenue = formatDollars(categoryStats.reduce((sum, category) => sum + category.revenue, 0));
  const { visitors, checkouts, payments } = conversionFunnel;
  return (
    <StatCards>
      <StatCard
        title="Average Order"
        value={formatDollars(averageOrderValue)}
        caption={`${revenue} from ${formatCount(paidOrders)} paid orders`}
      />
      <StatCard
        title="API Orders"
        value={formatCount(apiOrdersStats.total)}
        caption={`${formatCount(apiOrdersStats.completed)} completed, ${formatCount(apiOrdersStats.pending)} pending`}
      />
      <StatCard
        title="Checkout Rate"
        value={rate(checkouts, visitors)}
        caption={
          visitors > 0
            ? `${formatCount(checkouts)} checkouts of ${formatCount(visitors)} visitors, 30 days. Visitors are added up by day.`
            : `${formatCount(checkouts)} checkouts in 30 days; visitors are not counted yet`
        }
      />
      <StatCard
        title="Payment Rate"
        value={rate(payments, checkouts)}
        caption={`${formatCount(payments)} paid orders of ${formatCount(checkouts)} checkouts, 30 days`}
      />
    </StatCards>
  );
}

function WeeklyChart({ weeks }: { weeks: AdvancedStats['weeklyStats'] }) {
  const inWeek = (week: string) => week.replace(/^\d{4}-/, '');
  return (
    <ChartFrame
      title="Weekly Orders and Revenue"
      subtitle={`The last 8 weeks, days in ${shownZone()}`}
      legend={[
        { name: 'Revenue ($)', tone: 'green' },
        { name: 'Orders', tone: 'purple' },
      ]}
      table={{
        columns: [{ label: 'Week' }, { label: 'Orders', align: 'end' }, { label: 'Revenue ($)', align: 'end' }],
        rows: [...weeks]
          .reverse()
          .map(({ week, orders, revenue }) => [week, formatCount(orders), formatDollars(revenue)]),
      }}
    >
      <AreaChart
        label="Orders and revenue of the last 8 weeks, by week"
        heightPx={chartHeightPx}
        points={weeks.map(({ week, orders, revenue }) => ({ label: inWeek(week), left: orders, right: revenue }))}
        left={{ name: 'Orders', tone: 'purple', format: formatCount, leastStep: 1 }}
        right={{ name: 'Revenue', tone: 'green', format: formatDollars, leastStep: 1 }}
      />
    </ChartFrame>
  );
}

function CategoryChart({ categories }: { categories: AdvancedStats['categoryStats'] }) {
  const isEmpty = categories.every(({ revenue }) => revenue === 0);
  return (
    <ChartFrame
      title="Revenue by Category"
      table={
        isEmpty
          ? null
          : {
              columns: [{ label: 'Category' }, { label: 'Revenue ($)', align: 'end' }],
              rows: categories.map(({ category, revenue }) => [category, formatDollars(revenue)]),
            }
      }
    >
      {isEmpty ? (
        <Nothing>No order is paid yet.</Nothing>
      ) : (
        <BarChart
          label="Revenue by category"
          bars={categories.map(({ category, revenue }, at) => ({
            name: category,
            value: revenue,
            text: formatDollars(revenue),
            tone: paletteTone(at),
          }))}
        />
      )}
    </ChartFrame>
  );
}

function StatusChart({ statuses }: { statuses: AdvancedStats['statusDistribution'] }) {
  const slices = statuses.map(({ status, count }) => ({
    name: shownStatus(status),
    value: count,
    tone: chartTone(status),
  }));
  const all = statuses.reduce((sum, { count }) => sum + count, 0);
  return (
    <ChartFrame
      title="Status Distribution"
      table={
        all === 0
          ? null
          : {
              columns: [{ label: 'Status' }, { label: 'Orders', align: 'end' }, { label: 'Share', align: 'end' }],
              rows: statuses.map(({ status, count, percentage }) => [
                shownStatus(status),
                formatCount(count),
                `${percentage.toFixed(1)}%`,
              ]),
            }
      }
    >
      {all === 0 ? (
        <Nothing>No orders yet.</Nothing>
      ) : (
        <>
          <Legend entries={slices} />
          <RingChart label="Orders by status" slices={slices} whole={formatCount(all)} />
        </>
      )}
    </ChartFrame>
  );
}

function CustomersChart({ customers }: { customers: AdvancedStats['topCustomers'] }) {
  return (
    <ChartFrame
      title="Top 5 Customers"
      table={
        customers.length === 0
          ? null
          : {
              columns: [{ label: 'Customer' }, { label: 'Orders', align: 'end' }, { label: 'Spent', align: 'end' }],
              rows: customers.map(({ email, orders, totalSpent }) => [
                email,
                formatCount(orders),
                formatDollars(totalSpent),
              ]),
            }
      }
    >
      {customers.length === 0 ? (
        <Nothing>No payments yet.</Nothing>
      ) : (
        <BarChart
          label="Top customers by what they spent"
          bars={customers.map(({ email, totalSpent }, at) => ({
            name: email,
            value: totalSpent,
            text: formatDollars(totalSpent),
            tone: paletteTone(at),
          }))}
        />
      )}
    </ChartFrame>
  );
}

function StatusBreakdown({ statuses }: { statuses: AdvancedStats['statusDistribution'] }) {
  return (
    <section className="min-w-0 rounded-card border border-hairline bg-surface p-4 sm:p-5 lg:col-span-3">
      <h2 className="mb-3 text-base font-semibold">Status Breakdown</h2>
      {statuses.length === 0 ? <Nothing>No orders yet.</Nothing> : null}
      {statuses.length > 0 ? (
        <Table
          caption="Orders by status, with their share"
          columns={[{ label: 'Status' }, { label: 'Orders', align: 'end' }, { label: 'Percentage', align: 'end' }]}
        >
          {statuses.map(({ status, count, percentage }) => (
            <Row key={status}>
              <Cell>
                <OrderBadge status={status} />
              </Cell>
              <Cell align="end">{formatCount(count)}</Cell>
              <Cell align="end" className="font-semibold max-sm:col-start-2">
                {percentage.toFixed(1)}%
              </Cell>
            </Row>
          ))}
        </Table>
      ) : null}
    </section>
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="py-10 text-center text-sm text-muted">{children}</p>;
}

function chartTone(status: string) {
  const tone = orderTone(status);
  return tone === 'orange' ? 'yellow' : tone;
}

function AnalyticsSkeleton() {
  return (
    <div role="status" aria-label="Analytics are loading">
      <StatCards>
        {['Average Order', 'API Orders', 'Checkout Rate', 'Payment Rate'].map((title) => (
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
