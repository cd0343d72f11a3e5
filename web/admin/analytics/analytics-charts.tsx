// Revenue by category, the statuses of the orders, and the best customers.
import type { ReactNode } from 'react';
import { OrderBadge } from '../../ui/badge.tsx';
import { BarChart, RingChart } from '../../ui/chart.tsx';
import { ChartFrame, type ChartTable, Legend } from '../../ui/chart-frame.tsx';
import { paletteTone } from '../../ui/chart-tones.ts';
import type { Elements } from '../../ui/elements.ts';
import { orderTone } from '../../ui/status-tone.ts';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { formatCount, formatDecimal } from '../amounts.ts';
import { formatDollars } from '../dollars.ts';
import { orderWord } from '../order-detail/order-state.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import type { AdvancedStats, PeriodStats } from './time-steps.ts';

/** Of the selected period. */
export function CategoryChart({ categories }: { categories: NonNullable<PeriodStats['current']['byCategory']> }) {
  const { analytics, states } = usePageTexts();
  const nameOf = ({ category, offer_name }: (typeof categories)[number]) => offer_name ?? states.category(category);
  return (
    <Chart
      title={analytics.byCategory}
      nothing={categories.every(({ revenue }) => revenue === 0) ? analytics.nothingPaid : null}
      table={{
        columns: [{ label: analytics.category }, { label: analytics.revenueColumn, align: 'end' }],
        rows: categories.map((sold) => [nameOf(sold), formatDollars(sold.revenue)]),
      }}
    >
      <DollarBars label={analytics.byCategory} bars={categories.map((sold) => [nameOf(sold), sold.revenue])} />
    </Chart>
  );
}

export function StatusChart({ statuses }: { statuses: AdvancedStats['statusDistribution'] }) {
  const texts = usePageTexts();
  const { analytics } = texts;
  const slices = statuses.map(({ status, count }) => ({
    name: orderWord(texts, status),
    value: count,
    tone: chartTone(status),
  }));
  const all = statuses.reduce((sum, { count }) => sum + count, 0);
  return (
    <Chart
      title={analytics.statuses}
      nothing={all === 0 ? analytics.noOrders : null}
      table={{
        columns: [
          { label: analytics.status },
          { label: analytics.orders, align: 'end' },
          { label: analytics.share, align: 'end' },
        ],
        rows: statuses.map(({ status, count, percentage }) => [
          orderWord(texts, status),
          formatCount(count),
          `${formatDecimal(percentage)}%`,
        ]),
      }}
    >
      <Legend entries={slices} />
      <RingChart label={analytics.statusesLabel} slices={slices} whole={formatCount(all)} />
    </Chart>
  );
}

export function CustomersChart({ customers }: { customers: AdvancedStats['topCustomers'] }) {
  const { analytics } = usePageTexts();
  return (
    <Chart
      title={analytics.topCustomers}
      nothing={customers.length === 0 ? analytics.noPayments : null}
      table={{
        columns: [
          { label: analytics.customer },
          { label: analytics.orders, align: 'end' },
          { label: analytics.spent, align: 'end' },
        ],
        rows: customers.map(({ email, orders, totalSpent }) => [email, formatCount(orders), formatDollars(totalSpent)]),
      }}
    >
      <DollarBars
        label={analytics.topCustomersLabel}
        bars={customers.map(({ email, totalSpent }) => [email, totalSpent])}
      />
    </Chart>
  );
}

export function StatusBreakdown({ statuses }: { statuses: AdvancedStats['statusDistribution'] }) {
  const texts = usePageTexts();
  const { analytics } = texts;
  return (
    <section className="min-w-0 rounded-card border border-hairline bg-surface p-4 sm:p-5 md:col-span-2">
      <h2 className="mb-3 text-base font-semibold">{analytics.breakdown}</h2>
      {statuses.length === 0 ? <Nothing>{analytics.noOrders}</Nothing> : null}
      {statuses.length > 0 ? (
        <Table
          caption={analytics.breakdownTable}
          columns={[
            { label: analytics.status },
            { label: analytics.orders, align: 'end' },
            { label: analytics.percentage, align: 'end' },
          ]}
        >
          {statuses.map(({ status, count, percentage }) => (
            <Row key={status}>
              <Cell>
                <OrderBadge status={status} label={orderWord(texts, status)} />
              </Cell>
              <Cell align="end">
                <span translate="no">{formatCount(count)}</span>
              </Cell>
              <Cell align="end" className="font-semibold max-sm:col-start-2">
                {`${formatDecimal(percentage)}%`}
              </Cell>
            </Row>
          ))}
        </Table>
      ) : null}
    </section>
  );
}

type ChartProps = {
  title: string;
  /** The sentence in place of an empty chart; null for a chart with data. */
  nothing: string | null;
  table: ChartTable;
  children: Elements;
};

function Chart({ title, nothing, table, children }: ChartProps) {
  const { analytics } = usePageTexts();
  const content: Elements = nothing === null ? children : <Nothing>{nothing}</Nothing>;
  return (
    <ChartFrame title={title} words={analytics.chart} table={nothing === null ? table : null}>
      {content}
    </ChartFrame>
  );
}

type DollarBarsProps = { label: string; bars: (readonly [name: string, dollars: number])[] };

function DollarBars({ label, bars }: DollarBarsProps) {
  return (
    <BarChart
      label={label}
      bars={bars.map(([name, value], at) => ({ name, value, text: formatDollars(value), tone: paletteTone(at) }))}
    />
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="py-10 text-center text-sm text-muted">{children}</p>;
}

function chartTone(status: string) {
  const tone = orderTone(status);
  return tone === 'orange' ? 'yellow' : tone;
}
