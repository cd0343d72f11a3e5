// Random histories of orders: whatever buyers, admins and providers do in whatever order, at the end every order ended, or
// waits under an action item. More and others: ORDER_HISTORIES=1000 ORDER_SEED=7 npx vitest run server/workflows/order-histories
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CountingPanel, startPanel } from '../../tests/support/fake-provider.ts';
import { letDaysPass, misfiledOrders, stuckOrders } from '../../tests/support/order-ends.ts';
import { aLink, openSession, type Placed, payAtGateway, placeOrder } from '../../tests/support/orders.ts';
import { refundSteps } from '../../tests/support/refund-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

const runs = Number(process.env.ORDER_HISTORIES ?? 4);
const seed = Number(process.env.ORDER_SEED ?? 1);

const statuses = ['Pending', 'Processing', 'Completed', 'Failed'] as const;
const providerStatuses = ['In progress', 'Completed', 'Partial', 'Canceled', 'Fail', 'Pausiert'] as const;
const link = fc.nat(2);
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('pay'), declined: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('send'), link }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('say'),
      link,
      status: fc.constantFrom(...providerStatuses),
      remains: fc.nat(10),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('refund'), share: fc.constantFrom('undelivered', 'a part', 'all') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('status'), status: fc.constantFrom(...statuses), confirm: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('undo') }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('dismiss') }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('replace'), link }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('charge back') }) },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;
/** What the provider says of the links that are on their way once nobody acts any more. */
const history = fc.record({
  links: fc.integer({ min: 1, max: 3 }),
  acts: fc.array(act, { maxLength: 12 }),
  fate: fc.constantFrom('Completed', 'Partial', 'Fail', 'In progress'),
});

let panel: CountingPanel;
let store: TestStore;
const statusOf = new Map<string, { status: string; remains: string }>();
beforeAll(async () => {
  panel = await startPanel();
  panel.respond((id) => statusOf.get(id) ?? { status: 'Pending', remains: '' });
  store = await startStore(panel.settings);
});
afterAll(async () => {
  await store.stop();
  await panel.close();
});
const { give, proveAgain, ledgerFaults } = refundSteps(() => store);

test(
  `${runs} random histories end every order, or an action item names the hand that it needs`,
  async () => {
    const lived: { order: Placed; acts: readonly Act[]; fate: string }[] = [];
    for (const { links, acts, fate } of fc.sample(history, { numRuns: runs, seed })) {
      const post_links = Array.from({ length: links }, () => aLink());
      const order = await placeOrder(store, { post_links, quantity: 1000, email: `buyer${lived.length}@example.com` });
      for (const one of acts) await live(order, one);
      lived.push({ order, acts, fate });
    }
    expect(await misfiledOrders(store)).toEqual([]);
    for (const { order, fate } of lived) for (const id of await placedIds(order)) if (id) setStatusOf(id, fate, 10);
    await letDaysPass(store, 16 + runs / 25);
    const histories = new Map(lived.map((one) => [one.order.id, one]));
    const stuck = (await stuckOrders(store)).map((now) => ({ now, history: histories.get(now.id) }));
    expect(stuck).toEqual([]);
    expect(await misfiledOrders(store)).toEqual([]);
    expect(await ledgerFaults()).toEqual([]);
  },
  60_000 + runs * 3_000,
);

async function live(order: Placed, deed: Act): Promise<void> {
  const params = { id: order.id };
  switch (deed.does) {
    case 'pay': {
      const opened = await openSession(store, order).catch(() => null);
      if (opened === null) return;
      await payAtGateway(store, opened, deed.declined ? '05/39' : '01/39').catch(() => {});
      await store.visitor.ask('POST /api/orders/{id}/confirm-payment', { params, body: {} });
      return;
    }
    case 'send': {
      const postLink = (await linksOf(order))[deed.link] ?? '';
      await store.admin.ask('POST /api/admin/orders/{id}/send-post', { params, body: { postLink, category: 'Likes' } });
      return;
    }
    case 'say': {
      const id = (await placedIds(order))[deed.link];
      if (id) setStatusOf(id, deed.status, deed.remains);
      store.advance(60_000);
      await store.app.jobHandlers.follow_deliveries({});
      return;
    }
    case 'refund':
      await proveAgain();
      await give(order, refundOf(order, deed.share));
      return;
    case 'status':
      await store.admin.ask('PATCH /api/admin/orders/{id}/status', {
        params,
        body: { status: deed.status, confirm: deed.confirm },
      });
      return;
    case 'undo':
      await store.admin.ask('POST /api/admin/orders/{id}/undo-status', { params });
      return;
    case 'dismiss': {
      const { kinds } = await store.admin.call('GET /api/admin/attention', { query: { kind: 'delivery_stopped' } });
      for (const { subject, order_id } of kinds.flatMap(({ items }) => items)) {
        if (order_id !== order.id) continue;
        const body = { kind: 'delivery_stopped', subject, note: 'Settled by phone' } as const;
        await store.admin.ask('POST /api/admin/attention/aside', { body });
      }
      return;
    }
    case 'replace': {
      const postLink = (await linksOf(order))[deed.link] ?? '';
      const body = { postLink, newLink: aLink() };
      await store.admin.ask('POST /api/admin/orders/{id}/replace-link', { params, body });
      return;
    }
    case 'charge back':
      await store.control('/gateway/chargeback', { orderId: `${order.id}-1` }).catch(() => {});
      await store.control('/gateway/deliver', {});
      await store.drain();
  }
}

function refundOf(
  { amount }: Placed,
  share: 'undelivered' | 'a part' | 'all',
): { amount?: number; undelivered?: boolean } {
  if (share === 'undelivered') return { undelivered: true };
  return { amount: share === 'all' ? amount : 1 };
}

const setStatusOf = (id: string, status: string, remains: number) =>
  statusOf.set(id, { status, remains: String(remains) });

async function linksOf({ id }: Placed): Promise<string[]> {
  const { rows } = await store.db.database.pool.query('select post_links from orders where id = $1', [id]);
  return rows[0].post_links;
}

/** At the provider, by the link's position. */
async function placedIds({ id }: Placed): Promise<(string | undefined)[]> {
  const { rows } = await store.db.database.pool.query(
    'select position, provider_order_id from dispatches where order_id = $1 and provider_order_id is not null',
    [id],
  );
  const ids: (string | undefined)[] = [];
  for (const row of rows) ids[row.position] = row.provider_order_id;
  return ids.filter((one) => one !== undefined);
}
