// Random histories of paid orders (fuzz test): a timeline entry that was shown to the buyer never changes, moves or disappears.
// More histories: TIMELINE_HISTORIES=500 TIMELINE_SEED=7 npx vitest run server/workflows/order-timeline-histories
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderPage } from '../../contract/order-page.ts';
import { type CountingPanel, startPanel } from '../../tests/support/fake-provider.ts';
import { aLink, chargeBack, type Placed, paidOrder, winDispute } from '../../tests/support/orders.ts';
import { refundSteps } from '../../tests/support/refund-steps.ts';
import { jwtSecret, owner, startStore, type TestStore } from '../../tests/support/store.ts';
import { createReceiptLinks } from '../modules/receipts/receipt-links.ts';
import { derivedSecret } from '../platform/secrets.ts';

const runs = Number(process.env.TIMELINE_HISTORIES ?? 2);
const seed = Number(process.env.TIMELINE_SEED ?? 1);

const link = fc.nat(1);
const arbitraryAct = <Name extends string>(does: Name) => fc.record({ does: fc.constant(does), link });
const act = fc.oneof(
  { weight: 4, arbitrary: arbitraryAct('send') },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('report'),
      link,
      status: fc.constantFrom('In progress', 'Completed', 'Completed', 'Partial', 'Canceled'),
      remains: fc.nat(100),
    }),
  },
  { weight: 2, arbitrary: arbitraryAct('drop') },
  { weight: 3, arbitrary: arbitraryAct('refill') },
  { weight: 2, arbitrary: arbitraryAct('end refills') },
  { weight: 2, arbitrary: arbitraryAct('refund a part') },
  { weight: 2, arbitrary: arbitraryAct('refund elsewhere') },
  { weight: 1, arbitrary: arbitraryAct('replace') },
  { weight: 1, arbitrary: arbitraryAct('charge back') },
  { weight: 1, arbitrary: arbitraryAct('win the dispute') },
  { weight: 2, arbitrary: arbitraryAct('a day passes') },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;
/** A fixed history that contains every kind of entry. */
const fixedHistory: Act[] = [
  { does: 'send', link: 0 },
  { does: 'send', link: 1 },
  { does: 'report', link: 0, status: 'In progress', remains: 100 },
  { does: 'report', link: 0, status: 'Completed', remains: 0 },
  { does: 'report', link: 1, status: 'Completed', remains: 0 },
  { does: 'drop', link: 0 },
  { does: 'refill', link: 0 },
  { does: 'end refills', link: 0 },
  { does: 'refund elsewhere', link: 0 },
  { does: 'refund a part', link: 0 },
  { does: 'refund elsewhere', link: 0 },
  { does: 'charge back', link: 0 },
  { does: 'win the dispute', link: 0 },
];

