// Where visitors and orders come from: a table with the conversion of each step, a chart, and a builder of links. The period
// and the list are in the address.
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { AnswerFor } from '../../../contract/index.ts';
import { type SourceList, sourceLists } from '../../../contract/source-lists.ts';
import { Button } from '../../ui/button.tsx';
import { BarChart } from '../../ui/chart.tsx';
import { paletteTone } from '../../ui/chart-tones.ts';
import { classNames } from '../../ui/class-names.ts';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { formatCount } from '../amounts.ts';
import { usePeriodDays } from '../analytics/period.tsx';
import { dash, formatPercent } from '../analytics/rate.ts';
import { Chips } from '../chips.tsx';
import { formatDollars } from '../dollars.ts';
import { Loaded } from '../kit/loaded.tsx';
import { useApi } from '../kit/use-api.ts';
import { tabPath } from '../paths.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { LinkBuilder } from './link-builder.tsx';
import { SourceLink, useSource } from './source-filter.tsx';
import { SourceFunnel } from './source-funnel.tsx';
import { sourceName } from './source-names.ts';

type SourceStats = AnswerFor<'GET /api/admin/source-stats'>;
type Figures = SourceStats['total'];

const listParameter = 'by';
const mostBars = 8;

export function Sources() {
  const { sources, dates } = usePageTexts();
  const days = usePeriodDays();
  const [params, setParams] = useSearchParams();
  const [isBuilding, setBuilding] = useState(false);
  const source = useSource();
  // Other lists are not counted by source.
  const by = source === null ? (sourceLists.find((list) => list === params.get(listParameter)) ?? 'source') : 'source';
  const stats = useApi(
    'GET /api/admin/source-stats',
    { query: { days: Number(days), by, ...(source === null ? {} : { source }) } },
    { placeholderData: keepPreviousData },
  );

  function pick(list: SourceList): void {
    const next = new URLSearchParams(params);
    next.set(listParameter, list);
    setParams(next, { replace: true });
  }

  return (
    <section aria-labelledby="sources" aria-busy={stats.isPlaceholderData} className="mb-6">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="sources" className="text-base font-semibold">
          {sources.title}
        </h2>
        {source === null ? (
          <Chips
            legend={sources.by}
            options={sourceLists.map((list) => ({ value: list, label: sources.lists[list] }))}
            value={by}
            onChange={pick}
          />
        ) : null}
        <p className="text-sm text-muted">{stats.data ? dates.span(stats.data.from, stats.data.to) : null}</p>
        <Button size="sm" className="ml-auto" onClick={() => setBuilding(true)}>
          {sources.build}
        </Button>
      </div>
      <Loaded query={stats} failed={sources.failed} skeleton="h-60 w-full">
        {(data) => <Figures stats={data} by={by} isOfOne={source !== null} isBusy={stats.isPlaceholderData} />}
      </Loaded>
      {isBuilding ? <LinkBuilder onClose={() => setBuilding(false)} /> : null}
    </section>
  );
}

type FiguresProps = { stats: SourceStats; by: SourceList; isOfOne: boolean; isBusy: boolean };

function Figures({ stats, by, isOfOne, isBusy }: FiguresProps) {
  const { sources } = usePageTexts();
  const { rows, more, total } = stats;
  if (rows.length === 0) {
    return (
      <p className="rounded-card border border-hairline bg-surface px-4 py-10 text-center text-sm text-muted">
        {by === 'campaign' ? sources.noCampaigns : sources.nothing}
      </p>
    );
  }
  const { columns, notes } = sources;
  const end = (label: string) => ({ label, align: 'end' as const });
  return (
    <>
      <div className={classNames('grid items-start gap-5', !isOfOne && 'xl:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]')}>
        <Table
          caption={sources.title}
          busy={isBusy}
          columns={[
            { label: sources.lists[by] },
            ...[
              columns.visitors,
              columns.checkouts,
              columns.orders,
              columns.paid,
              columns.conversion,
              columns.sales,
            ].map(end),
          ]}
        >
          {rows.map((row) => (
            <FigureRow key={row.name} figures={row} name={<Name by={by} row={row} />} />
          ))}
          {isOfOne ? null : <FigureRow figures={total} name={<b>{sources.all[by]}</b>} />}
        </Table>
        {isOfOne ? null : <Chart stats={stats} by={by} />}
      </div>
      <SourceFunnel key={by} stats={stats} by={by} />
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        {more > 0 ? <li>{sources.more(formatCount(more))}</li> : null}
        {by === 'source' && rows.some(({ name }) => name === 'withheld') ? <li>{notes.withheld}</li> : null}
        {by === 'source' && rows.some(({ name }) => name === 'unknown') ? <li>{notes.unknown}</li> : null}
        <li>{notes.conversion}</li>
      </ul>
    </>
  );
}

