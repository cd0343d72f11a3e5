// Figures of the selected period, compared with the period of the same length before it. The URL holds the selection.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { formatCount, formatUsd } from '../../../contract/money.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatDay, shownZone } from '../../ui/format-date.ts';
import { useAdmin } from '../admin-context.tsx';
import { Chips } from '../chips.tsx';
import { type PeriodStats, periodQuery } from '../figure-queries.ts';
import { LoadFailure } from '../load-failure.tsx';
import { StatCard, StatCards } from '../stat-card.tsx';
import { change } from './rate.ts';

const periods = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '12 months' },
] as const;
type PeriodDays = (typeof periods)[number]['value'];

const formatDollars = (dollars: number) => formatUsd(Math.round(dollars * 100));

export function Period() {
  const { api } = useAdmin();
  const [params, setParams] = useSearchParams();
  const days: PeriodDays = periods.find(({ value }) => value === params.get('days'))?.value ?? '30';
  const { data, isError, error, refetch, isPlaceholderData } = useQuery({
    ...periodQuery(api, Number(days)),
    placeholderData: keepPreviousData,
  });

  function pick(picked: PeriodDays): void {
    const next = new URLSearchParams(params);
    next.set('days', picked);
    setParams(next, { replace: true });
  }

  return (
    <section aria-labelledby="period" aria-busy={isPlaceholderData} className="mb-3">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="period" className="text-base font-semibold">
          The last {periods.find(({ value }) => value === days)?.label}
        </h2>
        <Chips legend="Period" options={periods} value={days} onChange={pick} />
        <p className="text-sm text-muted">{data ? spanSentence(data) : null}</p>
      </div>
      {isError ? (
        <LoadFailure title="Failed to load the period" error={error} onRetry={() => void refetch()} />
      ) : (
        <PeriodCards stats={data} />
      )}
    </section>
  );
}

function PeriodCards({ stats }: { stats: PeriodStats | undefined }) {
  const figures: { title: string; of: (of: PeriodStats['current']) => number; format: (value: number) => string }[] = [
    { title: 'Revenue in Period', of: ({ revenue }) => revenue, format: formatDollars },
    { title: 'Orders in Period', of: ({ orders }) => orders, format: formatCount },
    { title: 'Paid Orders in Period', of: ({ paidOrders }) => paidOrders, format: formatCount },
    { title: 'Average in Period', of: ({ averageOrder }) => averageOrder, format: formatDollars },
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
      {format(before)} before
    </>
  );
}

function spanSentence({ days, current, before }: PeriodStats): string {
  const day = (sent: string) => (days > 180 ? `${formatDay(sent)}, ${sent.slice(0, 4)}` : formatDay(sent));
  const span = ({ from, to }: PeriodStats['current']) => `${day(from)} to ${day(to)}`;
  return `${span(current)}, beside ${span(before)}, days in ${shownZone()}`;
}
