// The digest as an email: figures beside those of the period before, what needs attention, links to the lists.
import type { AdminLanguage } from '../../../contract/admin-languages.ts';
import { cleanLine } from '../../../contract/characters.ts';
import { type Language, languageTags } from '../../../contract/languages.ts';
import { timeText } from '../../../contract/measured-speed.ts';
import { formatUsd } from '../../../contract/money.ts';
import { countText, minusSign } from '../../../contract/numbers.ts';
import type { StoreProfile } from '../../../contract/store-profile.ts';
import type { DigestFigures, DigestTotals } from '../../ports/figures.ts';
import {
  type DigestLayout,
  type DigestRow,
  type DigestSection,
  digestHtml,
  digestText,
  rowText,
} from './digest-template.ts';
import { type DigestTexts, digestTexts } from './digest-texts.ts';

export function digestEmail(
  figures: DigestFigures,
  language: AdminLanguage,
  { profile, publicUrl }: { profile: Pick<StoreProfile, 'name'>; publicUrl: string },
): { subject: string; text: string; html: string } {
  const layout = buildLayout(figures, language, cleanLine(profile.name), `${publicUrl}/admin`);
  return { subject: layout.subject, text: digestText(layout), html: digestHtml(layout) };
}

/** The same in short, for a channel: without the chart and the links. */
export function digestNote(figures: DigestFigures, language: AdminLanguage): { title: string; body: string } {
  const { subject, quiet, figures: rows, sections } = buildLayout(figures, language, '', '');
  const [waiting] = sections;
  const blocks = [quiet === null ? rows.map(rowText) : [quiet], (waiting?.rows ?? []).map(rowText)];
  return { title: subject, body: blocks.map((lines) => lines.join('\n')).join('\n\n') };
}

/** What all parts of one digest are written with. `admin`: the address of the admin area. */
type Wording = { language: AdminLanguage; texts: DigestTexts; admin: string };

function buildLayout(figures: DigestFigures, language: AdminLanguage, storeName: string, admin: string): DigestLayout {
  const texts = digestTexts[language];
  const wording: Wording = { language, texts, admin };
  const { period, current, before } = figures;
  const title = texts.titles[period];
  const days = spanText(current, language);
  const daysBefore = spanText(before, language);
  const isQuiet = [current.orders, current.paidOrders, current.refunds, current.visitors].every((count) => count === 0);
  const orders = texts.orderCount(current.orders, countText(current.orders, language));
  const result = isQuiet ? texts.quietSubject : `${formatUsd(current.revenueCents, language)}, ${orders}`;
  return {
    language,
    storeName,
    subject: texts.subject(title, days, result),
    title,
    days,
    quiet: isQuiet ? texts.quiet(period, days) : null,
    comparedWith: texts.comparedWith(daysBefore),
    figures: isQuiet ? [] : figureRows(current, before, texts.versus(daysBefore), wording),
    chart: buildChart(figures, wording),
    sections: [waitingSection(figures, wording), ...speedSection(figures, wording)],
    main: { label: texts.open, href: admin },
    links: [
      { label: texts.lists.orders, href: `${admin}/orders` },
      { label: texts.lists.analytics, href: `${admin}?tab=analytics` },
      { label: texts.lists.inbox, href: `${admin}/inbox` },
    ],
    closing: [texts.why(figures.timeZone)],
    settings: { label: texts.settings, href: `${admin}?tab=settings#digest` },
  };
}

function figureRows(
  current: DigestTotals,
  before: DigestTotals,
  versus: string,
  { language, texts }: Wording,
): DigestRow[] {
  const row = (label: string, now: number, then: number, shown: (value: number) => string): DigestRow => {
    const percent = changeText(now, then, language);
    const note = `${versus}: ${shown(then)}${percent === null ? '' : ` (${percent})`}`;
    return { label, value: shown(now), note, href: null };
  };
  const dollars = (cents: number) => formatUsd(cents, language);
  const count = (value: number) => countText(value, language);
  const share = ({ orders, visitors }: DigestTotals) => percentText(orders, visitors, language);
  const { refunds } = current;
  const refundLabel = refunds > 0 ? texts.refundCount(refunds, count(refunds)) : texts.refunds;
  return [
    row(texts.revenue, current.revenueCents, before.revenueCents, dollars),
    ...(current.keptCents === undefined
      ? []
      : [row(texts.kept(current.isKeptOpen ?? false), current.keptCents, before.keptCents ?? 0, dollars)]),
    row(texts.orders, current.orders, before.orders, count),
    row(texts.paidOrders, current.paidOrders, before.paidOrders, count),
    row(refundLabel, current.refundedCents, before.refundedCents, dollars),
    row(texts.visitors, current.visitors, before.visitors, count),
    { label: texts.conversion, value: share(current), note: `${versus}: ${share(before)}`, href: null },
  ];
}

