// After the payment: the result page in each of its states, and My Orders.

import type { Page } from 'playwright-core';
import type { AnswerFor } from '../../../contract/index.ts';
import { languagePrefixes } from '../../../contract/languages.ts';
import { live, main, type Reply, type Scene } from '../scene.ts';

const key = 'AAAAAAAAAAAAAAAAAAAAAA';
const receiptPath = `/receipt/A1B2C3D4E5F6/${key}`;
const orderPath = `/order/A1B2C3D4E5F6/${key}`;

const paths = { receipt_path: receiptPath, order_path: orderPath };

type Followed = AnswerFor<'GET /api/orders/{id}'>;
type Tracked = AnswerFor<'GET /api/orders/by-email/{email}'>[number];
type Sent = Tracked['api_orders'][number];

const order: Followed = {
  id: 'A1B2C3D4E5F6',
  status: 'paid',
  payment_status: 'paid',
  quantity: 10_000,
  category: 'Likes',
  amount: 48,
  created_at: '2026-03-14T14:52:00Z',
  payment: 'paid',
  delivery: { state: 'to_send', links: 2, sent: 0, ended: 0, ordered: 10_000, delivered: 0 },
};

const result = (name: string, changed: Partial<Followed>, more: Partial<Scene> = {}): Scene => {
  const found: Followed = { ...order, ...changed };
  const status = found.payment_status === 'paid' ? 'success' : 'pending';
  return {
    name: `success-${name}`,
    page: 'success',
    frame: live,
    path: (lang) => `${languagePrefixes[lang]}/success?orderId=${order.id}`,
    replies: {
      'POST /api/orders/{id}/confirm-payment': {
        returns: { status, order: found, ...(status === 'success' ? paths : {}) },
      },
      'GET /api/orders/{id}': { returns: found },
    },
    act: async ({ page, pass }) => {
      await pass(1);
      await page.locator('dl').waitFor();
    },
    ...more,
  };
};

const post = (at: number) => `https://www.instagram.com/p/C${at}aBcDeFgHi/`;
const sent = (at: number, changed: Partial<Sent> = {}): Sent => ({
  api_order_id: String(23_500 + at),
  category: 'Likes',
  status: 'sent',
  post_link: post(at),
  quantity: 5_000,
  live_status: 'Completed',
  remains: 0,
  ...changed,
});
const tracked = (changed: Partial<Tracked>): Tracked => ({
  ...order,
  refunded_amount: 0,
  post_links: [post(1), post(2)],
  receipt_path: null,
  order_path: null,
  api_orders: [],
  ...changed,
});

const delivery = (state: Tracked['delivery']['state'], changed: Partial<Tracked['delivery']> = {}) => ({
  ...order.delivery,
  state,
  ...changed,
});
const unpaid = (id: string, changed: Partial<Tracked> = {}): Tracked =>
  tracked({
    id,
    status: 'pending',
    payment_status: 'session',
    payment: 'unpaid',
    delivery: delivery('none'),
    quantity: 500,
    amount: 3,
    post_links: [post(1)],
    ...changed,
  });

/** One order in each state that a buyer can meet: from the payment to the delivery, then what went otherwise. */
const onTheWay: Tracked[] = [
  unpaid('PENDING00001'),
  tracked({ id: 'PAID00000002', ...paths }),
  tracked({
    id: 'PR0CESS00003',
    status: 'processing',
    category: 'Views',
    quantity: 1_000_000,
    amount: 2_700,
    post_links: [1, 2, 3, 4, 5].map(post),
    delivery: delivery('sending', { links: 5, sent: 4, ended: 2, ordered: 1_000_000, delivered: 526_500 }),
    api_orders: [
      sent(1, { category: 'Views', quantity: 200_000 }),
      sent(2, { category: 'Views', quantity: 200_000, live_status: 'In progress', remains: 61_500 }),
      sent(3, { category: 'Views', quantity: 200_000, live_status: 'Partial', remains: 12_000 }),
      sent(4, { category: 'Views', quantity: 200_000, live_status: 'Pending', remains: 200_000 }),
    ],
  }),
  tracked({
    id: 'C0MPLETE0004',
    status: 'completed',
    ...paths,
    payment: 'partly_refunded',
    delivery: delivery('completed', { sent: 2, ended: 2, delivered: 10_000 }),
    api_orders: [sent(1), sent(2)],
    refunded_amount: 12,
  }),
];
const wentOtherwise: Tracked[] = [
  tracked({
    id: 'PART1A100005',
    status: 'processing',
    ...paths,
    delivery: delivery('partial', { sent: 2, ended: 2, delivered: 8_800 }),
    api_orders: [sent(1), sent(2, { live_status: 'Partial', remains: 1_200 })],
  }),
  tracked({
    id: 'CANCE1ED0006',
    status: 'failed',
    payment_status: 'refunded',
    payment: 'refunded',
    delivery: delivery('not_delivered', { sent: 1, ended: 1 }),
    api_orders: [sent(1, { live_status: 'Canceled', remains: 5_000 })],
    refunded_amount: 48,
  }),
  unpaid('C0NF1RM00007', { payment: 'confirming' }),
];

