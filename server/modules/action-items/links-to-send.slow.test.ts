// What can be sent now: the figure of Home, the queue, the order and the send agree.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { actionItemSteps } from '../../../tests/support/action-item-steps.ts';
import { deliverySteps } from '../../../tests/support/delivery-steps.ts';
import { aLink, type Placed } from '../../../tests/support/orders.ts';
import { refundSteps } from '../../../tests/support/refund-steps.ts';
import { jwtSecret, startStore, type TestStore } from '../../../tests/support/store.ts';
import { derivedSecret } from '../../platform/secrets.ts';
import { countUnsentLinks } from '../analytics/analytics.repository.ts';
import { createReceiptLinks } from '../receipts/receipt-links.ts';
import { unsentUnits } from './action-item-details.repository.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await clear();
  await proveAgain();
});

const { end, paid, readAsAdmin, send, sent } = deliverySteps(() => store);
const { give, lookAgain, proveAgain } = refundSteps(() => store);
const { clear, linksToSend } = actionItemSteps(() => store);
const links = createReceiptLinks(derivedSecret(jwtSecret, 'receipt links'));

/** What the screens show of the links to send, all of this order: the store has no other. */
async function shown(order: Placed) {
  const { to_send: home } = await store.admin.call('GET /api/admin/attention', { query: {} });
  const { linksToSend: tab } = await store.admin.call('GET /api/admin/stats', {});
  const queue = await store.admin.call('GET /api/orders', { query: { queue: 'to_send' } });
  return {
    home: home?.links ?? 0,
    tab,
    queue: queue.filter(({ id }) => id === order.id).length,
    item: await linksToSend(order),
    barrier: (await readAsAdmin(order)).send_barrier,
  };
}

const nothing = { home: 0, tab: 0, queue: 0, item: undefined };

test('A-27, rule 11: no link is to be sent while a refund is open', async () => {
  const order = await paid(2);
  const all = { home: 2, tab: 2, queue: 1, item: '2 of 2 links to send', barrier: null };
  expect(await shown(order)).toEqual(all);

  await store.control('/gateway/fail', { kind: 'lose', operation: 'refund' });
  await give(order, { amount: 1 });
  expect((await send(order)).status).toBe(409);
  expect(await shown(order)).toEqual({ ...nothing, barrier: 'refund_open' });

  await lookAgain();
  expect(await shown(order)).toEqual(all);
  for (const link of order.postLinks) expect((await send(order, link)).status).toBe(200);
  expect(await shown(order)).toEqual({ ...nothing, barrier: null });
});

test('A-44: links that were refunded as undelivered are not to be sent', async () => {
  const order = await paid(2);
  const running = await sent(order);
  expect((await give(order, { undelivered: true })).body.refund).toMatchObject({ undelivered_quantity: 500 });
  expect((await send(order, order.postLinks[1])).status).toBe(409);
  expect(await shown(order)).toEqual({ ...nothing, barrier: 'refunded' });
  await end(running, 'Completed', 0);
  expect(await readAsAdmin(order)).toMatchObject({ status: 'completed', send_barrier: null });
});

test('D-91: a link is not to be sent until the request for another one is decided; the order is a problem meanwhile', async () => {
  const order = await paid(2);
  const [postLink = '', other = ''] = order.postLinks;
  const body = { postLink, newLink: aLink() };
  const headers = { 'order-key': `${order.id}.${links.computeKey(order.id)}` };
  await store.visitor.call('POST /api/orders/{id}/request-link', { params: { id: order.id }, body }, headers);
  const problems = async () =>
    (await store.admin.call('GET /api/orders', { query: { queue: 'problems' } })).filter(({ id }) => id === order.id);
  expect(await shown(order)).toEqual({ home: 1, tab: 1, queue: 1, item: '1 of 2 links to send', barrier: null });
  expect(await problems()).toHaveLength(1);
  expect((await send(order, other)).status).toBe(200);
  expect(await shown(order)).toEqual({ ...nothing, barrier: null });
  expect(await problems()).toHaveLength(1);
  await store.admin.call('POST /api/admin/orders/{id}/replace-link', { params: { id: order.id }, body });
  expect(await shown(order)).toEqual({ home: 1, tab: 1, queue: 1, item: '1 of 2 links to send', barrier: null });
  expect(await problems()).toEqual([]);
});

