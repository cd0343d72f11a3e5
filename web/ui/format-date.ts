// How a moment is written for people (FMT-1, FMT-2, A-69) and how long ago it was. Does not tick.
import type { Language } from '../../contract/languages.ts';

/** Null: the browser's, as on public pages. The admin sets the store's (D-48). */
let chosenZone: string | null = null;
// Costly to make, and a long list asks for hundreds.
let here = formatOf(undefined);

/** Dates without a zone of their own are shown in this one from now on; null: in the browser's. */
export function setShownZone(zone: string | null): void {
  if (zone === chosenZone) return;
  chosenZone = zone;
  here = formatOf(zone ?? undefined);
}

export function shownZone(): string {
  return chosenZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** "Jan 5, 2025 3:07 PM" in the zone that is shown, or in the one given; `N/A` for nothing or for what is no date. */
export function formatDate(sent: string | number | Date | null | undefined, timeZone?: string): string {
  const date = readDate(sent);
  if (!date) return 'N/A';
  const format = timeZone === undefined ? here : formatOf(timeZone);
  // Put together from its parts: engines differ in the comma and in the space before AM and PM.
  const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${part('month')} ${part('day')}, ${part('year')} ${part('hour')}:${part('minute')} ${part('dayPeriod')}`;
}

function formatOf(timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZone,
  });
}

/** "05/01/2025 15:07" in the zone that is shown, or in the one given (FMT-3, A-69). */
export function formatDatePtBr(sent: string | number | Date | null | undefined, given?: string): string {
  const date = readDate(sent);
  if (!date) return 'N/A';
  const timeZone = given ?? chosenZone ?? undefined;
  const day = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone });
  const clock = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  return `${day.format(date)} ${clock.format(date)}`;
}

/** "2026-03-01" as "Mar 1": the day that it names, whatever the browser's zone. As sent where it is none. */
export function formatDay(sent: string): string {
  const date = readDate(`${sent}T00:00:00Z`);
  if (!date) return sent;
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(date);
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** "just now", "5 min ago", "3 h ago", "2 days ago"; the exact date from a week on. A future moment counts as now. */
export function formatAgo(sent: string | number | Date | null | undefined, nowMs: number): string {
  const date = readDate(sent);
  if (!date) return 'N/A';
  const agoMs = nowMs - date.getTime();
  if (agoMs < minuteMs) return 'just now';
  if (agoMs < hourMs) return `${Math.floor(agoMs / minuteMs)} min ago`;
  if (agoMs < dayMs) return `${Math.floor(agoMs / hourMs)} h ago`;
  const days = Math.floor(agoMs / dayMs);
  if (days < 7) return days === 1 ? '1 day ago' : `${days} days ago`;
  return formatDate(date);
}

function readDate(sent: string | number | Date | null | undefined): Date | null {
  if (sent === null || sent === undefined || sent === '') return null;
  const date = new Date(sent);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** How a page of a language writes a moment. */
export const dateFormats: Record<Language, typeof formatDate> = { en: formatDate, pt: formatDatePtBr };
