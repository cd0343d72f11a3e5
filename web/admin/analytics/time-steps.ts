// The steps of the charts: days, or ISO weeks from Monday on. A step of the period before is as long as its own. Pure.
import type { AnswerFor } from '../../../contract/index.ts';

export type AdvancedStats = AnswerFor<'GET /api/admin/advanced-stats'>;
export type PeriodStats = AnswerFor<'GET /api/admin/period-stats'>;

type Figures = { orders: number; revenue: number };
/** A part of the step is missing: it runs, or begins before the period. */
export type Step = Figures & {
  from: string;
  to: string;
  before: Figures & { from: string; to: string };
  isPartial: boolean;
};

export const dayMs = 86_400_000;
const daysOfWeek = 7;
/** Above it, a chart has a step for each week. */
const mostDays = 100;

export const isByWeek = ({ days }: PeriodStats) => days > mostDays;

export function stepsOf(stats: PeriodStats): Step[] {
  const { current, before } = stats;
  const starts = current.byDay.flatMap(({ date }, at) => (at === 0 || !isByWeek(stats) || isMonday(date) ? [at] : []));
  return starts.map((start, at) => {
    const end = starts[at + 1] ?? current.byDay.length;
    const isWhole = at < starts.length - 1 && (!isByWeek(stats) || end - start === daysOfWeek);
    return {
      ...sumOf(current.byDay.slice(start, end)),
      before: sumOf(before.byDay.slice(start, end)),
      isPartial: !isWhole,
    };
  });
}

/** The last weeks, beside as many before them. */
export function weekSteps({ weeklyStats, weeklyStatsBefore }: AdvancedStats): Step[] {
  return weeklyStats.map((week, at) => ({
    ...ofWeek(week),
    before: ofWeek(weeklyStatsBefore[at] ?? { week: week.week, orders: 0, revenue: 0 }),
    isPartial: at === weeklyStats.length - 1,
  }));
}

function sumOf(days: PeriodStats['current']['byDay']) {
  const cents = days.reduce((sum, { revenue }) => sum + Math.round(revenue * 100), 0);
  return {
    from: days[0]?.date ?? '',
    to: days.at(-1)?.date ?? '',
    orders: days.reduce((sum, { orders }) => sum + orders, 0),
    revenue: cents / 100,
  };
}

function ofWeek({ week, orders, revenue }: AdvancedStats['weeklyStats'][number]) {
  const monday = mondayOf(week);
  return { from: isoDay(monday), to: isoDay(monday + 6 * dayMs), orders, revenue };
}

/** Of "2026-W09". January 4 is always in the first ISO week. */
function mondayOf(week: string): number {
  const [year = '', number = ''] = week.split('-W');
  const fourth = Date.parse(`${year}-01-04`);
  return fourth - weekday(fourth) * dayMs + (Number(number) - 1) * daysOfWeek * dayMs;
}

const isMonday = (day: string) => weekday(Date.parse(day)) === 0;
const weekday = (ms: number) => (new Date(ms).getUTCDay() + 6) % daysOfWeek;
export const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
