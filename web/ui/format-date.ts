// Formats absolute and relative times. Renders once, without updates.
import { type AdminLanguage, defaultAdminLanguage } from '../../contract/admin-languages.ts';
import { defaultLanguage, type Language, languageTags } from '../../contract/languages.ts';

type Moment = string | number | Date | null | undefined;

/** Null: the browser's time zone, as on public pages. The admin sets the store's time zone. */
let chosenZone: string | null = null;
// Cached, because creating a formatter is expensive and a long list needs hundreds of calls.
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The language of dates and ages on this page. The admin sets that of its texts. */
let shownLanguage: AdminLanguage = defaultAdminLanguage;

export function setShownLanguage(lang: AdminLanguage): void {
  shownLanguage = lang;
}

/** Sets the default time zone of dates; null: the browser's. */
export function setShownZone(zone: string | null): void {
  chosenZone = zone;
}

export function shownZone(): string {
  return chosenZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Dates that were formatted lately: a row needs the same one three times, and again each time that it renders. */
const formatted = new Map<string, string>();
const mostFormatted = 500;

/** "Jan 5, 2025 3:07 PM" in the default or the given time zone; `N/A` for an empty or invalid value. */
export function formatDate(sent: Moment, timeZone?: string): string {
  const date = readDate(sent);
  if (!date) return 'N/A';
  const key = `${date.getTime()} ${shownLanguage} ${timeZone ?? chosenZone}`;
  const known = formatted.get(key);
  if (known !== undefined) return known;
  const text = formatUnknownDate(date, timeZone);
  if (formatted.size >= mostFormatted) formatted.clear();
  formatted.set(key, text);
  return text;
}

function formatUnknownDate(date: Date, timeZone: string | undefined): string {
  if (shownLanguage !== defaultLanguage) return formatNumericDate(date, languageTags[shownLanguage], timeZone);
  const format = formatterOf('en-US', { ...dayAndTime, timeZone: timeZone ?? chosenZone ?? undefined });
  // Built from parts, because engines differ in the comma and in the space before AM and PM.
  const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${part('month')} ${part('day')}, ${part('year')} ${part('hour')}:${part('minute')} ${part('dayPeriod')}`;
}

/** The day of `formatDate`, without the time: "Jan 5, 2025" or "05/01/2025". */
export function formatDateOnly(sent: Moment): string {
  const date = readDate(sent);
  if (!date) return 'N/A';
  const isShort = shownLanguage === defaultLanguage;
  const format = isShort
    ? ({ day: 'numeric', month: 'short' } as const)
    : ({ day: '2-digit', month: '2-digit' } as const);
  const timeZone = chosenZone ?? undefined;
  return formatterOf(languageTags[shownLanguage], { ...format, year: 'numeric', timeZone }).format(date);
}

/** "14:02" for today, otherwise like `formatDate`. */
export function formatTimeOrDate(sent: Moment, nowMs: number): string {
  const date = readDate(sent);
  if (!date || formatDateOnly(date) !== formatDateOnly(nowMs)) return formatDate(sent);
  const timeZone = chosenZone ?? undefined;
  return formatterOf('pt-BR', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(date);
}

const dayAndTime = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
} as const;

function formatterOf(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = tag + JSON.stringify(options);
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(tag, options);
  formatters.set(key, known);
  return known;
}

/** "05/01/2025 15:07" in the default or the given time zone. */
export function formatDatePtBr(sent: Moment, timeZone?: string): string {
  return formatNumericDate(sent, 'pt-BR', timeZone);
}

/** The order and the marks of the day are those of `tag`. */
function formatNumericDate(sent: Moment, tag: string, given?: string): string {
  const date = readDate(sent);
  if (!date) return 'N/A';
  const timeZone = given ?? chosenZone ?? undefined;
  const day = formatterOf(tag, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone });
  const clock = formatterOf(tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  return `${day.format(date)} ${clock.format(date)}`;
}

/** "Dec 3" or "3 de dez." in the default time zone; `N/A` for an empty or invalid value. */
export function formatMonthDay(sent: Moment): string {
  const date = readDate(sent);
  if (!date) return 'N/A';
  const timeZone = chosenZone ?? undefined;
  return formatterOf(languageTags[shownLanguage], { month: 'short', day: 'numeric', timeZone }).format(date);
}

/** Formats "2026-03-01" as "Mar 1" or "1 de mar.", independent of the browser's time zone. Returns an invalid value unchanged. */
export function formatDay(sent: string): string {
  const date = readDate(`${sent}T00:00:00Z`);
  if (!date) return sent;
  return formatterOf(languageTags[shownLanguage], { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(date);
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

type AgeTexts = { now: string; of: (age: string) => string; days: (days: number) => string };

/** Public pages show no ages. */
const ageTexts: Record<AdminLanguage, AgeTexts> = {
  en: { now: 'just now', of: (age) => `${age} ago`, days: (days) => (days === 1 ? '1 day' : `${days} days`) },
  pt: { now: 'agora mesmo', of: (age) => `há ${age}`, days: (days) => (days === 1 ? '1 dia' : `${days} dias`) },
};

/** "just now", "5 min ago", "3 h ago", "2 days ago"; the exact date after a week. A future time counts as now. */
export function formatAgo(sent: Moment, nowMs: number): string {
  const date = readDate(sent);
  if (!date) return 'N/A';
  const agoMs = nowMs - date.getTime();
  const { now, of, days } = ageTexts[shownLanguage];
  if (agoMs < minuteMs) return now;
  if (agoMs < hourMs) return of(`${Math.floor(agoMs / minuteMs)} min`);
  if (agoMs < dayMs) return of(`${Math.floor(agoMs / hourMs)} h`);
  return hasAge(date, nowMs) ? of(days(Math.floor(agoMs / dayMs))) : formatDate(date);
}

/** True while `formatAgo` shows an age, and not the date. */
export function hasAge(sent: Moment, nowMs: number): boolean {
  const date = readDate(sent);
  return date !== null && nowMs - date.getTime() < 7 * dayMs;
}

function readDate(sent: Moment): Date | null {
  if (sent === null || sent === undefined || sent === '') return null;
  const date = new Date(sent);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The form of dates on pages of a language; `timeZone` as in `formatDate`. */
export function formatDateIn(lang: Language, sent: Moment, timeZone?: string): string {
  if (lang === defaultLanguage) return formatDate(sent, timeZone);
  return formatNumericDate(sent, languageTags[lang], timeZone);
}

/** Formats "2026-03-01" as "Sun, Mar 1, 2026" in the language of `tag`. Returns an invalid value unchanged. */
export function formatLongDay(sent: string, tag: 'en-US' | 'pt-BR'): string {
  const date = readDate(`${sent}T00:00:00Z`);
  if (!date) return sent;
  const format = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return formatterOf(tag, format).format(date);
}
