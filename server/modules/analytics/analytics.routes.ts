// Endpoints of the store's figures: counts, shares, and masked emails.

import type { AnswerFor } from '../../../contract/index.ts';
import { dollarsFromCents, formatUsd } from '../../../contract/money.ts';
import { minusSign } from '../../../contract/numbers.ts';
import { orderStatuses } from '../../../contract/order-status.ts';
import { type SourceList, sourcesWithoutVisitors } from '../../../contract/source-lists.ts';
import { plainHost } from '../../../contract/visit-source.ts';
import type { StoreContext } from '../../context.ts';
import type { OrderPeriod } from '../../ports/figures.ts';
import { hiddenDatum, mayRead } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import type { Money, OfferRevenue, Span } from './analytics.repository.ts';
import * as analytics from './analytics.repository.ts';
import { countLost } from './losses.repository.ts';
import { explainLoss } from './losses.ts';
import { flushRefusals } from './order-refusals.ts';
import * as sources from './sources.repository.ts';

const windowDays = 30;
const weekCount = 8;
const topCount = 5;

export const analyticsRoutes = routes({
  adminStats: readStats,
  monthlyStats: readMonth,
  advancedStats: async (ctx, _input, call) => {
    const stats = await readCharts(ctx);
    if (mayRead(call, 'customers:read')) return stats;
    return { ...stats, topCustomers: stats.topCustomers.map((one) => ({ ...one, email: hiddenDatum })) };
  },
  periodStats: (ctx, { query: { days, source } }) =>
    source === undefined ? readPeriod(ctx, days) : readPeriodOf(ctx, days, source),
  sourceStats: async (ctx, { query: { by, days, source = null } }) => {
    // Counts this process's refused orders first; those of others follow within a minute.
    await flushRefusals(ctx);
    return readSources(ctx, by, days, source);
  },
});

/** The counts of the Overview. Links to send are read from the primary: an admin may have sent one just now. */
async function readStats({ replicaReads, database }: StoreContext): Promise<AnswerFor<'GET /api/admin/stats'>> {
  const [unsent, [counts, { orders: todayOrders, declined: todayDeclined }, { orders: ofTwoDays }, { revenueCents }]] =
    await Promise.all([
      analytics.countUnsentLinks(database.db),
      replicaReads.run(({ db }) =>
        Promise.all([
          analytics.statusCounts(db),
          analytics.withinHours(db, 24),
          analytics.withinHours(db, 48),
          analytics.money(db),
        ]),
      ),
    ]);
  const count = (wanted: string) => counts.find(({ status }) => status === wanted)?.count ?? 0;
  return {
    totalOrders: count('completed'),
    todayOrders,
    todayDeclined,
    ordersDayBefore: Math.max(0, ofTwoDays - todayOrders),
    pendingOrders: count('pending') + count('paid'),
    revenue: dollarsFromCents(revenueCents),
    formattedRevenue: formatUsd(revenueCents).replace(minusSign, '-'),
    paidAwaiting: count('paid'),
    linksToSend: unsent.links,
    ordersToSend: unsent.orders,
  };
}

/** One entry a day, the last 30 days. */
async function readMonth({ replicaReads }: StoreContext): Promise<AnswerFor<'GET /api/admin/monthly-stats'>> {
  return shownDays(await replicaReads.run(({ db }) => analytics.days(db, windowDays, 0)));
}

/** The charts of Analytics. Emails are masked. */
async function readCharts({
  replicaReads,
  settings,
}: StoreContext): Promise<AnswerFor<'GET /api/admin/advanced-stats'>> {
  const { offers } = await settings.current();
  const [earned, weeks, counts, money, top, placed, { orders: checkouts, paidOrders: payments }, visitors] =
    await replicaReads.run(({ db }) =>
      Promise.all([
        analytics.revenueByOffer(db, offers),
        analytics.weeks(db, 2 * weekCount),
        analytics.statusCounts(db),
        analytics.money(db),
        analytics.topCustomers(db, topCount),
        analytics.placedOutcomes(db),
        analytics.ofDays(db, windowDays, 0),
        analytics.visitors(db, windowDays, 0),
      ]),
    );
  const ofOutcome = (outcome: string) => placed.get(outcome) ?? 0;
  return {
    categoryStats: shownOffers(earned),
    weeklyStats: shownWeeks(weeks.slice(weekCount)),
    weeklyStatsBefore: shownWeeks(weeks.slice(0, weekCount)),
    statusDistribution: distribution(counts),
    averageOrderValue: computeAverage(money),
    paidOrders: money.paidOrders,
    topCustomers: top.map(({ email, orders, spentCents }) => ({
      email: maskedEmail(email),
      orders,
      totalSpent: dollarsFromCents(spentCents),
    })),
    apiOrdersStats: {
      total: ofOutcome('completed') + ofOutcome('pending') + ofOutcome('ended'),
      completed: ofOutcome('completed'),
      pending: ofOutcome('pending'),
    },
    conversionFunnel: { visitors, checkouts, payments },
  };
}

