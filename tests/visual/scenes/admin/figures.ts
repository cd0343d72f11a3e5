// The demo store's figures: the data of its dashboards, and its action items.
import type { AnswerFor } from '../../../../contract/index.ts';
import { post, shownOrder } from './orders.ts';

export const stats: AnswerFor<'GET /api/admin/stats'> = {
  totalOrders: 1_284,
  todayOrders: 23,
  todayDeclined: 3,
  ordersDayBefore: 19,
  pendingOrders: 9,
  paidAwaiting: 3,
  revenue: 48_392.5,
  formattedRevenue: '$48,392.50',
  linksToSend: 4,
  ordersToSend: 3,
};

/** Two waves, Sundays low: what a curve of thirty days looks like. */
export const monthlyStats: AnswerFor<'GET /api/admin/monthly-stats'> = monthFrom(Date.UTC(2026, 1, 13), 28);
const monthBefore = monthFrom(Date.UTC(2026, 0, 14), 24);

function monthFrom(firstMs: number, least: number): AnswerFor<'GET /api/admin/monthly-stats'> {
  return Array.from({ length: 30 }, (_, at) => {
    const orders = Math.round(least + 12 * Math.sin(at / 3) + at / 2 - (at % 7 === 1 ? 14 : 0));
    const date = new Date(firstMs + at * 86_400_000).toISOString().slice(0, 10);
    return { date, orders, revenue: Math.round(orders * (36 + 9 * Math.cos(at / 4)) * 100) / 100 };
  });
}

function totalOf(days: AnswerFor<'GET /api/admin/monthly-stats'>) {
  const revenue = days.reduce((sum, day) => sum + Math.round(day.revenue * 100), 0) / 100;
  return { orders: days.reduce((sum, { orders }) => sum + orders, 0), revenue, byDay: days };
}

export const advancedStats: AnswerFor<'GET /api/admin/advanced-stats'> = {
  categoryStats: [
    { category: 'Likes', revenue: 31_204.5 },
    { category: 'Views', revenue: 17_188 },
  ],
  weeklyStats: Array.from({ length: 8 }, (_, at) => ({
    week: `2026-W${String(4 + at).padStart(2, '0')}`,
    orders: 140 + ((at * 37) % 60) + at * 6,
    revenue: 5_100 + ((at * 911) % 1_700) + at * 240.5,
  })),
  weeklyStatsBefore: Array.from({ length: 8 }, (_, at) => ({
    week: at < 5 ? `2025-W${48 + at}` : `2026-W0${at - 4}`,
    orders: 120 + ((at * 29) % 50),
    revenue: 4_700 + ((at * 733) % 1_500),
  })),
  statusDistribution: [
    { status: 'completed', count: 1_284, percentage: 80.6 },
    { status: 'processing', count: 141, percentage: 8.9 },
    { status: 'failed', count: 97, percentage: 6.1 },
    { status: 'pending', count: 62, percentage: 3.9 },
    { status: 'paid', count: 9, percentage: 0.6 },
  ],
  paidOrders: 1_284,
  averageOrderValue: 37.69,
  topCustomers: [
    { email: 'li***@harbour-coffee.example', orders: 14, totalSpent: 6_120 },
    { email: 'so***@studio-by-the-sea.example', orders: 9, totalSpent: 2_448.5 },
    { email: 'ma***@velo.example', orders: 6, totalSpent: 1_190 },
    { email: 'an***@mail.example', orders: 5, totalSpent: 402 },
    { email: 'yu***@mail.example', orders: 3, totalSpent: 159 },
  ],
  apiOrdersStats: { total: 3_906, completed: 3_701, pending: 188 },
  conversionFunnel: { visitors: 18_422, checkouts: 1_937, payments: 1_048 },
};