/** A source narrows the screens to it; another name narrows Visitors, where visitors are counted by it. */
function Name({ by, row: { name, visitors } }: { by: SourceList; row: SourceStats['rows'][number] }) {
  const { sources } = usePageTexts();
  const shown = sourceName(sources, by, name);
  if (by === 'source') {
    return (
      <SourceLink name={name}>
        <span>{shown}</span>
      </SourceLink>
    );
  }
  const filter = { campaign: 'campaign', landing: 'entry', country: 'country', device: null }[by];
  if (filter === null || !visitors) return <span className="font-semibold wrap-anywhere">{shown}</span>;
  return (
    <Link
      href={`${tabPath('visitors')}&${new URLSearchParams({ period: 'month', [filter]: name })}`}
      title={sources.openVisitors(shown)}
      className="font-semibold wrap-anywhere underline decoration-hairline underline-offset-4 hover:decoration-ink"
    >
      {shown}
    </Link>
  );
}

function FigureRow({ name, figures }: { name: React.JSX.Element; figures: Figures }) {
  const { sources } = usePageTexts();
  const { visitors, checkouts, orders, paid, sales } = figures;
  return (
    <Row>
      <Cell className="max-sm:col-start-1 max-sm:row-start-1">{name}</Cell>
      <Step label={sources.columns.visitors} count={visitors} />
      <Step label={sources.columns.checkouts} count={checkouts} of={visitors} title={sources.ofVisitors} isDetail />
      <Step label={sources.columns.orders} count={orders} of={checkouts} title={sources.ofCheckouts} isDetail />
      <Step label={sources.columns.paid} count={paid} of={orders} title={sources.ofOrders} />
      <Cell align="end" className="max-sm:col-start-1 max-sm:text-left">
        <PhoneLabel>{sources.columns.conversion}</PhoneLabel>
        <span translate="no">{percent(paid, visitors) ?? dash}</span>
      </Cell>
      <Cell align="end" className="font-semibold max-sm:col-start-2 max-sm:row-start-1">
        <span translate="no">{formatDollars(sales)}</span>
      </Cell>
    </Row>
  );
}

type StepProps = {
  label: string;
  count: number | null;
  of?: number | null;
  title?: (percent: string) => string;
  /** Left out on a phone, where the funnel shows it. */
  isDetail?: boolean;
};

/** A count, and its share of the step before. */
function Step({ label, count, of = null, title, isDetail = false }: StepProps) {
  const share = count === null ? null : percent(count, of);
  return (
    <Cell align="end" className={isDetail ? 'max-sm:hidden' : 'max-sm:col-start-1 max-sm:text-left'}>
      <PhoneLabel>{label}</PhoneLabel>
      <span translate="no">{count === null ? dash : formatCount(count)}</span>
      {share ? (
        <>
          <span
            title={title?.(share)}
            aria-hidden="true"
            className="text-xs text-muted max-sm:ml-1.5 sm:block"
            translate="no"
          >
            {share}
          </span>
          <span className="sr-only">{title?.(share)}</span>
        </>
      ) : null}
    </Cell>
  );
}

/** On a phone a row is a card, and its cells have no header. */
function PhoneLabel({ children }: { children: string }) {
  return <span className="text-muted sm:hidden">{`${children} `}</span>;
}

/** The names with the most sales; without sales, with the most visitors. */
function Chart({ stats: { rows }, by }: { stats: SourceStats; by: SourceList }) {
  const { sources } = usePageTexts();
  const isSold = rows.some(({ sales }) => sales > 0);
  const measure = ({ sales, visitors }: SourceStats['rows'][number]) => (isSold ? sales : (visitors ?? 0));
  const shown = [...rows].sort((one, other) => measure(other) - measure(one)).slice(0, mostBars);
  const title = sources.chart(isSold ? sources.columns.sales : sources.columns.visitors, sources.lists[by]);
  return (
    <section aria-label={title} className="min-w-0 rounded-card border border-hairline bg-surface p-4 sm:p-5">
      <h3 className="mb-3 text-base font-semibold">{title}</h3>
      <BarChart
        label={title}
        bars={shown.map((row, at) => ({
          name: sourceName(sources, by, row.name),
          value: measure(row),
          text: isSold ? formatDollars(row.sales) : formatCount(row.visitors ?? 0),
          tone: paletteTone(at),
        }))}
      />
    </section>
  );
}

/** Null where the whole is not counted, or smaller than its part: an order may belong to a visitor of another day. */
function percent(part: number, whole: number | null): string | null {
  return whole === null || whole === 0 || part > whole ? null : formatPercent((part / whole) * 100);
}