let panel: CountingPanel;
let store: TestStore;
let refills = 0;
let refillStatus = 'In progress';
const statusOf = new Map<string, { status: string; remains: string }>();
beforeAll(async () => {
  panel = await startPanel({
    others: (action, form) => {
      if (action === 'refill') {
        refills += 1;
        return { refill: String(7_000 + refills) };
      }
      if (action !== 'refill_status') return { balance: '100000.00', currency: 'USD' };
      return (form.get('refills') ?? '').split(',').map((refill) => ({ refill, status: refillStatus }));
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
const links = createReceiptLinks(derivedSecret(jwtSecret, 'receipt links'));
const keyOf = ({ id }: Placed) => ({ 'order-key': `${id}.${links.computeKey(id)}` });
const readTimeline = async (order: Placed) =>
  (await store.visitor.call('GET /api/orders/{id}/page', { params: { id: order.id } }, keyOf(order))).events;

test(
  `history never changes: ${runs} random histories keep every entry of the timeline`,
  async () => {
    const seen = new Set<string>();
    const random = fc.sample(fc.array(act, { minLength: 8, maxLength: 14 }), { numRuns: runs, seed });
    for (const acts of [fixedHistory, ...random]) {
      store.admin = store.as((await store.visitor.call('POST /api/admin/login', { body: owner })).token);
      const order = await paidOrder(store, { post_links: [aLink(), aLink()], quantity: 1000 });
      let shown = await readTimeline(order);
      for (const [at, one] of acts.entries()) {
        await live(order, one);
        const now = await readTimeline(order);
        expect(listMissing(now, shown), `${at}: ${JSON.stringify(acts.slice(0, at + 1))}`).toEqual([]);
        shown = now;
      }
      for (const { kind } of shown) seen.add(kind);
    }
    // The histories contain all these kinds of entries.
    const reached = [
      'sent',
      'started',
      'completed',
      'drop_reported',
      'refill_started',
      'refilled',
      'refunded',
      'disputed',
    ];
    expect(reached.filter((kind) => !seen.has(kind))).toEqual([]);
  },
  120_000 + runs * 20_000,
);

/** The entries that were shown before and are missing or moved now. */
function listMissing(now: OrderPage['events'], shown: OrderPage['events']) {
  const left = now.map((entry) => JSON.stringify(entry));
  let from = 0;
  return shown.filter((entry) => {
    const found = left.indexOf(JSON.stringify(entry), from);
    if (found >= 0) from = found + 1;
    return found < 0;
  });
}

async function live(order: Placed, deed: Act): Promise<void> {
  const params = { id: order.id };
  const own = await findSend(order, deed.link);
  const postLink = own?.post_link ?? order.postLinks[deed.link] ?? '';
  const apiOrderId = own?.provider_order_id ?? '';
  store.advance(60_000);
  switch (deed.does) {
    case 'send':
      await store.admin.ask('POST /api/admin/orders/{id}/send-post', { params, body: { postLink, category: 'Likes' } });
      return;
    case 'report':
      if (apiOrderId) statusOf.set(apiOrderId, { status: deed.status, remains: String(deed.remains) });
      await store.app.jobHandlers.follow_deliveries({});
      return;
    case 'drop':
      await store.visitor.ask('POST /api/orders/{id}/report-drop', { params, body: { postLink } }, keyOf(order));
      return;
    case 'refill':
      await store.admin.ask('POST /api/admin/orders/{id}/refill-post', { params, body: { postLink, apiOrderId } });
      return;
    case 'end refills':
      refillStatus = deed.link === 0 ? 'Completed' : 'Rejected';
      await store.app.jobHandlers.follow_requests({});
      refillStatus = 'In progress';
      return;
    case 'refund a part':
      await proveAgain();
      await give(order, deed.link === 0 ? { amount: 0.5 } : { undelivered: true });
      return;
    case 'refund elsewhere':
      await store.control('/gateway/refund-outside', { orderId: `${order.id}-1`, amountCents: 40 }).catch(() => {});
      await store.control('/gateway/deliver', {});
      await store.drain();
      return;
    case 'replace':
      await proveAgain();
      await store.admin.ask('POST /api/admin/orders/{id}/replace-link', {
        params,
        body: { postLink, newLink: aLink() },
      });
      return;
    case 'charge back':
      await chargeBack(store, order).catch(() => {});
      return;
    case 'win the dispute':
      await winDispute(store, order).catch(() => {});
      return;
    case 'a day passes':
      store.advance(25 * 3_600_000);
      store.admin = store.as((await store.visitor.call('POST /api/admin/login', { body: owner })).token);
  }
}

async function findSend(
  { id }: Placed,
  position: number,
): Promise<{ post_link: string; provider_order_id: string } | null> {
  const { rows } = await store.db.database.pool.query(
    `select coalesce(d.post_link, o.post_links[$2 + 1]) as post_link, d.provider_order_id
     from orders o left join dispatches d on d.order_id = o.id and d.position = $2 where o.id = $1`,
    [id, position],
  );
  return rows[0] ?? null;
}
