// The chart of the overview: revenue in green with its axis on the right, orders in purple on the left.
import { formatCount, formatUsd } from '../../../contract/money.ts';
import { AreaChart } from '../../ui/chart.tsx';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { formatDay } from '../../ui/format-date.ts';
import type { DayPoint } from '../figure-queries.ts';
import { ZoneNote } from '../store-zone.tsx';

const chartHeightPx = 350;
const formatDollars = (dollars: number) => formatUsd(Math.round(dollars * 100));

const legend = [
  { name: 'Revenue ($)', tone: 'green' },
  { name: 'Orders', tone: 'purple' },
] as const;

export default function RevenueOverview({ days }: { days: readonly DayPoint[] }) {
  return (
    <ChartFrame
      title="Revenue Overview"
      subtitle="Monthly revenue and order statistics"
      legend={legend}
      table={{
        columns: [{ label: 'Day' }, { label: 'Revenue ($)', align: 'end' }, { label: 'Orders', align: 'end' }],
        rows: [...days]
          .reverse()
          .map(({ date, revenue, orders }) => [formatDay(date), formatDollars(revenue), formatCount(orders)]),
      }}
    >
      <AreaChart
        label={`Revenue and orders of the last ${days.length} days, by day`}
        heightPx={chartHeightPx}
        points={days.map(({ date, revenue, orders }) => ({ label: formatDay(date), left: orders, right: revenue }))}
        left={{ name: 'Orders', tone: 'purple', format: formatCount, leastStep: 1 }}
        right={{ name: 'Revenue', tone: 'green', format: formatDollars, leastStep: 1 }}
      />
      <ZoneNote of="Days" className="mt-2" />
    </ChartFrame>
  );
}