export const periodStats: AnswerFor<'GET /api/admin/period-stats'> = {
  days: 30,
  current: {
    from: '2026-02-13',
    to: '2026-03-14',
    ...totalOf(monthlyStats),
    byCategory: [
      { category: 'Likes', revenue: 24_120.5 },
      { category: 'Views', revenue: 13_720 },
    ],
    paidOrders: 1_004,
    completedOrders: 962,
    averageOrder: 37.69,
  },
  before: {
    from: '2026-01-14',
    to: '2026-02-12',
    ...totalOf(monthBefore),
    byCategory: [
      { category: 'Likes', revenue: 22_310 },
      { category: 'Views', revenue: 12_604.5 },
    ],
    paidOrders: 901,
    completedOrders: 870,
    averageOrder: 38.75,
  },
};

export const sourceStats: AnswerFor<'GET /api/admin/source-stats'> = {
  from: '2026-02-13',
  to: '2026-03-14',
  rows: [
    { name: 'google.com', visitors: 6_204, checkouts: 702, orders: 610, paid: 402, sales: 15_280.5 },
    {
      name: 'newsletter-for-customers-of-last-year',
      visitors: 1_830,
      checkouts: 401,
      orders: 322,
      paid: 241,
      sales: 9_120,
    },
    { name: 'direct', visitors: 5_410, checkouts: 498, orders: 402, paid: 188, sales: 6_804.4 },
    { name: 'withheld', visitors: null, checkouts: null, orders: 196, paid: 121, sales: 4_440 },
    { name: 'l.instagram.com', visitors: 4_978, checkouts: 336, orders: 101, paid: 52, sales: 2_195.1 },
  ],
  more: 0,
  total: { visitors: 18_422, checkouts: 1_937, orders: 1_631, paid: 1_004, sales: 37_840 },
  lost: {
    orders: [
      { reason: 'link', count: 84 },
      { reason: 'form', count: 31 },
      { reason: 'unknown', count: 191 },
    ],
    paid: [
      { reason: 'not_opened', count: 301 },
      { reason: 'declined_bank', count: 188 },
      { reason: 'form_expired', count: 97 },
      { reason: 'unknown', count: 41 },
    ],
  },
};

const { customer_email, category, quantity, amount } = shownOrder;
const order = { customer_email, category, quantity, amount };
const link = { post_link: post('Cx7aBcDeFg1'), quantity, api_order_id: '48213377', refill_requested_at: null };

export const attention: AnswerFor<'GET /api/admin/attention'> = {
  kinds: [
    waiting('payment_mismatch', 1, true, 'Captured 40.00 USD, expected 48.00 USD'),
    waiting('dispatch_unknown', 2, false, 'No answer within 10 s'),
    waiting('dispatch_failed', 1, true, 'Link is private or does not exist'),
    waiting('mail_undelivered', 3, true, '550 mailbox unavailable'),
    waiting('dead_job', 1, true, 'follow-delivery: connect ECONNREFUSED', null),
  ],
  to_send: {
    links: 4,
    orders: 3,
    units: [
      { category: 'Likes', quantity: 2_200 },
      { category: 'Views', quantity: 10_000 },
    ],
    rests: { links: 0, quantity: 0 },
  },
};

type Waiting = AnswerFor<'GET /api/admin/attention'>['kinds'][number];

function waiting(
  kind: Waiting['kind'],
  count: number,
  may_set_aside: boolean,
  words: string,
  order_id: string | null = shownOrder.id,
): Waiting {
  const items = Array.from({ length: count }, (_, at) => {
    const item = { subject: `${kind} ${at}`, order_id, at: `2026-03-14T1${3 - at}:14:15Z`, words };
    return order_id === null ? item : { ...item, order, link };
  });
  return { kind, count, more: false, may_set_aside, items };
}

export const reconciliation: AnswerFor<'GET /api/admin/reconciliation'> = {
  report: {
    from: '2026-03-13',
    to: '2026-03-13',
    state: 'done',
    problem: null,
    compared: 41,
    difference_count: 1,
    started_at: '2026-03-14T04:00:00Z',
    updated_at: '2026-03-14T04:00:12Z',
    differences: [
      {
        kind: 'refunded',
        order_id: shownOrder.id,
        gateway_order_id: `${shownOrder.id}-1`,
        ours: 'refunded 12.00 USD',
        theirs: 'refunded 0.00 USD',
      },
    ],
  },
};
