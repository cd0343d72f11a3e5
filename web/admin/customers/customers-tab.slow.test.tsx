import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAdmin } from '../admin-context.tsx';
import { AdminApp } from '../app.tsx';
import { button, click, type FakeStore, fakeStore, field, fill, settle, show, text } from '../testing.tsx';

const now = Date.parse('2026-03-01T12:00:00Z');
let store: FakeStore;
let hide: (() => Promise<void>) | undefined;

beforeEach(() => {
  vi.useFakeTimers({ now });
  localStorage.setItem('adminToken', 'abc');
  store = fakeStore();
  store.on('GET /api/admin/verify', { body: { user: { email: 'o@s.test', role: 'admin', exp: now / 1000 + 3600 } } });
  answer([customer('ana', 3)], 1);
});

afterEach(async () => {
  await hide?.();
  hide = undefined;
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function customer(name: string, orders: number, changed: Record<string, unknown> = {}) {
  const email = `${name}@mail.test`;
  return {
    email,
    username: name,
    totalSpent: 1234.5,
    totalOrders: orders,
    last_order_at: '2026-03-01T11:00:00.000Z',
    orders: Array.from({ length: orders }, (_, at) => ({
      id: `${name.toUpperCase()}${at + 1}`,
      customer_email: email,
      customer_username: name,
      amount: 12,
      status: 'paid',
      payment_status: 'paid',
      quantity: 2000,
      category: 'Likes',
      post_links: [],
      created_at: '2026-03-01T11:00:00.000Z',
    })),
    tags: [] as string[],
    ...changed,
  };
}

type Customer = ReturnType<typeof customer>;

function answer(customers: Customer[], total: number, headers: Record<string, string> = {}): void {
  const body = customers.map((one) => ({ ...one, orders: [] }));
  store.on('GET /api/admin/customers', { body, headers: { 'X-Total-Count': String(total), ...headers } });
  for (const { email, orders } of customers) store.on(`GET /api/admin/customers/${email}/orders`, { body: orders });
}

async function open(search = ''): Promise<void> {
  history.replaceState(null, '', `/admin?tab=customers${search}`);
  hide = await show(<AdminApp admin={createAdmin(localStorage, () => undefined)} />);
  await settle();
}

const table = () => [...document.querySelectorAll('table')].find((one) => one.caption?.textContent === 'Customers');
const rows = () => [...(table()?.querySelectorAll(':scope > tbody > tr:not([id])') ?? [])];
const card = () => table()?.querySelector(':scope > tbody > tr[id]') ?? null;
const toggle = (name: string) =>
  rows()
    .find((row) => row.textContent?.includes(`${name}@mail.test`))
    ?.querySelector('button') as HTMLButtonElement;
const calls = () => store.calls('GET /api/admin/customers');

describe('the customers', () => {
  it('D-46, ADM-CUS-1..6: a row each, which opens to email, username, total spent, order count and a table of them', async () => {
    answer([customer('ana', 2, { tags: ['VIP'] }), customer('bob', 1, { totalSpent: 0 })], 2);
    await open();
    expect(calls().at(-1)?.query.get('orders')).toBe('0');
    expect(rows()).toHaveLength(2);
    expect(card()).toBeNull();
    for (const shown of ['ana@mail.test', '@ana', '$1,234.50', '1 h ago', 'VIP'])
      expect(rows()[0]?.textContent).toContain(shown);
    await click(toggle('ana'));
    expect(location.search).toBe('?tab=customers&customer=ana%40mail.test');
    for (const shown of ['ana@mail.test', '@ana', '$1,234.50 total spent', '2 orders'])
      expect(card()?.textContent).toContain(shown);
    expect([...(card()?.querySelectorAll('th') ?? [])].map((head) => head.textContent)).toEqual(
      'Order Amount Status Date Actions'.split(' '),
    );
    expect(card()?.querySelectorAll('tbody tr')).toHaveLength(2);
    expect(text()).toContain('2 customers');
    await click(toggle('ana'));
    expect(card()).toBeNull();
    expect(location.search).toBe('?tab=customers');
  });

  it('D-46: the address opens a row, whatever the case of the email, and the row leads to the page', async () => {
    await open('&customer=Ana%40Mail.test');
    expect(toggle('ana').getAttribute('aria-expanded')).toBe('true');
    await click(button('Open the page of ana@mail.test'));
    expect(location.pathname).toBe('/admin/customers/ana%40mail.test');
  });

  it('ADM-CUS-7, ADM-CUS-8, A-48: View leads to the page of the order', async () => {
    await open('&customer=ana@mail.test');
    await click(button('View order ANA2'));
    expect(location.pathname).toBe('/admin/orders/ANA2');
  });

  it('shows the newest orders first, the others on demand, and leads to the page where there are still more', async () => {
    answer([customer('ana', 20, { totalOrders: 31 })], 1);
    await open('&customer=ana@mail.test');
    expect(card()?.querySelectorAll('tbody tr')).toHaveLength(3);
    await click(button('Show 17 more'));
    expect(card()?.querySelectorAll('tbody tr')).toHaveLength(20);
    await click(button('All 31 orders'));
    expect(location.pathname).toBe('/admin/customers/ana%40mail.test');
  });

  it('shows a failure to load the orders of an opened customer, and tries again', async () => {
    store.on('GET /api/admin/customers/ana@mail.test/orders', { status: 503, body: { message: 'Busy.' } });
    await open('&customer=ana@mail.test');
    await settle(5_000);
    expect(card()?.textContent).toContain("Couldn't load the orders");
    answer([customer('ana', 1)], 1);
    await click(button('Try Again'));
    expect(card()?.querySelectorAll('tbody tr')).toHaveLength(1);
  });

  it('D-7: loads the most spent first, and another order and a search when they are chosen', async () => {
    await open();
    expect(calls().at(-1)?.query.get('sort')).toBe('spent');
    await click(button('Most orders'));
    expect(calls().at(-1)?.query.get('sort')).toBe('orders');
    expect(location.search).toBe('?tab=customers&sort=orders');
    await fill(field('input[type=search]'), 'ana@');
    await settle(400);
    expect(calls().at(-1)?.query.get('search')).toBe('ana@');
    expect(calls().at(-1)?.query.get('sort')).toBe('orders');
    expect(text()).toContain('1 customer found');
  });

  it('D-7: a page has an address, and another search begins at the first', async () => {
    answer([customer('ana', 1)], 2, { Link: '</api/admin/customers?cursor=abc>; rel="next"' });
    await open();
    answer([customer('bob', 1)], 2);
    await click(button('Next'));
    expect(calls().at(-1)?.query.get('cursor')).toBe('abc');
    expect(location.search).toBe('?tab=customers&after=abc');
    expect(rows()[0]?.textContent).toContain('bob@mail.test');
    await click(toggle('bob'));
    await click(button('Latest order'));
    expect(location.search).toBe('?tab=customers&sort=recent');
    expect(calls().at(-1)?.query.get('cursor')).toBeNull();
  });

  it('D-7: shows that more match than are counted', async () => {
    answer([customer('ana', 1)], 1_000, { 'X-Total-Capped': 'true' });
    await open('&search=ana');
    expect(text()).toContain('More than 1,000 customers found');
  });

  it('shows loading rows, and an empty state without customers and without a match', async () => {
    store.on('GET /api/admin/customers', () => new Promise<never>(() => {}));
    await open();
    expect(document.querySelector('table[aria-busy=true]')?.textContent).toContain('Customers are loading');
    await hide?.();
    answer([], 0);
    await open();
    expect(text()).toContain('Customers appear here after their first order.');
    await hide?.();
    await open('&search=zoe');
    expect(text()).toContain('No email contains this text.');
  });

  it('shows a failure, and tries again', async () => {
    store.on('GET /api/admin/customers', { status: 503, body: { message: 'The store is busy.' } });
    await open();
    await settle(5_000);
    expect(text()).toContain("Couldn't load the customers");
    expect(text()).toContain('The store is busy.');
    answer([customer('ana', 1)], 1);
    await click(button('Try Again'));
    expect(rows()).toHaveLength(1);
  });

  it.each([
    ['a failure of the store', 'status'],
    ['a network that breaks', 'network'],
  ])('API-5: a search that meets %s is repeated once', async (_name, kind) => {
    await open();
    const failure = { status: 503, body: { message: 'The store is busy.' } };
    if (kind === 'status') store.on('GET /api/admin/customers', failure);
    else store.breakDown(true);
    const before = calls().length;
    await fill(field('input[type=search]'), 'zoe');
    await settle(400);
    expect(calls()).toHaveLength(before + 1);
    await settle(5_000);
    expect(calls()).toHaveLength(before + 2);
    expect(text()).toContain("Couldn't load the customers");
  });
});
