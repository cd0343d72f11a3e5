// The sections of the visitors tab: countries, times, devices, visits, and the funnel.
import type { ReactNode } from 'react';
import type { AnswerFor } from '../../../contract/index.ts';
import { BarChart } from '../../ui/chart.tsx';
import { ChartFrame, type ChartTable } from '../../ui/chart-frame.tsx';
import { paletteTone } from '../../ui/chart-tones.ts';
import type { Elements } from '../../ui/elements.ts';
import { shownZone } from '../../ui/format-date.ts';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { TimeCharts } from '../../ui/time-charts.tsx';
import { formatCount, formatDecimal } from '../amounts.ts';
import { countryName, unknownCountry } from '../country-names.ts';
import { formatDollars } from '../dollars.ts';
import { Panel } from '../panel.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';
import { VisitorIp } from '../visitor-ip.tsx';
import { shownName, useSetFilter } from './visitor-filters.tsx';

export type VisitorDashboard = AnswerFor<'GET /api/admin/visitor-dashboard/{period}'>;
export type VisitorBreakdown = AnswerFor<'GET /api/admin/visitor-breakdown/{period}'>;

const mostBars = 12;
const orderSteps = ['checkouts', 'paid', 'delivered'] as const;
const columns = ['date', 'page', 'ip', 'place', 'device', 'duration', 'visitor'] as const;
type Words = Texts['visitors'];

const unknown = (words: Words, name: string) => (name === unknownCountry ? words.unknown : name);
const deviceName = (words: Words, type: string) => (words.deviceNames as Partial<Record<string, string>>)[type] ?? type;

function placeOf(words: Words, { city, country }: VisitorDashboard['rawAnalytics'][number]): string {
  const known = [city, countryName(country, words.lang)].filter((name) => name !== unknownCountry);
  return known.join(', ') || words.unknown;
}

export function Geography({ geography: { totalCountries, countries } }: { geography: VisitorDashboard['geography'] }) {
  const { visitors } = usePageTexts();
  const setFilter = useSetFilter();
  return (
    <Scrolling title={visitors.countries(totalCountries, formatCount(totalCountries))} isEmpty={countries.length === 0}>
      <Table
        caption={visitors.byPlace}
        columns={[
          { label: visitors.country },
          { label: visitors.city },
          { label: visitors.visitors, align: 'end' },
          { label: visitors.share, align: 'end' },
        ]}
      >
        {countries.map(({ country, city, count, percentage }) => (
          <Row key={`${country} ${city}`}>
            <Cell>
              <button
                type="button"
                title={visitors.narrow(shownName(visitors, 'country', country))}
                onClick={() => setFilter('country', country)}
                className="-my-1 min-h-8 text-left hover:underline pointer-coarse:min-h-10"
              >
                {shownName(visitors, 'country', country)}
              </button>
            </Cell>
            <Cell className="max-sm:text-right">{unknown(visitors, city)}</Cell>
            <Cell align="end" className="max-sm:text-left">
              <span translate="no">{formatCount(count)}</span>
            </Cell>
            <Cell align="end">{`${formatDecimal(percentage)}%`}</Cell>
          </Row>
        ))}
      </Table>
    </Scrolling>
  );
}

export function Timeline({ timeline: { peakTime, data } }: { timeline: VisitorDashboard['timeline'] }) {
  const { visitors } = usePageTexts();
  const byHour = data.some(({ hour }) => hour !== undefined);
  const nameOf = ({ hour, day }: { hour?: string; day?: string }) => hour ?? visitors.day(day ?? '');
  const isEmpty = data.every(({ visitors }) => visitors === 0);
  const title = visitors.times(shownZone());
  return (
    <ChartFrame
      title={title}
      words={visitors.chart}
      table={
        isEmpty
          ? null
          : {
              columns: [{ label: byHour ? visitors.hour : visitors.ofDay }, { label: visitors.visitors, align: 'end' }],
              rows: data.map((point) => [nameOf(point), formatCount(point.visitors)]),
            }
      }
    >
      {isEmpty ? (
        <Nothing />
      ) : (
        <>
          <p className="mb-2 text-sm">
            <span>{`${visitors.peak} `}</span>
            <strong>{nameOf(peakTime)}</strong>
            <span>{`, ${visitors.peakVisitors(peakTime.visitors, formatCount(peakTime.visitors))}`}</span>
          </p>
          <TimeCharts
            label={visitors.overTime}
            kind="bars"
            heightPx={220}
            steps={data.map((point, at) => ({
              label: nameOf(point),
              title: point.day === undefined ? nameOf(point) : visitors.longDay(point.day),
              isPartial: at === data.length - 1,
            }))}
            series={[
              {
                name: visitors.visitors,
                tone: 'purple',
                values: data.map((point) => point.visitors),
                format: formatCount,
                axisFormat: formatCount,
              },
            ]}
            words={{ ...visitors.spans, partial: byHour ? visitors.thisHour : visitors.today }}
          />
        </>
      )}
    </ChartFrame>
  );
}

