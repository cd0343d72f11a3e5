// Revenue by category, the statuses of the orders, and the best customers.
import type { ReactNode } from 'react';
import { OrderBadge } from '../../ui/badge.tsx';
import { BarChart, RingChart } from '../../ui/chart.tsx';
import { ChartFrame, Legend } from '../../ui/chart-frame.tsx';
import { paletteTone } from '../../ui/chart-tones.ts';
import { orderTone } from '../../ui/status-tone.ts';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { formatCount, formatDecimal } from '../amounts.ts';
import { formatDollars } from '../dollars.ts';
import { orderWord } from '../order-detail/order-state.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import type { AdvancedStats } from './time-steps.ts';

export function CategoryChart({ categories }: { categories: AdvancedStats['categoryStats'] }) {
  const { analytics, states } = useTexts();
  const isEmpty = categories.every(({ revenue }) => revenue === 0);
  return (
    <ChartFrame
      title={analytics.byCategory}
      words={analytics.chart}
      table={
        isEmpty
          ? null
          : {
              columns: [{ label: analytics.category }, { label: analytics.revenueColumn, align: 'end' }],
              rows: categories.map(({ category, revenue }) => [states.category(category), formatDollars(revenue)]),
            }
      }
    >
      {isEmpty ? (
        <Nothing>{analytics.nothingPaid}</Nothing>
      ) : (
        <BarChart
          label={analytics.byCategory}
          bars={categories.map(({ category, revenue }, at) => ({
            name: states.category(category),
            value: revenue,
            text: formatDollars(revenue),
            tone: paletteTone(at),
          }))}
        />
      )}
    </ChartFrame>
  );
}

export function StatusChart({ statuses }: { statuses: AdvancedStats['statusDistribution'] }) {
  const texts = useTexts();
  const { analytics } = texts;
  const slices = statuses.map(({ status, count }) => ({
    name: orderWord(texts, status),
    value: count,
    tone: chartTone(status),
  }));
  const all = statuses.reduce((sum, { count }) => sum + count, 0);
  return (
    <ChartFrame
      title={analytics.statuses}
      words={analytics.chart}
      table={
        all === 0
          ? null
          : {
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
            }
      }
    >
      {all === 0 ? (
        <Nothing>{analytics.noOrders}</Nothing>
      ) : (
        <>
          <Legend entries={slices} />
          <RingChart label={analytics.statusesLabel} slices={slices} whole={formatCount(all)} />
        </>
      )}
    </ChartFrame>
  );
}

export function CustomersChart({ customers }: { customers: AdvancedStats['topCustomers'] }) {
  const { analytics } = useTexts();
  return (
    <ChartFrame
      title={analytics.topCustomers}
      words={analytics.chart}
      table={
        customers.length === 0
          ? null
          : {
              columns: [
                { label: analytics.customer },
                { label: analytics.orders, align: 'end' },
                { label: analytics.spent, align: 'end' },
              ],
              rows: customers.map(({ email, orders, totalSpent }) => [
                email,
                formatCount(orders),
                formatDollars(totalSpent),
              ]),
            }
      }
    >
      {customers.length === 0 ? (
        <Nothing>{analytics.noPayments}</Nothing>
      ) : (
        <BarChart
          label={analytics.topCustomersLabel}
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

export function StatusBreakdown({ statuses }: { statuses: AdvancedStats['statusDistribution'] }) {
  const texts = useTexts();
  const { analytics } = texts;
  return (
    <section className="min-w-0 rounded-card border border-hairline bg-surface p-4 sm:p-5 lg:col-span-3">
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

function Nothing({ children }: { children: ReactNode }) {
  return <p className="py-10 text-center text-sm text-muted">{children}</p>;
}

function chartTone(status: string) {
  const tone = orderTone(status);
  return tone === 'orange' ? 'yellow' : tone;
}