test('the figures of many orders are those of their links one by one', async () => {
  const { database } = store.db;
  await database.pool.query(`
    insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links, status,
      payment_status, paid_at, created_at, updated_at)
    select 'AAAAAAAAA' || translate(to_char(n, 'FM000'), '01', 'BC'), 'many@mail.example', 'customer',
      (array['Likes', 'Views'])[1 + n % 2], 1000 + n, 300, 'USD', (array['x' || n, 'y' || n, 'z' || n])[1 : 1 + n % 3], 'paid', 'paid',
      now(), now(), now() from generate_series(1, 120) n`);
  const ofMany = `from orders o cross join generate_series(0, cardinality(o.post_links) - 1) p
    where o.customer_email = 'many@mail.example'`;
  // Some links have a send, a replaced one before them, or an open request.
  await database.pool.query(`
    insert into dispatches (order_id, position, post_link, link_key, action, service_id, quantity, state, claim_id, claimed_at,
      provider_order_id, created_at, updated_at)
    select o.id, p, o.post_links[p + 1], o.post_links[p + 1], 'likes', '1', 100, s.state, gen_random_uuid(), now(),
      case when s.state = 'sent' then o.id || p end, now(), now()
    from (select o.*, p ${ofMany}) o cross join lateral (
      select (array['sent', 'failed', 'waiting'])[1 + (o.quantity + p) % 3] as state) s
    where (o.quantity * 7 + p) % 5 < 2`);
  await database.pool.query(`
    insert into link_replacements (id, order_id, position, old_link, new_link, delivered, replaced_by, replaced_at)
    select gen_random_uuid(), o.id, p, 'old', 'new', (o.quantity * p) % 40, 'system', now() from (select o.*, p ${ofMany}) o
    where (o.quantity * 3 + p) % 7 = 0`);
  await database.pool.query(`
    insert into link_requests (order_id, number, position, old_link, new_link, link_key, state, requested_at, changed_at)
    select o.id, p + 1, p, o.post_links[p + 1], 'new', 'new', 'requested', now(), now() from (select o.*, p ${ofMany}) o
    where (o.quantity + p) % 11 = 0`);
  const { rows } = await database.pool.query<{ id: string; category: string; units: number; delivered: number }>(`
    select o.id, o.category, o.quantity / cardinality(o.post_links) + (p < o.quantity % cardinality(o.post_links))::int as units,
      (select coalesce(sum(delivered), 0)::int from link_replacements r where r.order_id = o.id and r.position = p) as delivered
    ${ofMany} and o.delivery_state in ('to_send', 'sending')
      and not exists (select from dispatches d where d.order_id = o.id and d.position = p and d.state <> 'waiting')
      and not exists (select from link_requests r where r.order_id = o.id and r.position = p)`);
  const sums = (links: typeof rows) => ({
    links: links.length,
    orders: new Set(links.map(({ id }) => id)).size,
    quantity: links.reduce((sum, { units, delivered }) => sum + units - delivered, 0),
    rests: links.filter(({ delivered }) => delivered > 0).length,
    restQuantity: links.reduce((sum, { units, delivered }) => sum + (delivered > 0 ? units - delivered : 0), 0),
  });
  expect(new Set(rows.map(({ id }) => id)).size).toBeGreaterThan(50);
  expect(rows.some(({ delivered }) => delivered > 0)).toBe(true);
  expect(await unsentUnits(database.db)).toEqual([
    ...['Likes', 'Views'].map((offer) => ({ offer, ...sums(rows.filter(({ category }) => category === offer)) })),
  ]);
  const { links: count, orders } = sums(rows);
  expect(await countUnsentLinks(database.db)).toEqual({ links: count, orders });
});
