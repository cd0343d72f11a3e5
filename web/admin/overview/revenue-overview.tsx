// The chart of the overview: revenue in green with its axis on the right, orders in purple on the left.
import type { AnswerFor } from '../../../contract/index.ts';
import { AreaChart } from '../../ui/area-chart.tsx';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { formatCount } from '../amounts.ts';
import { formatDollars } from '../dollars.ts';
import { ZoneNote } from '../store-zone.tsx';
import { useTexts } from '../texts/shown-texts.ts';

const chartHeightPx = 350;

export default function RevenueOverview({ days }: { days: AnswerFor<'GET /api/admin/monthly-stats'> }) {
  const { overview, dates } = useTexts();
  const legend = [
    { name: overview.chartRevenue, tone: 'green' },
    { name: overview.chartOrders, tone: 'purple' },
  ] as const;
  return (
    <ChartFrame
      title={overview.chartTitle}
      subtitle={overview.chartSubtitle}
      words={overview.chart}
      legend={legend}
      table={{
        columns: [
          { label: overview.day },
          { label: overview.chartRevenue, align: 'end' },
          { label: overview.chartOrders, align: 'end' },
        ],
        rows: [...days]
          .reverse()
          .map(({ date, revenue, orders }) => [dates.short(date), formatDollars(revenue), formatCount(orders)]),
      }}
    >
      <AreaChart
        label={overview.chartLabel(days.length)}
        heightPx={chartHeightPx}
        points={days.map(({ date, revenue, orders }) => ({
          label: dates.short(date),
          title: dates.long(date),
          left: orders,
          right: revenue,
        }))}
        left={{
          name: overview.chartOrders,
          tone: 'purple',
          format: formatCount,
          axisFormat: formatCount,
          leastStep: 1,
        }}
        right={{
          name: overview.revenue,
          tone: 'green',
          format: formatDollars,
          axisFormat: formatDollars,
          leastStep: 1,
        }}
      />
      <ZoneNote of={overview.days} className="mt-2" />
    </ChartFrame>
  );
}
