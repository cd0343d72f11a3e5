// The digest as an email: figures beside those of the period before, what needs attention, links to the lists.
import { actionItemTitles } from '../../../contract/action-item-titles.ts';
import type { AdminLanguage } from '../../../contract/admin-languages.ts';
import { cleanLine } from '../../../contract/characters.ts';
import { countText } from '../../../contract/count-text.ts';
import { type Language, languageTags } from '../../../contract/languages.ts';
import { timeText } from '../../../contract/measured-speed.ts';
import { minusSign } from '../../../contract/minus-sign.ts';
import { formatUsd } from '../../../contract/money.ts';
import type { StoreProfile } from '../../../contract/store-profile.ts';
import type { DigestFigures, DigestTotals } from '../../ports/digest.ts';
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
  const layout = layoutOf(figures, language, cleanLine(profile.name), `${publicUrl}/admin`);
  return { subject: layout.subject, text: digestText(layout), html: digestHtml(layout) };
}

/** The same in short, for a channel: without the chart and the links. */
export function digestNote(figures: DigestFigures, language: AdminLanguage): { title: string; body: string } {
  const { subject, quiet, figures: rows, sections } = layoutOf(figures, language, '', '');
  const [waiting] = sections;
  const blocks = [quiet === null ? rows.map(rowText) : [quiet], (waiting?.rows ?? []).map(rowText)];
  return { title: subject, body: blocks.map((lines) => lines.join('\n')).join('\n\n') };
}

function layoutOf(figures: DigestFigures, language: AdminLanguage, storeName: string, admin: string): DigestLayout {
  const texts = digestTexts[language];
  const { period, current, before } = figures;
  const title = texts.titles[period];
  const days = spanText(current, language);
  const daysBefore = spanText(before, language);
  const isQuiet = [current.orders, current.paidOrders, current.refunds, current.visitors].every((count) => count === 0);
  const orders = texts.orderCount(current.orders, countText(current.orders, language));
  return {
    language,
    storeName,
    subject: texts.subject(
      title,
      days,
      isQuiet ? texts.quietSubject : `${formatUsd(current.revenueCents, language)}, ${orders}`,
    ),
    title,
    days,
    quiet: isQuiet ? texts.quiet(period, days) : null,
    comparedWith: texts.comparedWith(daysBefore),
    figures: isQuiet ? [] : figureRows(current, before, texts.versus(daysBefore), language, texts),
    chart: chartOf(figures, language, texts),
    sections: [waitingSection(figures, language, texts, admin), ...speedSection(figures, language, texts, admin)],
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
  language: AdminLanguage,
  texts: DigestTexts,
): DigestRow[] {
  const row = (label: string, now: number, then: number, shown: (value: number) => string): DigestRow => {
    const percent = changeText(now, then, language);
    return {
      label,
      value: shown(now),
      note: `${versus}: ${shown(then)}${percent === null ? '' : ` (${percent})`}`,
      href: null,
    };
  };
  const dollars = (cents: number) => formatUsd(cents, language);
  const count = (value: number) => countText(value, language);
  const share = ({ orders, visitors }: DigestTotals) => percentText(orders, visitors, language);
  const refunds = row(texts.refunds, current.refundedCents, before.refundedCents, dollars);
  return [
    row(texts.revenue, current.revenueCents, before.revenueCents, dollars),
    row(texts.orders, current.orders, before.orders, count),
    row(texts.paidOrders, current.paidOrders, before.paidOrders, count),
    current.refunds > 0 ? { ...refunds, label: texts.refundCount(current.refunds, count(current.refunds)) } : refunds,
    row(texts.visitors, current.visitors, before.visitors, count),
    { label: texts.conversion, value: share(current), note: `${versus}: ${share(before)}`, href: null },
  ];
}

function chartOf({ days }: DigestFigures, language: AdminLanguage, texts: DigestTexts): DigestLayout['chart'] {
  const most = Math.max(...days.map(({ revenueCents }) => revenueCents));
  if (most <= 0) return null;
  return {
    heading: texts.revenueByDay,
    bars: days.map(({ day, revenueCents }) => ({
      label: dayText(day, language),
      value: formatUsd(revenueCents, language),
      share: Math.max(0, revenueCents) / most,
    })),
  };
}

function waitingSection(
  { toSend, unanswered, items, lowBalances }: DigestFigures,
  language: AdminLanguage,
  texts: DigestTexts,
  admin: string,
): DigestSection {
  const count = (value: number) => countText(value, language);
  const row = (label: string, value: string, href: string, note: string | null = null) => ({
    label,
    value,
    note,
    href,
  });
  const rows = [
    ...(toSend.links > 0
      ? [
          row(
            texts.linksToSend,
            texts.inOrders(count(toSend.links), toSend.orders, count(toSend.orders)),
            `${admin}/orders?queue=to_send`,
          ),
        ]
      : []),
    ...lowBalances.map(({ provider, balance, threshold, currency }) =>
      row(
        `${texts.lowBalance}: ${cleanLine(provider)}`,
        `${Number(balance).toFixed(2)} ${cleanLine(currency)}`.trim(),
        `${admin}?tab=api`,
        texts.below(threshold),
      ),
    ),
    ...items.map(({ kind, count: found, isMore }) => {
      // A kind of a newer version has no name here.
      const label = (actionItemTitles[language] as Partial<Record<string, string>>)[kind] ?? kind;
      return row(label, isMore ? texts.moreThan(count(found)) : count(found), admin);
    }),
    ...(unanswered > 0 ? [row(texts.unanswered, count(unanswered), `${admin}/inbox`)] : []),
  ];
  return {
    heading: texts.waiting,
    rows: rows.length > 0 ? rows : [{ label: texts.nothingWaits, value: '', note: null, href: null }],
  };
}

function speedSection(
  { speeds }: DigestFigures,
  language: AdminLanguage,
  texts: DigestTexts,
  admin: string,
): DigestSection[] {
  if (speeds.length === 0) return [];
  const rows = speeds.map(({ provider, service, links, p50, p90 }) => ({
    label: `${cleanLine(provider)}, ${cleanLine(service)}`,
    value: texts.median(timeText(language, p50)),
    note:
      p90 === null
        ? texts.linkCount(countText(links, language))
        : texts.nineOfTen(timeText(language, p90), countText(links, language)),
    href: `${admin}?tab=api`,
  }));
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
  const { weekday, date, month } = partsOf(day, language);
  return `${weekday} ${date} ${month}`;
}

/** One day, or the days from the first to the last. */
export function spanText({ from, to }: { from: string; to: string }, language: Language): string {
  if (from === to) return dayText(from, language);
  const [first, last] = [partsOf(from, language), partsOf(to, language)];
  const begin = first.month === last.month ? first.date : `${first.date} ${first.month}`;
  return `${begin}–${last.date} ${last.month}`;
}

function partsOf(day: string, language: Language) {
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
