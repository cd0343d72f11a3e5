import { act } from 'react';
import { expect, it, vi } from 'vitest';
// The lazy pages first, because fake timers do not wait for a dynamic import.
import './customers/customers-tab.tsx';
import './orders/orders-tab.tsx';
import { order } from './order-detail/testing-order.tsx';
import { type Answer, click, dispatchEvent, type FakeStore, settle, text } from './testing.tsx';
import { openAdmin, operator, signIn } from './testing-signed-in.tsx';

const customer = {
  email: 'ana@shop.test',
  username: 'ana',
  totalSpent: 12,
  totalOrders: 1,
  last_order_at: '2026-11-01T12:00:00.000Z',
  orders: [],
  tags: [],
};

async function openHome(prepare: (store: FakeStore) => void = () => undefined): Promise<FakeStore> {
  const store = signIn();
  store.on('GET /api/orders', { body: [order], headers: { 'X-Total-Count': '1' } });
  store.on('GET /api/admin/customers', { body: [customer], headers: { 'X-Total-Count': '1' } });
  store.on('POST /api/orders/api-orders-batch', { body: [] });
  prepare(store);
  await openAdmin('/admin');
  await settle();
  return store;
}

const link = (tab: string) => {
  const found = document.querySelector(`nav a[href="/admin?tab=${tab}"]`);
  if (!found) throw new Error(`There is no link to ${tab}.`);
  return found;
};
const pointer = (type: string, pointerType: string) => new PointerEvent(type, { bubbles: true, pointerType });
/** Those of the list, and not of the newest orders on Home. */
const lists = (store: FakeStore) => store.calls('GET /api/orders').filter(({ query }) => query.get('limit') === '50');
const customers = (store: FakeStore) => store.calls('GET /api/admin/customers');

async function rest(ms = 100): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  await settle();
}

it('requests a list once while the mouse rests on its link, presses it and focuses it', async () => {
  const store = await openHome();
  await dispatchEvent(link('orders'), pointer('pointerover', 'mouse'));
  expect(lists(store)).toHaveLength(0);
  await rest();
  expect(lists(store)).toHaveLength(1);
  // Over the name inside of the link.
  await dispatchEvent(link('orders').querySelector('span') ?? document, pointer('pointerover', 'mouse'));
  await rest();
  await dispatchEvent(link('orders'), pointer('pointerdown', 'mouse'));
  await dispatchEvent(link('orders'), new FocusEvent('focusin', { bubbles: true }));
  expect(lists(store)).toHaveLength(1);
  expect(customers(store)).toHaveLength(0);
});

it('requests nothing for a link that the mouse only crosses', async () => {
  const store = await openHome();
  await dispatchEvent(link('orders'), pointer('pointerover', 'mouse'));
  await rest(20);
  await dispatchEvent(document.body, pointer('pointerover', 'mouse'));
  await rest(1_000);
  expect(lists(store)).toHaveLength(0);
});

it.each([
  ['a press', (at: Element) => dispatchEvent(at, pointer('pointerdown', 'mouse'))],
  ['the focus', (at: Element) => dispatchEvent(at, new FocusEvent('focusin', { bubbles: true }))],
])('requests a list at once by %s', async (_, reach) => {
  const store = await openHome();
  await reach(link('customers'));
  expect(customers(store)).toHaveLength(1);
  expect(customers(store)[0]?.query.toString()).toBe('limit=50&sort=spent&orders=0');
});

it('requests nothing for a touch, which may scroll', async () => {
  const store = await openHome();
  await dispatchEvent(link('orders'), pointer('pointerover', 'touch'));
  await dispatchEvent(link('orders'), pointer('pointerdown', 'touch'));
  await rest(1_000);
  expect(lists(store)).toHaveLength(0);
});

it('requests nothing that the role may not read', async () => {
  const store = await openHome((given) =>
    given.on('GET /api/admin/verify', { body: { user: { ...operator, denied: ['listCustomers'] } } }),
  );
  await dispatchEvent(link('customers'), pointer('pointerdown', 'mouse'));
  await dispatchEvent(link('orders'), pointer('pointerdown', 'mouse'));
  expect(customers(store)).toHaveLength(0);
  expect(lists(store)).toHaveLength(1);
});

it('requests nothing where the browser saves data', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  const store = await openHome();
  Reflect.deleteProperty(navigator, 'connection');
  await dispatchEvent(link('orders'), pointer('pointerdown', 'mouse'));
  expect(lists(store)).toHaveLength(0);
});

it.each([
  ['orders', order.id],
  ['customers', customer.email],
])('a click on %s waits for the request of its press, and sends no second one', async (tab, shown) => {
  let answerNow: (answer: Answer) => void = () => undefined;
  const store = await openHome((given) => {
    const call = tab === 'orders' ? 'GET /api/orders' : 'GET /api/admin/customers';
    const body = tab === 'orders' ? [order] : [customer];
    given.on(call, ({ query }) =>
      query.get('limit') === '50' ? new Promise<Answer>((answer) => (answerNow = answer)) : { body },
    );
  });
  const sent = () => (tab === 'orders' ? lists(store) : customers(store));
  await dispatchEvent(link(tab), pointer('pointerdown', 'mouse'));
  await click(link(tab));
  expect(sent()).toHaveLength(1);
  expect(document.querySelector('main tbody a, main tbody button')).toBeNull();
  await act(async () => answerNow({ body: tab === 'orders' ? [order] : [customer] }));
  await settle();
  expect(document.querySelector('main tbody')?.textContent).toContain(shown);
  expect(sent()).toHaveLength(1);
});

it('shows the prefetched list at once, and then as the store has it by now', async () => {
  const store = await openHome();
  await dispatchEvent(link('customers'), pointer('pointerover', 'mouse'));
  await rest();
  let answerNow: (answer: Answer) => void = () => undefined;
  store.on('GET /api/admin/customers', () => new Promise<Answer>((answer) => (answerNow = answer)));
  await click(link('customers'));
  expect(text()).toContain('ana@shop.test');
  await act(async () => answerNow({ body: [{ ...customer, email: 'eva@shop.test' }] }));
  await settle();
  expect(text()).toContain('eva@shop.test');
  expect(text()).not.toContain('ana@shop.test');
});

it('a failed request shows nothing before the click, and is repeated by it', async () => {
  const store = await openHome((given) => given.on('GET /api/admin/customers', { status: 500 }));
  const shown = text();
  await dispatchEvent(link('customers'), pointer('pointerdown', 'mouse'));
  expect(customers(store)).toHaveLength(1);
  expect(text()).toBe(shown);
  store.on('GET /api/admin/customers', { body: [customer] });
  await click(link('customers'));
  await rest(2_000);
  expect(text()).toContain('ana@shop.test');
});

it('requests nothing for the page that is shown', async () => {
  const store = await openHome();
  await click(link('customers'));
  await rest(60_000);
  const before = customers(store).length;
  await dispatchEvent(link('customers'), pointer('pointerdown', 'mouse'));
  expect(customers(store)).toHaveLength(before);
});
