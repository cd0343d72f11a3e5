// The charts and tabs of the gallery.
import { useState } from 'react';
import { defaultLanguage } from '../../../contract/languages.ts';
import { formatUsd } from '../../../contract/money.ts';
import { countText } from '../../../contract/numbers.ts';
import { AreaChart } from '../area-chart.tsx';
import { BarChart, RingChart } from '../chart.tsx';
import { ChartFrame, FigureTable, Legend } from '../chart-frame.tsx';
import { chartPalette } from '../chart-tones.ts';
import { ChartTooltip } from '../chart-tooltip.tsx';
import { Tabs, tabPanelId } from '../tabs.tsx';
import { TimeCharts } from '../time-charts.tsx';

const formatCount = (count: number) => countText(count, defaultLanguage);

const days = [3, 7, 4, 9, 12, 8, 15].map((orders, at) => ({
  label: `Mar ${at + 1}`,
  title: `Mar ${at + 1}, 2026`,
  left: orders,
  right: orders * 27,
}));
const dollars = (value: number) => formatUsd(value * 100);
const steps = days.map(({ label, title }, at) => ({ label, title, isPartial: at === days.length - 1 }));
const words = { current: 'This week', before: 'Week before', partial: 'Today, not finished' };
const parts = chartPalette.map((tone, at) => ({ name: tone, tone, value: 6 - at, text: String(6 - at) }));
const table = {
  columns: [{ label: 'Day' }, { label: 'Orders', align: 'end' }],
  rows: days.map(({ label, left }) => [label, formatCount(left)]),
} as const;

export function Charts() {
  return (
    <div className="grid w-full gap-4 lg:grid-cols-2">
      <ChartFrame
        title="Two axes"
        subtitle="With a table behind it"
        legend={[
          { name: 'Revenue ($)', tone: 'green' },
          { name: 'Orders', tone: 'purple' },
        ]}
        table={table}
      >
        <AreaChart
          label="Orders and revenue"
          heightPx={280}
          points={days}
          left={{ name: 'Orders', tone: 'purple', format: formatCount, axisFormat: formatCount, leastStep: 1 }}
          right={{ name: 'Revenue', tone: 'green', format: dollars, axisFormat: dollars, leastStep: 1 }}
        />
      </ChartFrame>
      <ChartFrame title="One time axis" table={null}>
        <TimeCharts
          label="Revenue and orders"
          kind="lines"
          heightPx={130}
          steps={steps}
          words={words}
          series={[
            {
              name: 'Revenue',
              tone: 'green',
              values: days.map(({ right }) => right),
              before: days.map(({ left }) => left * 20 + 40),
              format: dollars,
              axisFormat: (value) => `$${value}`,
            },
            {
              name: 'Orders',
              tone: 'purple',
              values: days.map(({ left }) => left),
              before: days.map(({ left }) => 12 - left / 2),
              format: formatCount,
              axisFormat: formatCount,
            },
          ]}
        />
      </ChartFrame>
      <ChartFrame title="Bars over time" table={null}>
        <TimeCharts
          label="Visitors"
          kind="bars"
          heightPx={200}
          steps={steps}
          words={words}
          series={[
            {
              name: 'Visitors',
              tone: 'blue',
              values: days.map(({ left }) => left),
              format: formatCount,
              axisFormat: formatCount,
            },
          ]}
        />
      </ChartFrame>
      <ChartFrame title="Tooltip" table={null}>
        <div className="relative h-24">
          <ChartTooltip xPx={0} widthPx={300} title="Sun, Mar 1, 2026">
            <p>Orders: 15</p>
          </ChartTooltip>
        </div>
      </ChartFrame>
      <ChartFrame title="Bars" table={null}>
        <BarChart label="The palette as bars" bars={parts} />
      </ChartFrame>
      <ChartFrame title="Ring" table={null}>
        <Legend entries={parts} />
        <RingChart label="The palette as a ring" slices={parts} whole="21" />
      </ChartFrame>
      <FigureTable caption="Orders by day" table={table} />
    </div>
  );
}

const tabs = ['first', 'second', 'third'].map((id) => ({ id, label: `The ${id}`, href: `#${id}` }));

export function TabRow() {
  const [current, setCurrent] = useState('first');
  return (
    <div className="w-full">
      <Tabs label="Tabs" tabs={tabs} current={current} onSelect={({ id }) => setCurrent(id)} />
      <div role="tabpanel" id={tabPanelId} aria-labelledby={`tab-${current}`}>
        {`What the ${current} one shows.`}
      </div>
    </div>
  );
}