const tries: Tracked[] = [
  unpaid('TRY000000001'),
  unpaid('TRY000000002', { payment: 'declined', payment_status: 'expired' }),
  unpaid('TRY000000003', { status: 'failed', payment_status: 'expired', payment: 'expired' }),
];

const pending: Partial<Followed> = { status: 'pending', payment_status: 'session', delivery: delivery('none') };

const search = (name: string, reply: Reply<Tracked[]>, shown: string): Scene => ({
  name: `client-${name}`,
  page: 'client',
  frame: live,
  replies: { 'GET /api/orders/by-email/{email}': reply, 'GET /api/admin/order-status/{providerId}': 'waits' },
  act: async ({ page, pass }) => {
    await find(page, 'ana@buyer.example');
    const first = page.locator(shown).first();
    // A search that fails is repeated after a second (API-5), which the still clock does not reach by itself.
    for (let tries = 0; tries < 20 && !(await first.isVisible()); tries += 1) await pass(250);
    await first.waitFor();
  },
});

export const orders: readonly Scene[] = [
  result('paid', {}, { frame: main }),
  result('sent', {
    status: 'processing',
    category: 'Views',
    delivery: delivery('in_progress', { sent: 2, delivered: 1_356 }),
  }),
  result('delivered', {
    status: 'completed',
    delivery: delivery('completed', { sent: 2, ended: 2, delivered: 10_000 }),
  }),
  result('partial', {
    status: 'processing',
    delivery: delivery('partial', { sent: 2, ended: 2, delivered: 8_800 }),
  }),
  result('unpaid', { ...pending, payment: 'unpaid' }),
  result('declined', { ...pending, payment: 'declined' }),
  result('pending', { ...pending, payment: 'confirming' }),
  result(
    'pending-long',
    { ...pending, payment: 'confirming' },
    {
      act: async ({ page, pass }) => {
        await pass(1);
        await page.locator('dl').waitFor();
        const support = page.getByRole('link', { name: /Support|suporte/ });
        // The page polls again after each answer, which takes real time that the still clock does not count.
        for (let tries = 0; tries < 60 && !(await support.isVisible()); tries += 1) await pass(10_000);
        await support.waitFor();
      },
    },
  ),
  result('failed', { ...pending, status: 'failed', payment_status: 'expired', payment: 'expired' }),
  result('refunded', { ...pending, status: 'failed', payment_status: 'refunded', payment: 'refunded' }),
  result('disputed', { ...pending, status: 'failed', payment_status: 'disputed', payment: 'disputed' }),
  result(
    'unknown',
    {},
    {
      replies: {
        'POST /api/orders/{id}/confirm-payment': { refuses: 404, code: 'order_not_found', message: 'Order not found' },
        'GET /api/orders/{id}': { refuses: 404, code: 'order_not_found', message: 'Order not found' },
      },
      act: async ({ page, pass }) => {
        await pass(1);
        await page.locator('[data-view=neutral]').waitFor();
      },
    },
  ),
  result('checking', {}, { replies: { 'POST /api/orders/{id}/confirm-payment': 'waits' }, act: ({ pass }) => pass(1) }),
  {
    name: 'success-of-nothing',
    page: 'success',
    frame: live,
    act: ({ page }) => page.locator('[data-view=neutral]').waitFor(),
  },
  { name: 'client', page: 'client', frame: 'page', act: ({ page }) => ready(page) },
  {
    name: 'client-no-email',
    page: 'client',
    frame: { part: '.toast-in' },
    act: async ({ page }) => {
      await find(page, ' ');
      await page.locator('.toast-in').waitFor();
    },
  },
  search('searching', 'waits', '[aria-busy=true]'),
  search('none', { returns: [] }, '.arrive'),
  search('error', { refuses: 500 }, '[role=alert]'),
  search('orders', { returns: onTheWay }, 'article'),
  search('orders-otherwise', { returns: wentOtherwise }, 'article'),
  search('unpaid-tries', { returns: tries }, 'details.question'),
];

async function ready(page: Page): Promise<void> {
  await page.locator('form button[type=submit]:not([disabled])').waitFor();
}

async function find(page: Page, email: string): Promise<void> {
  await ready(page);
  await page.locator('form input[type=email]').fill(email);
  await page.locator('form button[type=submit]').click();
}