export function Devices({ devices: { totalCombinations, data } }: { devices: VisitorDashboard['devices'] }) {
  const { visitors } = usePageTexts();
  return (
    <Bars
      title={visitors.devices(totalCombinations, formatCount(totalCombinations))}
      label={visitors.byDevice}
      of={visitors.device}
      bars={data
        .slice(0, mostBars)
        .map(({ device_type, browser, os, count }) => [
          [deviceName(visitors, device_type), unknown(visitors, browser), unknown(visitors, os)].join(' · '),
          count,
        ])}
    />
  );
}

export function Detail({ visits }: { visits: VisitorDashboard['rawAnalytics'] }) {
  const { visitors } = usePageTexts();
  return (
    <Scrolling title={visitors.recent} isEmpty={visits.length === 0}>
      <Table caption={visitors.recentTable} columns={columns.map((column) => ({ label: visitors.columns[column] }))}>
        {visits.map((visit) => (
          <Row key={visit.id}>
            <Cell className="whitespace-nowrap">{visitors.date(visit.visit_date)}</Cell>
            <Cell className="max-w-60 break-all max-sm:text-right">{visit.page_url}</Cell>
            <Cell className="font-mono text-xs">
              <VisitorIp ip={visit.ip_address} words={visitors.ip} />
            </Cell>
            <Cell className="max-sm:text-right">{placeOf(visitors, visit)}</Cell>
            <Cell>{`${deviceName(visitors, visit.device_type)} · ${unknown(visitors, visit.browser)}`}</Cell>
            <Cell className="whitespace-nowrap max-sm:text-right">{`${visit.session_duration} s`}</Cell>
            <Cell>{visit.is_returning_visitor ? visitors.isReturning : visitors.isNew}</Cell>
          </Row>
        ))}
      </Table>
    </Scrolling>
  );
}

type FunnelProps = {
  funnel: VisitorBreakdown['funnel'] & Partial<VisitorDashboard['funnel']>;
  /** Of the one source, campaign or country that narrows the tab; null without it. */
  orders: VisitorBreakdown['orders'];
  /** Null: hidden, as they are counted for all visitors only. */
  excluded: VisitorDashboard['excluded'] | null;
  isAdded: boolean;
};

/** `isAdded`: the counts are sums over several days. */
export function Funnel({ funnel, orders, excluded, isAdded }: FunnelProps) {
  const { visitors } = usePageTexts();
  const { steps: names } = visitors;
  const counts: Partial<Record<(typeof orderSteps)[number], number>> = orders ?? funnel;
  const steps: Bar[] = [
    [names.visitors, funnel.visitors],
    [names.picker, funnel.picker],
    [names.checkout, funnel.checkout],
    ...orderSteps.flatMap((step): Bar[] => {
      const count = counts[step];
      return count === undefined ? [] : [[names[step], count]];
    }),
  ];
  return (
    <div className="mt-5 grid gap-5 md:grid-cols-2">
      <Bars title={visitors.funnel} label={visitors.funnelLabel} of={visitors.step} bars={steps}>
        {isAdded ? <p className="mb-4 text-sm text-muted">{visitors.addedDaily}</p> : null}
        {orders ? (
          <p className="mb-4 text-sm font-semibold tabular-nums">
            {visitors.salesOf(formatDollars(orders.sales), orders.paid, formatCount(orders.paid))}
          </p>
        ) : null}
      </Bars>
      {excluded ? <Excluded excluded={excluded} /> : null}
    </div>
  );
}

function Excluded({ excluded }: Pick<VisitorDashboard, 'excluded'>) {
  const { visitors } = usePageTexts();
  return (
    <Panel title={visitors.notCounted}>
      {excluded.length === 0 ? <Nothing /> : null}
      <ul className="flex flex-col gap-1.5 text-sm">
        {excluded.map(({ reason, count }) => (
          <li key={reason} className="flex justify-between gap-4">
            <span>{visitors.reasons[reason]}</span>
            <span className="font-semibold tabular-nums" translate="no">
              {formatCount(count)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type Bar = readonly [name: string, count: number];
type BarsProps = {
  title: string;
  label: string;
  /** The column header in the table: the category of the bars. */
  of: string;
  bars: readonly Bar[];
  children?: Elements;
};

/** A bar chart with a table of the same counts. */
function Bars({ title, label, of, bars, children }: BarsProps) {
  const { visitors } = usePageTexts();
  const table: ChartTable = {
    columns: [{ label: of }, { label: visitors.count, align: 'end' }],
    rows: bars.map(([name, count]) => [name, formatCount(count)]),
  };
  return (
    <ChartFrame title={title} words={visitors.chart} table={bars.length === 0 ? null : table}>
      {bars.length === 0 ? (
        <Nothing />
      ) : (
        <>
          {children}
          <BarChart
            label={label}
            bars={bars.map(([name, value], at) => ({ name, value, text: formatCount(value), tone: paletteTone(at) }))}
          />
        </>
      )}
    </ChartFrame>
  );
}

/** A long list scrolls inside its own box. */
function Scrolling({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  return (
    <Panel title={title}>
      {isEmpty ? <Nothing /> : null}
      {isEmpty ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
        <section aria-label={title} tabIndex={0} className="max-h-96 overflow-y-auto">
          {children}
        </section>
      )}
    </Panel>
  );
}

function Nothing() {
  const { visitors } = usePageTexts();
  return <p className="py-6 text-center text-sm text-muted">{visitors.nothing}</p>;
}