/** So many days and as many before them. */
async function readPeriod(
  { replicaReads, settings }: StoreContext,
  days: number,
): Promise<AnswerFor<'GET /api/admin/period-stats'>> {
  const { offers } = await settings.current();
  const [current, before, daysNow, daysBefore, offersNow, offersBefore] = await replicaReads.run(({ db }) =>
    Promise.all([
      analytics.ofDays(db, days, 0),
      analytics.ofDays(db, days, days),
      analytics.days(db, days, 0),
      analytics.days(db, days, days),
      analytics.revenueByOffer(db, offers, days),
      analytics.revenueByOffer(db, offers, days, days),
    ]),
  );
  return {
    days,
    current: shownPeriod(current, daysNow, offersNow),
    before: shownPeriod(before, daysBefore, offersBefore),
  };
}

/** As `readPeriod`, of one source. */
async function readPeriodOf(
  { replicaReads }: StoreContext,
  days: number,
  name: string,
): Promise<AnswerFor<'GET /api/admin/period-stats'>> {
  const of = { list: 'source', name } as const;
  const [current, before, daysNow, daysBefore] = await replicaReads.run(({ db }) =>
    Promise.all([
      sources.namedOfDays(db, of, days, 0),
      sources.namedOfDays(db, of, days, days),
      sources.namedDays(db, of, days, 0),
      sources.namedDays(db, of, days, days),
    ]),
  );
  return {
    days,
    current: shownPeriod({ ...current, delivered: null }, daysNow, null),
    before: shownPeriod({ ...before, delivered: null }, daysBefore, null),
  };
}

/** Shares in percent with one decimal, in the order of an order's states; unknown ones last. */
export function distribution(counts: readonly { status: string; count: number }[]) {
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const known: readonly string[] = orderStatuses;
  const place = (status: string) => {
    const at = known.indexOf(status);
    return at < 0 ? known.length : at;
  };
  return [...counts]
    .sort((one, other) => place(one.status) - place(other.status))
    .map(({ status, count }) => ({ status, count, percentage: Math.round((count / all) * 1000) / 10 }));
}

/** "an***@mail.example": the first two characters of the name only. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 0) return '***';
  return `${email.slice(0, Math.min(2, at))}***${email.slice(at)}`;
}

/** So many days, listed by source, campaign, first page, country or device. `source`: only this one, in the list of sources. */
async function readSources(
  { config, replicaReads }: StoreContext,
  by: SourceList,
  days: number,
  source: string | null,
): Promise<AnswerFor<'GET /api/admin/source-stats'>> {
  const ownHost = plainHost(new URL(config.publicUrl).hostname);
  const [{ rows, names }, seen, { from, to, orders, paidOrders, revenueCents }, { refused, unpaid }] =
    await replicaReads.run(({ db }) =>
      Promise.all([
        sources.sourceFigures(db, by, days, { ownHost, only: source }),
        sources.visitorTotals(db, days),
        analytics.ofDays(db, days, 0),
        countLost(db, days, source),
      ]),
    );
  const shown = rows.map((row) => ({ name: row.name, ...shownFigures(row, by === 'source' ? row.name : null) }));
  const total =
    source === null
      ? { ...seen, orders, paid: paidOrders, sales: dollarsFromCents(revenueCents) }
      : shownFigures(rows[0] ?? noFigures, source);
  return {
    from,
    to,
    rows: shown,
    more: names - rows.length,
    total,
    lost: {
      orders: explainLoss(total.checkouts, total.orders, refused),
      paid: explainLoss(total.orders, total.paid, unpaid),
    },
  };
}

const noFigures = { visitors: 0, checkouts: 0, orders: 0, payments: 0, revenueCents: 0 };

function shownFigures(
  { visitors, checkouts, orders, payments, revenueCents }: typeof noFigures,
  source: string | null,
) {
  const isCounted = source === null || !sourcesWithoutVisitors.includes(source);
  return {
    visitors: isCounted ? visitors : null,
    checkouts: isCounted ? checkouts : null,
    orders,
    paid: payments,
    sales: dollarsFromCents(revenueCents),
  };
}

function shownPeriod(
  {
    from,
    to,
    orders,
    paidOrders,
    delivered,
    revenueCents,
  }: Omit<OrderPeriod, 'delivered'> & { delivered: number | null },
  days: Span[],
  byCategory: OfferRevenue[] | null,
) {
  const revenue = dollarsFromCents(revenueCents);
  return {
    from,
    to,
    orders,
    paidOrders,
    completedOrders: delivered,
    revenue,
    averageOrder: computeAverage({ paidOrders, revenueCents }),
    byCategory: byCategory && shownOffers(byCategory),
    byDay: shownDays(days),
  };
}

const shownDays = (days: Span[]) => days.map(({ from, ...span }) => ({ date: from, ...shownSpan(span) }));
const shownWeeks = (weeks: Span[]) => weeks.map(({ from, ...span }) => ({ week: from, ...shownSpan(span) }));

function shownOffers(earned: OfferRevenue[]) {
  return earned.map(({ revenueCents, ...offer }) => ({ ...offer, revenue: dollarsFromCents(revenueCents) }));
}

function computeAverage({ paidOrders, revenueCents }: Money): number {
  return paidOrders > 0 ? dollarsFromCents(Math.round(revenueCents / paidOrders)) : 0;
}

function shownSpan({ orders, revenueCents }: Omit<Span, 'from'>) {
  return { orders, revenue: dollarsFromCents(revenueCents) };
}
