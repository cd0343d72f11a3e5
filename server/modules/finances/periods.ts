// The periods of a statement, as days of the store (YYYY-MM-DD). Pure.
import type { StatementStep } from '../../../contract/finance-rules.ts';

/** Both days included. */
export type Span = { from: string; to: string };
export type Column = Span & {
  /** It is not over. */
  isRunning: boolean;
  /** As many days of the period before, and of a year before. */
  before: Span;
  yearBefore: Span;
};

const dayMs = 86_400_000;

/** The columns up to the one that contains `until`, oldest first. `until` is at most today. */
export function listColumns(step: StatementStep, count: number, until: string, today: string): Column[] {
  const last = firstDay(step, until);
  return Array.from({ length: count }, (_, at) => columnFrom(step, shift(step, last, at - count + 1), today));
}

function columnFrom(step: StatementStep, from: string, today: string): Column {
  const end = addDays(shift(step, from, 1), -1);
  const isRunning = end >= today;
  const to = isRunning ? today : end;
  const length = isRunning ? daysBetween(from, to) : null;
  const spanFrom = (first: string) => spanOf(step, first, length);
  return { from, to, isRunning, before: spanFrom(shift(step, from, -1)), yearBefore: spanFrom(yearBefore(step, from)) };
}

/** The whole period, or as many days of it. */
function spanOf(step: StatementStep, from: string, length: number | null): Span {
  const end = addDays(shift(step, from, 1), -1);
  if (length === null || daysBetween(from, end) <= length) return { from, to: end };
  return { from, to: addDays(from, length) };
}

/** Weeks are those of 52 weeks before, so that they begin on a Monday. */
function yearBefore(step: StatementStep, from: string): string {
  if (step === 'week') return addDays(from, -364);
  return shiftMonths(from, -12);
}

function firstDay(step: StatementStep, day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  if (step === 'day') return day;
  // The Monday of the week: 1970-01-05 was one.
  if (step === 'week') return addDays(day, -((((toDays(day) - 4) % 7) + 7) % 7));
  if (step === 'month') return toDay(year, month - 1, 1);
  return toDay(year, step === 'year' ? 0 : Math.floor((month - 1) / 3) * 3, 1);
}

function shift(step: StatementStep, from: string, by: number): string {
  if (step === 'day' || step === 'week') return addDays(from, by * (step === 'day' ? 1 : 7));
  return shiftMonths(from, by * { month: 1, quarter: 3, year: 12 }[step]);
}

/** The last day of a shorter month in place of a missing one. */
function shiftMonths(day: string, by: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const moved = toDay(year, month - 1 + by, 1);
  const daysIn = daysBetween(moved, toDay(year, month + by, 1));
  return addDays(moved, Math.min(date, daysIn) - 1);
}

export function addDays(day: string, by: number): string {
  return new Date((toDays(day) + by) * dayMs).toISOString().slice(0, 10);
}

function daysBetween(from: string, to: string): number {
  return toDays(to) - toDays(from);
}

function toDays(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs;
}

/** `month` from 0, also beyond the year. */
function toDay(year: number, month: number, date: number): string {
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
}
