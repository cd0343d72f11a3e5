// The four figures of the overview. Each leads to its list and shows its change against the period before.
import type { AnswerFor } from '../../../contract/index.ts';
import { minusSign } from '../../../contract/numbers.ts';
import { pendingOrPaid } from '../../../contract/order-status.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatDay } from '../../ui/format-date.ts';
import { formatCount } from '../amounts.ts';
import { change } from '../analytics/rate.ts';
import type { PeriodStats } from '../analytics/time-steps.ts';
import { formatDollars } from '../dollars.ts';
import { useApi } from '../kit/use-api.ts';
import { LoadFailure } from '../load-failure.tsx';
import { tabPath } from '../paths.ts';
import { StatCard, StatCards } from '../stat-card.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';
import { isUnreachable } from '../unreachable.ts';

const periodDays = 30;
const dayMs = 86_400_000;

export function OverviewFigures() {
  const { overview } = useTexts();
  const { data, isError, error, refetch } = useApi('GET /api/admin/stats', {});
  const period = useApi('GET /api/admin/period-stats', { query: { days: periodDays } }).data;
  if (isError && !isUnreachable(error))
    return <LoadFailure title={overview.figuresFailed} error={error} onRetry={() => void refetch()} />;
  const count = (value: number | undefined) => (value === undefined ? null : formatCount(value));
  const orders = tabPath('orders');
  return (
    <StatCards>
      <StatCard
        title={overview.totalOrders}
        value={count(data?.totalOrders)}
        caption={overview.completed}
        to={`${orders}&status=completed`}
        change={ofPeriod(overview, period, ({ completedOrders }) => completedOrders ?? 0)}
      />
      <StatCard
        title={overview.ordersToday}
        value={count(data?.todayOrders)}
        caption={overview.lastDay(data?.todayDeclined ?? 0)}
        to={`${orders}&from=${new Date(Date.now() - dayMs).toISOString()}`}
        change={noteOf(data?.todayOrders, data?.ordersDayBefore, overview.thanDayBefore)}
      />
      <StatCard
        title={overview.pendingOrders}
        value={count(data?.pendingOrders)}
        caption={pendingCaption(overview, data)}
        to={`${orders}&status=${pendingOrPaid}`}
      />
      <StatCard
        title={overview.revenue}
        value={data === undefined ? null : formatDollars(data.revenue)}
        caption={overview.totalEarnings}
        to={tabPath('finances')}
        change={ofPeriod(overview, period, ({ revenue }) => revenue)}
      />
    </StatCards>
  );
}

function ofPeriod(
  { inPeriod }: Texts['overview'],
  period: PeriodStats | undefined,
  figure: (of: PeriodStats['current']) => number,
) {
  if (!period) return null;
  const { from, to } = period.before;
  return noteOf(figure(period.current), figure(period.before), inPeriod(period.days, formatDay(from), formatDay(to)));
}

/** Null without a figure before. The change has a sign, so that color is not its only signal. */
function noteOf(value: number | undefined, before: number | undefined, words: string) {
  const changed = value === undefined || before === undefined ? null : change(value, before);
  if (changed === null) return null;
  const isUp = changed.startsWith('+');
  return (
    <>
      <span
        className={classNames(
          'font-semibold tabular-nums',
          isUp && 'text-green-ink',
          changed.startsWith(minusSign) && 'text-red-ink',
        )}
      >
        {changed}
      </span>
      <span>{` ${words}`}</span>
    </>
  );
}

function pendingCaption(
  { awaiting, awaitingWithLinks }: Texts['overview'],
  { paidAwaiting = 0, linksToSend = 0, ordersToSend = 0 }: Partial<AnswerFor<'GET /api/admin/stats'>> = {},
): string {
  const paid = formatCount(paidAwaiting);
  if (linksToSend === 0) return awaiting(paid);
  return awaitingWithLinks(paid, [linksToSend, formatCount(linksToSend)], [ordersToSend, formatCount(ordersToSend)]);
}
