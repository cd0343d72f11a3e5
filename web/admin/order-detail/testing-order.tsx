// Fixtures of the order page: an order of two links as the API returns it, its page, and element lookups.
import { button, click, type FakeStore } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';

export const id = 'ABCDEFGH2345';
export const linkA = 'https://www.instagram.com/p/aaa/';
export const linkB = 'instagram.com/reel/bbb/';

export const order = {
  id,
  customer_email: 'buyer@mail.test',
  customer_username: 'customer',
  amount: 6,
  status: 'paid',
  payment_status: 'paid',
  quantity: 1001,
  category: 'Likes',
  post_links: [linkA, linkB],
  earlier_sends: [],
  created_at: '2026-03-01T11:00:00.000Z',
};

export const sentA = { api_order_id: '23501', category: 'Likes', status: 'sent', post_link: linkA, quantity: 501 };

/** A fake store with this order and no sent links. */
export function storeWithOrder(): FakeStore {
  const store = signIn();
  store.on(`GET /api/orders/${id}`, { body: order });
  store.on(`GET /api/orders/${id}/api-orders`, { body: [] });
  store.on('GET /api/admin/order-status/23501', { body: { status: 'In progress', remains: 120 } });
  return store;
}

export async function openOrder(store: FakeStore, deliveries?: unknown[]): Promise<void> {
  if (deliveries) store.on(`GET /api/orders/${id}/api-orders`, { body: deliveries });
  await openAdmin(`/admin/orders/${id}`);
}

export function panel(title: string): HTMLElement {
  const found = [...document.querySelectorAll('section')].find((one) => one.querySelector('h2')?.textContent === title);
  if (!found) throw new Error(`no panel "${title}"`);
  return found;
}

export function row(position: number): HTMLElement {
  const found = panel('Order Details').querySelectorAll('li')[position];
  if (!found) throw new Error(`no row ${position}`);
  return found;
}

/** Opens the menu of a link, counted from 1. */
export async function openLinkMenu(number: number): Promise<void> {
  await click(button(`More actions for link ${number}`));
}

export function statusCalls(store: FakeStore): number {
  return store.calls('GET /api/admin/order-status/23501').length;
}