function buildChart({ days }: DigestFigures, { language, texts }: Wording): DigestLayout['chart'] {
  const most = Math.max(...days.map(({ revenueCents }) => revenueCents));
  if (most <= 0) return null;
  const bars = days.map(({ day, revenueCents }) => ({
    label: dayText(day, language),
    value: formatUsd(revenueCents, language),
    share: Math.max(0, revenueCents) / most,
  }));
  return { heading: texts.revenueByDay, bars };
}

function waitingSection(
  { toSend, unanswered, items, lowBalances }: DigestFigures,
  { language, texts, admin }: Wording,
): DigestSection {
  const rows: DigestRow[] = [];
  const add = (label: string, value: string, href: string | null, note: string | null = null) =>
    void rows.push({ label, value, note, href });
  const count = (value: number) => countText(value, language);
  if (toSend.links > 0) {
    const value = texts.inOrders(count(toSend.links), toSend.orders, count(toSend.orders));
    add(texts.linksToSend, value, `${admin}/orders?queue=to_send`);
  }
  for (const { provider, balance, threshold, currency } of lowBalances) {
    const value = `${Number(balance).toFixed(2)} ${cleanLine(currency)}`.trim();
    add(`${texts.lowBalance}: ${cleanLine(provider)}`, value, `${admin}?tab=api`, texts.below(threshold));
  }
  for (const { kind, count: found, isMore } of items) {
    // A kind of a newer version has no name here.
    const label = (texts.actionItems as Partial<Record<string, string>>)[kind] ?? kind;
    add(label, isMore ? texts.moreThan(count(found)) : count(found), admin);
  }
  if (unanswered > 0) add(texts.unanswered, count(unanswered), `${admin}/inbox`);
  if (rows.length === 0) add(texts.nothingWaits, '', null);
  return { heading: texts.waiting, rows };
}

function speedSection({ speeds }: DigestFigures, { language, texts, admin }: Wording): DigestSection[] {
  if (speeds.length === 0) return [];
  const rows = speeds.map(({ provider, service, links, p50, p90 }) => {
    const count = countText(links, language);
    return {
      label: `${cleanLine(provider)}, ${cleanLine(service)}`,
      value: texts.median(timeText(language, p50)),
      note: p90 === null ? texts.linkCount(count) : texts.nineOfTen(timeText(language, p90), count),
      href: `${admin}?tab=api`,
    };
  });
  return [{ heading: texts.speeds, rows }];
}

/** Null when there was nothing before, or when nothing changed. */
function changeText(now: number, before: number, language: AdminLanguage): string | null {
  if (before <= 0 || now === before) return null;
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent > 0 ? '+' : ''}${countText(percent, language)}%`.replace('-', minusSign);
}

/** As the checkout rate of the analytics: one decimal, 0 without visitors. */
function percentText(part: number, all: number, language: AdminLanguage): string {
  return `${countText(all > 0 ? Math.round((part / all) * 1000) / 10 : 0, language)}%`;
}

const formats: Partial<Record<Language, Intl.DateTimeFormat>> = {};

/** `day`: YYYY-MM-DD, in whatever time zone. */
export function dayText(day: string, language: Language): string {
  const { weekday, date, month } = splitDay(day, language);
  return `${weekday} ${date} ${month}`;
}

/** One day, or the days from the first to the last. */
export function spanText({ from, to }: { from: string; to: string }, language: Language): string {
  if (from === to) return dayText(from, language);
  const [first, last] = [splitDay(from, language), splitDay(to, language)];
  const begin = first.month === last.month ? first.date : `${first.date} ${first.month}`;
  return `${begin}–${last.date} ${last.month}`;
}

function splitDay(day: string, language: Language) {
  formats[language] ??= new Intl.DateTimeFormat(languageTags[language], {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  });
  const parts = formats[language].formatToParts(new Date(`${day}T00:00:00Z`));
  const part = (wanted: Intl.DateTimeFormatPartTypes) =>
    (parts.find(({ type }) => type === wanted)?.value ?? '').replace('.', '');
  return { weekday: part('weekday'), date: part('day'), month: part('month') };
}
