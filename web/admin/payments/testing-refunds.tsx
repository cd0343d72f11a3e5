// Fixtures of refund tests: a store with a paid order, its page, and the steps of a refund.
import { expect } from 'vitest';
import { button, click, type FakeStore, field, fill } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';

export const id = 'ABCDEFGH2345';
export const readRefunds = `GET /api/admin/orders/${id}/refunds`;
export const createRefund = `POST /api/admin/orders/${id}/refunds`;
export const toBePaid = { payment: 1, kind: 'paid', amount: 6, left: 6 };
export const undelivered = { quantity: 0, amount: 0, running: 0, unknown: 0 };
export const refund = {
  id: `${id}-R1`,
  payment: 1,
  amount: 2.5,
  state: 'refunded',
  reason: 'Too slow',
  undelivered_quantity: null,
  problem: null,
  requested_by: 'o@s.test',
  created_at: '2026-03-01T11:30:00Z',
  updated_at: '2026-03-01T11:30:00Z',
};
const order = {
  id,
  amount: 6,
  status: 'paid',
  payment_status: 'paid',
  quantity: 1000,
  category: 'Likes',
  post_links: ['https://www.instagram.com/p/aaa/'],
};

/** A fake store where no link of the order was sent to the provider. */
export function storeWithRefunds(): FakeStore {
  const store = signIn();
  store.on(`GET /api/orders/${id}/api-orders`, { body: [] });
  return store;
}

/** Opens the order page. Call the returned function to unmount it before the test ends. */
export async function openRefunds(
  store: FakeStore,
  situation: object = {},
  paymentStatus = 'paid',
): Promise<() => Promise<void>> {
  store.on(`GET /api/orders/${id}`, { body: { ...order, payment_status: paymentStatus } });
  store.on(readRefunds, { body: { refunds: [], payments: [toBePaid], undelivered, ...situation } });
  return openAdmin(`/admin/orders/${id}`);
}

export const panel = () =>
  [...document.querySelectorAll('section')].find((one) => one.querySelector('h2')?.textContent === 'Refunds');
export const dialog = () => document.querySelector('dialog');
export const alarm = () => dialog()?.querySelector('[role=alert]')?.textContent;
export const amount = () => field('dialog input[name=amount]');
export const reason = () => field('dialog input[name=reason]');
export const keysOf = (store: FakeStore) =>
  store.calls(createRefund).map(({ headers }) => headers.get('idempotency-key'));
export const bodiesOf = (store: FakeStore) => store.calls(createRefund).map(({ body }) => body);

export async function enterRefund(dollars: string, why: string): Promise<void> {
  await click(button('Refund', panel()));
  await fill(amount(), dollars);
  await fill(reason(), why);
}

/** Confirms the refund. The button contains the amount. */
export async function refundNow(worth: string): Promise<void> {
  await click(button('Continue'));
  await confirm(worth);
}

/** Refunds the undelivered part that the panel proposes. */
export async function refundPart(): Promise<void> {
  await click(button('Refund $1.50', panel()));
  await confirm('$1.50');
}

async function confirm(worth: string): Promise<void> {
  expect(dialog()?.querySelector('h2')?.textContent).toBe(`Refund ${worth}?`);
  await click(button(`Refund ${worth}`, dialog() ?? undefined));
}
