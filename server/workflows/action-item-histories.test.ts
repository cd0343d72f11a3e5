// Random histories of orders (fuzz test): an item is open as long as its cause. After each history the test performs the acts of
// all open items, and the store must refuse none. More histories: ITEM_HISTORIES=300 ITEM_SEED=7 npx vitest run server/workflows/action-item-histories
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ActionItemKind } from '../../contract/action-item-kinds.ts';
import { actionItemSteps, type WaitingKinds } from '../../tests/support/action-item-steps.ts';
import { type CountingPanel, type PanelMood, startPanel } from '../../tests/support/fake-provider.ts';
import { aLink, chargeBack, type Placed, paidOrder, winDispute } from '../../tests/support/orders.ts';
import { refundSteps } from '../../tests/support/refund-steps.ts';
import { jwtSecret, signInAgain, startStore, type TestStore } from '../../tests/support/store.ts';
import { createReceiptLinks } from '../modules/receipts/receipt-links.ts';
import { derivedSecret } from '../platform/secrets.ts';

const links = createReceiptLinks(derivedSecret(jwtSecret, 'receipt links'));
const runs = Number(process.env.ITEM_HISTORIES ?? 10);
const seed = Number(process.env.ITEM_SEED ?? 1);

const link = fc.nat(1);
const moods: readonly PanelMood[] = ['place', 'place', 'place', 'link', 'order', 'lose'];
const of = <const N extends string, T extends object>(does: N, fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record({ does: fc.constant(does), ...fields }) as fc.Arbitrary<{ does: N } & T>;
const act = fc.oneof(
  { weight: 5, arbitrary: of('send', { link, mood: fc.constantFrom(...moods) }) },
  {
    weight: 6,
    arbitrary: of('report', {
      link,
      status: fc.constantFrom('In progress', 'Completed', 'Partial', 'Canceled', 'Fail'),
      remains: fc.nat(200),
    }),
  },
  { weight: 4, arbitrary: of('refill', { link, isAccepted: fc.boolean() }) },
  { weight: 2, arbitrary: of('end refill', { isDone: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: of('refund', { share: fc.constantFrom('undelivered', 'a part', 'all'), isLost: fc.boolean() }),
  },
  { weight: 2, arbitrary: of('settle', { link, outcome: fc.constantFrom('placed', 'not_placed') }) },
  { weight: 3, arbitrary: of('replace', { link }) },
  { weight: 2, arbitrary: of('cancel', { link }) },
  { weight: 2, arbitrary: of('status', { status: fc.constantFrom('Processing', 'Completed', 'Failed') }) },
  { weight: 2, arbitrary: of('report drop', { link }) },
  { weight: 1, arbitrary: of('dismiss', { kind: fc.constantFrom('delivery_stopped', 'drop_reported') }) },
  { weight: 1, arbitrary: of('dispute', { isWon: fc.boolean() }) },
  { weight: 1, arbitrary: of('delete', {}) },
  { weight: 1, arbitrary: of('erase', {}) },
  { weight: 2, arbitrary: of('wait', { hours: fc.constantFrom(1, 30) }) },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;
const history = fc.array(act, { minLength: 2, maxLength: 12 });

let panel: CountingPanel;
let store: TestStore;
let performed = 0;
let mood: PanelMood = 'place';
let refill = { isAccepted: true, isDone: true };
const statusOf = new Map<string, { status: string; remains: string }>();
beforeAll(async () => {
  panel = await startPanel({
    mood: () => mood,
    others: (action) => {
      if (action === 'refill') return refill.isAccepted ? { refill: '77' } : { error: 'Refill is not available' };
      if (action === 'refill_status') return { status: refill.isDone ? 'Completed' : 'Rejected' };
      if (action === 'cancel') return [{ cancel: 1 }];
      return { balance: '1000.00', currency: 'USD' };
    },
  });
  panel.respond((id) => statusOf.get(id) ?? { status: 'Pending', remains: '' });
  store = await startStore(panel.settings);
});
afterAll(async () => {
  await store.stop();
  await panel.close();
});
const { give, proveAgain } = refundSteps(() => store);
const { all, aside } = actionItemSteps(() => store);

test('a missing part that was refunded after a refused refill is no item, and its order is completed', async () => {
  const order = await paidOrder(store, { quantity: 1000 });
  const params = { id: order.id };
  const postLink = order.postLinks[0] ?? '';
  mood = 'place';
  await store.admin.ask('POST /api/admin/orders/{id}/send-post', { params, body: { postLink, category: 'Likes' } });
  const apiOrderId = (await placedIds(order))[0] ?? '';
  statusOf.set(apiOrderId, { status: 'Canceled', remains: '300' });
  await follow(1);
  refill = { isAccepted: false, isDone: false };
  await store.admin.ask('POST /api/admin/orders/{id}/refill-post', { params, body: { postLink, apiOrderId } });
  const kinds = async () =>
    (await all()).filter(({ items }) => items.some(({ order_id }) => order_id === order.id)).map(({ kind }) => kind);
  expect(await kinds()).toEqual(['delivery_stopped']);
  await proveAgain();
  expect((await give(order, { undelivered: true })).status).toBe(200);
  expect(await kinds()).toEqual([]);
  expect(await store.admin.call('GET /api/orders/{id}', { params })).toMatchObject({ status: 'completed' });
});

test(
  `in ${runs} random histories no act of an open item is refused`,
  async () => {
    const refused: unknown[] = [];
    for (const [number, acts] of fc.sample(history, { numRuns: runs, seed }).entries()) {
      await signInAgain(store);
      const post_links = [aLink(), aLink()];
      const order = await paidOrder(store, { post_links, quantity: 1000, email: `walk${number}@example.com` });
      for (const one of acts) await live(order, one);
      await store.drain();
      // Refills are limited to one a minute, and a job checks open refunds later.
      store.advance(5 * 60_000);
      for (const refusal of await refusedActs(order)) refused.push({ number, refusal, acts });
    }
    expect(refused).toEqual([]);
    expect(performed).toBeGreaterThan(0);
  },
  60_000 + runs * 12_000,
);

type Item = WaitingKinds[number]['items'][number];
/** Statuses of refusals by the store itself, not by its provider or gateway. */
const refusalStatuses = [400, 404, 409, 422, 429];
const acts: Partial<Record<ActionItemKind, readonly ((item: Item) => Promise<Reply>)[]>> = {
  dispatch_failed: [sendLink],
  delivery_stopped: [refillItem, (item) => replaceItem(item)],
  drop_reported: [refillItem],
  refill_refused: [refillItem],
  delivery_stalled: [refillItem],
  dispatch_unknown: [
    ({ order_id, link }) =>
      store.admin.ask('POST /api/admin/orders/{id}/settle-post', {
        params: { id: order_id ?? '' },
        body: { postLink: link?.post_link ?? '', outcome: 'not_placed' },
      }),
  ],
  refund_failed: [({ order_id }) => give({ id: order_id ?? '' }, { amount: 0.01 })],
};
type Reply = { status: number; body: unknown };

/** Reads the list again before each act. */
async function refusedActs(order: Placed): Promise<unknown[]> {
  const refused: unknown[] = [];
  await proveAgain();
  for (const kind of Object.keys(acts) as (keyof typeof acts)[]) {
    for (const [number, perform] of (acts[kind] ?? []).entries()) {
      mood = 'link';
      refill = { isAccepted: false, isDone: false };
      const open = (await all({ kind })).flatMap(({ items }) => items).filter(({ order_id }) => order_id === order.id);
      for (const item of open) {
        if (kind === 'delivery_stalled' && !item.delay?.can_refill) continue;
        const { status, body } = await perform(item);
        performed += 1;
        if (refusalStatuses.includes(status)) refused.push({ kind, number, body, item });
        store.advance(61_000);
        await proveAgain();
      }
    }
  }
  const stopped = (await all({ kind: 'delivery_stopped' })).flatMap(({ items }) => items);
  for (const item of stopped.filter(({ order_id, refund }) => order_id === order.id && refund !== undefined)) {
    const { status, body } = await give(order, { undelivered: true, amount: item.refund ?? 0 });
    if (refusalStatuses.includes(status)) refused.push({ kind: 'delivery_stopped', number: 'refund', body, item });
    break;
  }
  return refused;
}

function sendLink({ order_id, link }: Item): Promise<Reply> {
  return store.admin.ask('POST /api/admin/orders/{id}/send-post', {
    params: { id: order_id ?? '' },
    body: { postLink: link?.post_link ?? '', category: 'Likes' },
  });
}

function refillItem({ order_id, link }: Item): Promise<Reply> {
  return store.admin.ask('POST /api/admin/orders/{id}/refill-post', {
    params: { id: order_id ?? '' },
    body: { postLink: link?.post_link ?? '', apiOrderId: link?.api_order_id ?? '' },
  });
}

function replaceItem({ order_id, link }: Item): Promise<Reply> {
  return store.admin.ask('POST /api/admin/orders/{id}/replace-link', {
    params: { id: order_id ?? '' },
    body: { postLink: link?.post_link ?? '', newLink: aLink() },
  });
}

async function live(order: Placed, deed: Act): Promise<void> {
  const params = { id: order.id };
  const postLink = 'link' in deed ? ((await linksOf(order))[deed.link] ?? '') : '';
  const apiOrderId = 'link' in deed ? ((await placedIds(order))[deed.link] ?? '') : '';
  switch (deed.does) {
    case 'send':
      mood = deed.mood;
      await store.admin.ask('POST /api/admin/orders/{id}/send-post', { params, body: { postLink, category: 'Likes' } });
      return;
    case 'report':
      if (apiOrderId) statusOf.set(apiOrderId, { status: deed.status, remains: String(deed.remains) });
      return follow(1);
    case 'refill':
      refill = { ...refill, isAccepted: deed.isAccepted };
      store.advance(61_000);
      await store.admin.ask('POST /api/admin/orders/{id}/refill-post', { params, body: { postLink, apiOrderId } });
      return;
    case 'end refill':
      refill = { ...refill, isDone: deed.isDone };
      return follow(10);
    case 'refund':
      await proveAgain();
      if (deed.isLost) await store.control('/gateway/fail', { kind: 'lose', operation: 'refund' });
      await give(
        order,
        deed.share === 'undelivered' ? { undelivered: true } : { amount: deed.share === 'all' ? order.amount : 1 },
      );
      await store.control('/gateway/clear', {});
      return;
    case 'settle': {
      const body = {
        postLink,
        outcome: deed.outcome,
        apiOrderId: String(4_000_000 + Math.round(performance.now() * 100)),
      };
      await store.admin.ask('POST /api/admin/orders/{id}/settle-post', { params, body });
      return;
    }
    case 'replace':
      await store.admin.ask('POST /api/admin/orders/{id}/replace-link', {
        params,
        body: { postLink, newLink: aLink() },
      });
      return;
    case 'cancel':
      await store.admin.ask('POST /api/admin/orders/{id}/cancel-post', { params, body: { postLink, apiOrderId } });
      return;
    case 'status':
      await store.admin.ask('PATCH /api/admin/orders/{id}/status', {
        params,
        body: { status: deed.status, confirm: true },
      });
      return;
    case 'report drop':
      await store.visitor.ask(
        'POST /api/orders/{id}/report-drop',
        { params, body: { postLink } },
        { 'order-key': `${order.id}.${links.computeKey(order.id)}` },
      );
      return;
    case 'dismiss':
      for (const { subject, order_id } of (await all({ kind: deed.kind })).flatMap(({ items }) => items)) {
        if (order_id === order.id) await aside(deed.kind, subject);
      }
      return;
    case 'dispute':
      await chargeBack(store, order).catch(() => {});
      if (deed.isWon) await winDispute(store, order).catch(() => {});
      return;
    case 'delete':
      await proveAgain();
      await store.admin.ask('DELETE /api/orders/{id}', { params });
      return;
    case 'erase':
      await proveAgain();
      await store.admin.ask('POST /api/admin/people/erase', { body: { email: order.email } });
      return;
    case 'wait':
      await follow(deed.hours * 60);
      return signInAgain(store);
  }
}

async function follow(minutes: number): Promise<void> {
  store.advance(minutes * 60_000);
  await store.app.jobHandlers.follow_deliveries({});
  await store.app.jobHandlers.follow_requests({});
  await store.app.jobHandlers.sweep_refunds({});
  await store.drain();
}

async function linksOf({ id }: Placed): Promise<string[]> {
  return (await store.db.database.pool.query('select post_links from orders where id = $1', [id])).rows[0].post_links;
}

/** The order IDs at the provider, by the position of the link. */
async function placedIds({ id }: Placed): Promise<string[]> {
  const { rows } = await store.db.database.pool.query(
    'select position, provider_order_id from dispatches where order_id = $1 and provider_order_id is not null',
    [id],
  );
  const ids: string[] = [];
  for (const row of rows) ids[row.position] = row.provider_order_id;
  return ids;
}
