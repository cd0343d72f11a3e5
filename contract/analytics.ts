// Calls about revenue and orders. Money in dollars with two decimals, days in the store's time zone. docs/figures.md
// defines each figure.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { paymentLosses, refusalKinds, unknownLoss } from './losses.ts';
import { category } from './orders.ts';
import { sourceLists } from './source-lists.ts';

/**
 * totalOrders: completed orders. todayOrders: created in the last 24 hours, `todayDeclined` of them
 * with a declined payment; ordersDayBefore: in the 24 hours before.
 * pendingOrders: pending or paid; `paidAwaiting` of them are paid and unsent. linksToSend: unsent links of paid orders,
 * including partly sent ones, in `ordersToSend` orders. formattedRevenue: `revenue` as "$1,234.56".
 */
export const adminStats = endpoint('GET /api/admin/stats', {
  role: 'viewer',
  scope: 'figures:read',
  summary: 'Returns the figures of the overview.',
  output: z.object({
    totalOrders: z.number(),
    todayOrders: z.number(),
    todayDeclined: z.number(),
    ordersDayBefore: z.number(),
    pendingOrders: z.number(),
    revenue: z.number(),
    formattedRevenue: z.string(),
    paidAwaiting: z.number(),
    linksToSend: z.number(),
    ordersToSend: z.number(),
  }),
});

const dayFigures = z.object({
  /** YYYY-MM-DD */
  date: z.string(),
  revenue: z.number(),
  orders: z.number(),
});

/**
 * The last 30 days, oldest first, without gaps. orders: created on that day. revenue: payments of that day, less their
 * later refunds.
 */
export const monthlyStats = endpoint('GET /api/admin/monthly-stats', {
  role: 'viewer',
  scope: 'figures:read',
  summary: 'Returns orders and revenue of the last 30 days, by day.',
  output: z.array(dayFigures),
});

/** `offer`: the ID of one that does not stand for its category, with its name. */
const offerRevenue = z.object({
  category,
  offer: z.string().optional(),
  offer_name: z.string().optional(),
  revenue: z.number(),
});

const weekFigures = z.object({
  /** 2025-W01 */
  week: z.string(),
  orders: z.number(),
  revenue: z.number(),
});

/**
 * Weeks: the last 8 ISO 8601 weeks, and the 8 before them. The funnel covers the last 30 days: orders created, orders paid, and the sum of
 * daily visitors. `averageOrderValue`: revenue divided by `paidOrders`. Emails are masked, and hidden from a
 * key without the scope `customers:read`. apiOrdersStats: links with a
 * provider order, by last status; `pending` means not final. Links with an unknown result have no provider order.
 */
export const advancedStats = endpoint('GET /api/admin/advanced-stats', {
  role: 'viewer',
  scope: 'figures:read',
  summary: 'Returns the figures of the analytics tab.',
  output: z.object({
    categoryStats: z.array(offerRevenue),
    weeklyStats: z.array(weekFigures),
    weeklyStatsBefore: z.array(weekFigures),
    statusDistribution: z.array(
      z.object({
        status: z.string(),
        count: z.number(),
        /** Of all orders, one decimal. */
        percentage: z.number(),
      }),
    ),
    averageOrderValue: z.number(),
    /** Paid orders that are not fully refunded or charged back; the average divides by them. */
    paidOrders: z.number(),
    topCustomers: z.array(z.object({ email: z.string(), orders: z.number(), totalSpent: z.number() })),
    apiOrdersStats: z.object({ total: z.number(), completed: z.number(), pending: z.number() }),
    conversionFunnel: z.object({ visitors: z.number(), checkouts: z.number(), payments: z.number() }),
  }),
});

/** Allowed period lengths, in days. */
export const periodDays = [7, 30, 90, 365] as const;

const periodFigures = z.object({
  /** YYYY-MM-DD, both days included. */
  from: z.string(),
  to: z.string(),
  /** Created in the period. */
  orders: z.number(),
  /** Paid in the period, and not fully refunded or charged back. */
  paidOrders: z.number(),
  /** Created in the period, paid, and completed by now. Null with `source`: not counted by it. */
  completedOrders: z.number().nullable(),
  /** Payments of the period, less their later refunds. */
  revenue: z.number(),
  /** Revenue divided by paid orders. */
  averageOrder: z.number(),
  /** The revenue of each offer. Null with `source`: not counted by it. */
  byCategory: z.array(offerRevenue).nullable(),
  /** Every day of the period, oldest first. */
  byDay: z.array(dayFigures),
});

const shownDays = z.coerce
  .number()
  .refine((days): days is (typeof periodDays)[number] => periodDays.some((known) => known === days))
  .default(30);

/** As orders have it (D-94), also `unknown`, `direct`, `withheld`, `admin` or `api`. */
const source = z.string().min(1).max(100).optional();

/**
 * The last days including today, and the same number of days before them. The definitions match the other figures. With
 * `source`: of the orders of this source.
 */
export const periodStats = endpoint('GET /api/admin/period-stats', {
  role: 'viewer',
  scope: 'figures:read',
  summary: 'Compares the figures of the last days with those of the days before.',
  input: {
    query: z.object({ days: shownDays, source }),
  },
  output: z.object({ days: z.number(), current: periodFigures, before: periodFigures }),
  errors: ['invalid_input'],
});

const sourceRow = z.object({
  name: z.string(),
  /** Null: not counted, as with `withheld`. */
  visitors: z.number().nullable(),
  /** Of these, who saw the checkout. */
  checkouts: z.number().nullable(),
  /** Placed in the period. */
  orders: z.number(),
  /** Paid in the period, and not fully refunded or charged back. */
  paid: z.number(),
  sales: z.number(),
});

/**
 * By source, campaign, first page of the visit, country or device: the same definitions as the other figures, by days of the
 * store. Rows by sales, then orders, then visitors; at most 100. `total`: also what is in no row. Visitors are sums of
 * daily visitors, kept for 400 days from the version that counts them. With `source`, only with `by` source: of this one.
 *
 * `lost`: of `total`, what is lost from the checkout to the order, and from the order to the payment. The counts add up to the
 * loss; `unknown` is what the store cannot count. Empty where a step is not counted, or has no loss.
 */
export const sourceStats = endpoint('GET /api/admin/source-stats', {
  role: 'viewer',
  scope: 'figures:read',
  summary: 'Returns visitors, orders and sales by source.',
  input: {
    query: z
      .object({ days: shownDays, by: z.enum(sourceLists).default('source'), source })
      .refine(({ by, source: of }) => of === undefined || by === 'source', { path: ['source'] }),
  },
  output: z.object({
    /** YYYY-MM-DD, both days included. */
    from: z.string(),
    to: z.string(),
    rows: z.array(sourceRow),
    /** How many names are not in `rows`. */
    more: z.number(),
    total: sourceRow.omit({ name: true }),
    lost: z.object({
      orders: z.array(z.object({ reason: z.enum([...refusalKinds, unknownLoss]), count: z.number() })),
      paid: z.array(z.object({ reason: z.enum([...paymentLosses, unknownLoss]), count: z.number() })),
    }),
  }),
  errors: ['invalid_input'],
});
