// Fixtures of the orders tab: orders as the API returns them, the tab, and element lookups.
import { button, click, dispatchEvent, type FakeStore, settle } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';

export const links = [
  'https://www.instagram.com/p/One/',
  'https://www.instagram.com/p/Two/',
  'https://www.instagram.com/p/3/',
];

export function order(id: string, changed: Record<string, unknown> = {}) {
  return {
    id,
    customer_email: `${id.toLowerCase()}@mail.test`,
    customer_username: 'ana',
    amount: 1234.5,
    status: 'paid',
    payment_status: 'paid',
    quantity: 5000,
    category: 'Likes',
    post_links: links.slice(0, 1),
    created_at: '2026-03-01T11:00:00.000Z',
    ...changed,
  };
}

export type OrdersRepository = FakeStore & {
  /** Sets the orders that the fake store returns. */
  lists: (orders: unknown[], total: number, headers?: Record<string, string>) => void;
};

/** A fake store with one order, no saved views and no provider orders. */
export function storeWithOrders(): OrdersRepository {
  const store = signIn();
  const lists: OrdersRepository['lists'] = (orders, total, headers = {}) =>
    store.on('GET /api/orders', { body: orders, headers: { 'X-Total-Count': String(total), ...headers } });
  store.on('GET /api/admin/order-views', { body: [] });
  store.on('POST /api/orders/api-orders-batch', { body: [] });
  lists([order('AAA')], 1);
  return { ...store, lists };
}

export async function openTab(search = ''): Promise<void> {
  await openAdmin(`/admin?tab=orders${search}`);
  await settle();
}

/** The menu of a row, which it opens first. */
export async function menuOf(id: string): Promise<HTMLElement> {
  const opener = button(`More actions for order ${id}`);
  if (opener.getAttribute('aria-expanded') !== 'true') await click(opener);
  return document.querySelector(`fieldset[aria-label="More actions for order ${id}"]`) as HTMLElement;
}

/** The status selector in the menu of a row. */
export async function statusOf(id: string): Promise<HTMLSelectElement> {
  return (await menuOf(id)).querySelector('select') as HTMLSelectElement;
}

export function rows(): Element[] {
  return [...document.querySelectorAll('tbody tr')];
}

export function dialog(): HTMLDialogElement {
  return document.querySelector('dialog') as HTMLDialogElement;
}

export async function choose(select: Element | null, value: string): Promise<void> {
  const found = select as HTMLSelectElement;
  found.value = value;
  await dispatchEvent(found, new Event('change', { bubbles: true }));
}
