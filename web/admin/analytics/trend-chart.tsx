// Revenue and orders as two charts on one time axis, with the period before and a table of both.
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { TimeCharts, type TimeWords } from '../../ui/time-charts.tsx';
import { formatCount } from '../amounts.ts';
import { formatDollars, formatWholeDollars } from '../dollars.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import type { Step } from './time-steps.ts';

const chartHeightPx = 165;

type TrendChartProps = {
  title: string;
  subtitle: string;
  label: string;
  steps: readonly Step[];
  /** A step is a week. */
  byWeek: boolean;
  words: TimeWords;
};

export function TrendChart({ title, subtitle, label, steps, byWeek, words }: TrendChartProps) {
  const { analytics, dates } = usePageTexts();
  const nameOf = ({ from, to }: { from: string; to: string }) => (byWeek ? dates.span(from, to) : dates.long(from));
  const figures = { align: 'end' } as const;
  return (
    <ChartFrame
      title={title}
      subtitle={subtitle}
      words={analytics.chart}
      table={{
        columns: [
          { label: byWeek ? analytics.week : analytics.day },
          { label: analytics.orders, ...figures },
          { label: analytics.revenue, ...figures },
          { label: analytics.ordersBefore, ...figures },
          { label: analytics.revenueBefore, ...figures },
        ],
        rows: [...steps]
          .reverse()
          .map((step) => [
            nameOf(step),
            formatCount(step.orders),
            formatDollars(step.revenue),
            formatCount(step.before.orders),
            formatDollars(step.before.revenue),
          ]),
      }}
    >
      <TimeCharts
        label={label}
        kind="lines"
        heightPx={chartHeightPx}
        words={words}
        steps={steps.map((step) => ({
          label: dates.short(step.from),
          title: nameOf(step),
          titleBefore: nameOf(step.before),
          isPartial: step.isPartial,
        }))}
        series={[
          {
            name: analytics.revenue,
            tone: 'green',
            values: steps.map(({ revenue }) => revenue),
            before: steps.map(({ before }) => before.revenue),
            format: formatDollars,
            axisFormat: formatWholeDollars,
          },
          {
            name: analytics.orders,
            tone: 'purple',
            values: steps.map(({ orders }) => orders),
            before: steps.map(({ before }) => before.orders),
            format: formatCount,
            axisFormat: formatCount,
          },
        ]}
      />
    </ChartFrame>
  );
}
