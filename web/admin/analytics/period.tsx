// Figures of the selected period, compared with the period of the same length before it. The URL holds the selection.
import { keepPreviousData } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { classNames } from '../../ui/class-names.ts';
import { shownZone } from '../../ui/format-date.ts';
import { formatCount } from '../amounts.ts';
import { Chips } from '../chips.tsx';
import { formatDollars } from '../dollars.ts';
import { useApi } from '../kit/use-api.ts';
import { LoadFailure } from '../load-failure.tsx';
import { useSource } from '../sources/source-filter.tsx';
import { StatCard, StatCards } from '../stat-card.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import { isUnreachable } from '../unreachable.ts';
import { CategoryChart } from './analytics-charts.tsx';
import { change } from './rate.ts';
import { isByWeek, type PeriodStats, stepsOf } from './time-steps.ts';
import { TrendChart } from './trend-chart.tsx';

const lengths = ['7', '30', '90', '365'] as const;
type PeriodDays = (typeof lengths)[number];

/** In the address. */
export function usePeriodDays(): PeriodDays {
  const [params] = useSearchParams();
  return lengths.find((value) => value === params.get('days')) ?? '30';
}

export function PeriodChips() {
  const { analytics } = usePageTexts();
  const days = usePeriodDays();
  const [params, setParams] = useSearchParams();

  function pick(picked: PeriodDays): void {
    const next = new URLSearchParams(params);
    next.set('days', picked);
    setParams(next, { replace: true });
  }

  return (
    <Chips
      legend={analytics.period}
      options={lengths.map((value) => ({ value, label: analytics.periods[value] }))}
      value={days}
      onChange={pick}
    />
  );
}

export function Period() {
  const { analytics, dates } = usePageTexts();
  const days = usePeriodDays();
  const source = useSource();
  const { data, isError, error, refetch, isPlaceholderData } = useApi(
    'GET /api/admin/period-stats',
    { query: { days: Number(days), ...(source === null ? {} : { source }) } },
    { placeholderData: keepPreviousData },
  );
  const span = ({ from, to }: PeriodStats['current']) =>
    data && isByWeek(data) ? dates.span(from, to) : analytics.span(dates.short(from), dates.short(to));

  return (
    <section aria-labelledby="period" aria-busy={isPlaceholderData} className="mb-6">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="period" className="text-base font-semibold">
          {analytics.theLast(analytics.periods[days])}
        </h2>
        <PeriodChips />
        <p className="text-sm text-muted">
          {data ? analytics.versus(span(data.current), span(data.before), shownZone()) : null}
        </p>
      </div>
      {isError && !(data && isUnreachable(error)) ? (
        <LoadFailure title={analytics.periodFailed} error={error} onRetry={() => void refetch()} />
      ) : (
        <PeriodCards stats={data} />
      )}
      {data ? (
        <div className="grid gap-5 xl:grid-cols-3">
          <div className={data.current.byCategory ? 'min-w-0 xl:col-span-2' : 'min-w-0 xl:col-span-3'}>
            <Trend stats={data} />
          </div>
          {data.current.byCategory ? <CategoryChart categories={data.current.byCategory} /> : null}
        </div>
      ) : null}
    </section>
  );
}

function Trend({ stats }: { stats: PeriodStats }) {
  const { analytics, dates } = usePageTexts();
  const { from, to } = stats.current;
  const byWeek = isByWeek(stats);
  const days = dates.span(from, to);
  return (
    <TrendChart
      title={analytics.trend}
      subtitle={byWeek ? analytics.trendByWeek(days) : analytics.trendByDay(days)}
      label={analytics.trendLabel}
      steps={stepsOf(stats)}
      byWeek={byWeek}
      words={{
        current: analytics.thisPeriod,
        before: analytics.periodBefore,
        partial: byWeek ? analytics.unfinishedWeek : analytics.unfinishedDay,
      }}
    />
  );
}

function PeriodCards({ stats }: { stats: PeriodStats | undefined }) {
  const { analytics } = usePageTexts();
  const figures: { title: string; of: (of: PeriodStats['current']) => number; format: (value: number) => string }[] = [
    { title: analytics.revenueInPeriod, of: ({ revenue }) => revenue, format: formatDollars },
    { title: analytics.ordersInPeriod, of: ({ orders }) => orders, format: formatCount },
    { title: analytics.paidInPeriod, of: ({ paidOrders }) => paidOrders, format: formatCount },
    { title: analytics.averageInPeriod, of: ({ averageOrder }) => averageOrder, format: formatDollars },
  ];
  return (
    <StatCards>
      {figures.map(({ title, of, format }) => (
        <StatCard
          key={title}
          title={title}
          value={stats ? format(of(stats.current)) : null}
          caption={stats ? <Before value={of(stats.current)} before={of(stats.before)} format={format} /> : null}
        />
      ))}
    </StatCards>
  );
}

type BeforeProps = { value: number; before: number; format: (value: number) => string };

/** The earlier value and the change. The change has a sign and a word, so that color is not its only signal. */
function Before({ value, before, format }: BeforeProps) {
  const { analytics } = usePageTexts();
  const changed = change(value, before);
  return (
    <>
      {changed ? (
        <span
          className={classNames(
            'mr-1.5 font-semibold tabular-nums',
            value > before && 'text-green-ink',
            value < before && 'text-red-ink',
          )}
        >
          {changed}
        </span>
      ) : null}
      <span>{analytics.before(format(before))}</span>
    </>
  );
}
