// Calls about what the store earned and how it goes (DATA-9..18). Money in dollars with two decimals,
// days in the store's time zone. docs/figures.md says what each figure means.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { category } from './orders.ts';

/**
 * totalOrders: completed ones. todayOrders: placed in the last 24 hours. pendingOrders: pending or paid, of which
 * `paidAwaiting` are paid and wait to be sent. linksToSend: unsent links of paid orders, partly sent ones too, which are
 * of `ordersToSend` orders. formattedRevenue: "$1,234.56", by D-16.
 */
export const adminStats = endpoint({
  method: 'GET',
  path: '/api/admin/stats',
  access: 'admin',
  scope: 'figures:read',
  summary: 'The figures of the overview.',
  input: {},
  output: z.object({
    totalOrders: z.number(),
    todayOrders: z.number(),
    pendingOrders: z.number(),
    formattedRevenue: z.string(),
    paidAwaiting: z.number(),
    linksToSend: z.number(),
    ordersToSend: z.number(),
  }),
  errors: [],
});

/**
 * The last 30 days, oldest first, every day there. orders: placed on the day. revenue: of the payments of the day,
 * less what of them was given back since.
 */
export const monthlyStats = endpoint({
  method: 'GET',
  path: '/api/admin/monthly-stats',
  access: 'admin',
  scope: 'figures:read',
  summary: 'Orders and revenue of the last 30 days, by day.',
  input: {},
  output: z.array(
    z.object({
      /** YYYY-MM-DD */
      date: z.string(),
      revenue: z.number(),
      orders: z.number(),
    }),
  ),
  errors: [],
});

/**
 * Weeks are the last 8 of ISO 8601. The funnel is about the last 30 days: orders placed, and orders paid, on
 * these days; its visitors are those of each day, added up. `averageOrderValue` is the revenue by `paidOrders`. E-mails are masked. apiOrdersStats: links with a provider order. `completed` and `pending` are by its last
 * status, and pending is every status that is not final. A link with an unknown result has no provider order yet.
 */
export const advancedStats = endpoint({
  method: 'GET',
  path: '/api/admin/advanced-stats',
  access: 'admin',
  scope: 'figures:read',
  summary: 'The figures of the analytics tab.',
  input: {},
  output: z.object({
    categoryStats: z.array(z.object({ category, revenue: z.number() })),
    weeklyStats: z.array(
      z.object({
        /** 2025-W01 */
        week: z.string(),
        orders: z.number(),
        revenue: z.number(),
      }),
    ),
    statusDistribution: z.array(
      z.object({
        status: z.string(),
        count: z.number(),
        /** Of all orders, one decimal. */
        percentage: z.number(),
      }),
    ),
    averageOrderValue: z.number(),
    /** Orders paid, of which money is kept: those that the average counts. */
    paidOrders: z.number(),
    topCustomers: z.array(z.object({ email: z.string(), orders: z.number(), totalSpent: z.number() })),
    apiOrdersStats: z.object({ total: z.number(), completed: z.number(), pending: z.number() }),
    conversionFunnel: z.object({ visitors: z.number(), checkouts: z.number(), payments: z.number() }),
  }),
  errors: [],
});

/** How far back a period may reach, in days. */
export const periodDays = [7, 30, 90, 365] as const;

const periodFigures = z.object({
  /** YYYY-MM-DD, both of the period. */
  from: z.string(),
  to: z.string(),
  /** Placed in the period. */
  orders: z.number(),
  /** Paid in the period, of which money is kept. */
  paidOrders: z.number(),
  /** Of these payments, less what of them was given back since. */
  revenue: z.number(),
  /** The revenue by the paid orders. */
  averageOrder: z.number(),
});

/** The last days, today the last of them, beside as many days before them: both by the rules of the other figures. */
export const periodStats = endpoint({
  method: 'GET',
  path: '/api/admin/period-stats',
  access: 'admin',
  scope: 'figures:read',
  summary: 'The figures of the last days beside those of as many days before.',
  input: {
    query: z.object({
      days: z.coerce
        .number()
        .refine((days): days is (typeof periodDays)[number] => periodDays.some((known) => known === days))
        .default(30),
    }),
  },
  output: z.object({ days: z.number(), current: periodFigures, before: periodFigures }),
  errors: ['invalid_input'],
});
