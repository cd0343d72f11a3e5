import { beforeEach, describe, expect, it } from 'vitest';
import { button, click, type FakeStore, hasButton, settle, text } from '../testing.tsx';
import { openAdmin } from '../testing-signed-in.tsx';
import {
  id,
  linkA,
  linkB,
  openLinkMenu,
  openOrder,
  order,
  panel,
  row,
  sentA,
  storeWithOrder,
} from './testing-order.tsx';
// Imports the lazy chunk first, because fake timers do not wait for a dynamic import.
import '../orders/bulk-dialog.tsx';

const list = 'queue=to_send&sort=oldest';
const [before, after] = ['BEFORE', 'AFTER'];
const pageOf = (orderId: string) => `/admin/orders/${orderId}?${new URLSearchParams({ list })}`;
let store: FakeStore;

beforeEach(() => {
  store = storeWithOrder();
  for (const other of [before, after]) {
    store.on(`GET /api/orders/${other}`, { body: { ...order, id: other } });
    store.on(`GET /api/orders/${other}/api-orders`, { body: [] });
  }
  lists([before, id, after]);
});

function lists(ids: string[]): void {
  const body = ids.map((one) => ({ ...order, id: one }));
  store.on('GET /api/orders', { body, headers: { 'X-Total-Count': String(ids.length) } });
}

const hrefOf = (name: string) => button(name).getAttribute('href');
const pageCalls = () => store.calls('GET /api/orders').filter(({ query }) => query.get('limit') === '50');

describe('the queue of an order', () => {
  it('is in the address: position, neighbors and the way back survive a reload', async () => {
    await openAdmin(pageOf(id));
    await settle();
    expect(text()).toContain('2 of 3');
    expect(Object.fromEntries(pageCalls()[0]?.query ?? [])).toEqual({ queue: 'to_send', sort: 'oldest', limit: '50' });
    expect(hrefOf('Previous order in the list')).toBe(pageOf(before));
    expect(hrefOf('Next order in the list')).toBe(pageOf(after));
    expect(hrefOf('To send')).toBe(`/admin?tab=orders&${list}`);
  });

  it('steps on although orders leave it on the way, and stops at its end', async () => {
    await openAdmin(pageOf(before));
    await settle();
    lists([id, after]);
    await click(button('Next order in the list'));
    expect(location.pathname).toBe(`/admin/orders/${id}`);
    expect(text()).toContain('2 of 3');
    lists([after]);
    await click(button('Next order in the list'));
    expect(location.pathname).toBe(`/admin/orders/${after}`);
    expect(button('Next order in the list').disabled).toBe(true);
    expect(hrefOf('Previous order in the list')).toBe(pageOf(id));
    expect(pageCalls()).toHaveLength(1);
  });

  it('goes on with the first one where its order has left it', async () => {
    lists([after]);
    await openAdmin(pageOf(id));
    await settle();
    expect(text()).not.toContain('of 1');
    expect(hrefOf('Next order in the list')).toBe(pageOf(after));
  });

  it('is not there for an order that was opened elsewhere', async () => {
    await openAdmin(`/admin/orders/${id}`);
    expect(hasButton('Next order in the list')).toBe(false);
    expect(hrefOf('Orders')).toBe('/admin?tab=orders');
  });
});

describe('sending all links', () => {
  const send = `POST /api/admin/orders/${id}/send-post`;
  const paid = (state: string) => ({
    ...order,
    payment: 'paid',
    delivery: { state, links: 2, sent: 0, ended: 0, ordered: 1001 },
  });

  it('A-37: sends each link that is not sent, after a preview', async () => {
    store.on(`GET /api/orders/${id}`, { body: paid('to_send') });
    store.on(send, { body: { success: true, apiOrder: {} } });
    await openOrder(store);
    await click(button('Send all (2)', panel('Order Details')));
    await settle();
    expect(store.calls(send)).toEqual([]);
    await click(button('Send 2 links', document.querySelector('dialog') ?? undefined));
    expect(store.calls(send).map(({ body }) => (body as { postLink: string }).postLink)).toEqual([linkA, linkB]);
  });

  it('A-37: says what was done, also when no link is left to send', async () => {
    store.on(`GET /api/orders/${id}`, { body: paid('to_send') });
    store.on(send, () => {
      store.on(`GET /api/orders/${id}`, {
        body: {
          ...paid('in_progress'),
          delivery: { state: 'in_progress', links: 2, sent: 2, ended: 0, ordered: 1001 },
        },
      });
      return { body: { success: true, apiOrder: {} } };
    });
    await openOrder(store);
    await click(button('Send all (2)', panel('Order Details')));
    await settle();
    await click(button('Send 2 links', document.querySelector('dialog') ?? undefined));
    await settle();
    expect(text()).not.toContain('paid links to send');
    expect(document.querySelector('dialog')?.textContent).toContain('2 of 2 done');
  });

  it.each([
    ['one link is left', 'sending', [sentA], {}],
    ['the order is not paid', 'to_send', [], { payment: 'unpaid', payment_status: 'pending', status: 'pending' }],
  ])('is not offered where %s', async (_why, state, deliveries, change) => {
    store.on(`GET /api/orders/${id}`, { body: { ...paid(state), ...change } });
    await openOrder(store, deliveries);
    expect(text()).not.toContain('Send all');
  });
});

describe('a link on the page of its order', () => {
  it('shows delivered of ordered by the newest status, one button, and the others in its menu', async () => {
    store.on('GET /api/admin/order-status/23501', { body: { status: 'Partial', remains: 120 } });
    await openOrder(store, [{ ...sentA, live_status: 'Partial', remains: 120 }]);
    await settle(1);
    expect(row(0).textContent).toContain('381 of 501 likes');
    const enabled = [...row(0).querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]
      .map((one) => one.getAttribute('aria-label') ?? one.textContent)
      .filter((label) => !label?.startsWith('Copy'));
    expect(enabled).toEqual(['Refill', 'More actions for link 1']);
    await openLinkMenu(1);
    expect(hasButton('Replace link', row(0))).toBe(true);
  });
});
