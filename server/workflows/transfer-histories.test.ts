// Random histories of an order with a card and a transfer: at most one payment settles it, and every other one is reported.
// More and others than the usual ones: TRANSFER_HISTORIES=300 TRANSFER_SEED=7.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { misfiledOrders } from '../../tests/support/order-ends.ts';
import { type Placed, payAtGateway, placeOrder, sessionBody } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';
import { transferSteps } from '../../tests/support/transfer-steps.ts';
import { checkLedger } from '../modules/payments/ledger-check.ts';

const runs = Number(process.env.TRANSFER_HISTORIES ?? 12);
const seed = Number(process.env.TRANSFER_SEED ?? 1);

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
  await turnOn();
});
afterAll(() => store.stop());
const { rows } = paymentSteps(() => store);
const { decide, match, prove, turnOn } = transferSteps(() => store);

type World = { order: Placed; sessions: string[]; references: string[]; lines: [string, string, string][] };

const acts = {
  async transfer(world: World) {
    const body = await open(world, 'manual');
    if (body.manual) world.references.push(body.manual.reference);
  },
  async card(world: World) {
    const body = await open(world);
    if (body.sessionId) world.sessions.push(body.sessionId);
  },
  async cardThatDoesNotOpen(world: World) {
    await store.control('/gateway/fail', { kind: 'busy', operation: 'session' });
    await open(world);
    await store.control('/gateway/clear', {});
  },
  async leaveCardPending({ sessions }: World) {
    await store.control('/gateway/fail', { kind: 'settle_later', operation: 'pay' });
    await payAtGateway(store, sessions.at(-1) ?? '').catch(() => {});
    await store.control('/gateway/clear', {});
  },
  finish: ({ order }: World) => finish(order),
  async payCard({ sessions }: World) {
    await payAtGateway(store, sessions.at(-1) ?? '').catch(() => {});
  },
  async payFirstCard({ sessions }: World) {
    await payAtGateway(store, sessions[0] ?? '').catch(() => {});
  },
  async returns({ order }: World) {
    await store.visitor.ask('POST /api/orders/{id}/confirm-payment', { params: { id: order.id }, body: {} });
  },
  async notifications() {
    await store.control('/gateway/deliver', {});
    await store.drain();
  },
  async line({ order, references, lines }: World) {
    const reference = references.at(-1);
    if (reference) lines.push(['2026-03-01', order.amount.toFixed(2), reference]);
  },
  async shortLine({ order, references, lines }: World) {
    const reference = references[0];
    if (reference) lines.push(['2026-03-02', (order.amount - 1).toFixed(2), reference]);
  },
  async accept({ order, lines }: World) {
    if (lines.length === 0) return;
    const { proposals } = await match(lines);
    const [first] = proposals.filter(({ order_id }) => order_id === order.id);
    if (first) await decide(first, 'accepted');
  },
  async acceptTwiceAtOnce({ order, lines }: World) {
    if (lines.length === 0) return;
    const { proposals } = await match(lines);
    const [first] = proposals.filter(({ order_id }) => order_id === order.id);
    if (first) await Promise.all([decide(first, 'accepted'), decide(first, 'accepted')]);
  },
  async byHand({ order }: World) {
    const body = { manual: true, note: 'by hand' };
    await store.admin.ask('POST /api/orders/{id}/confirm-payment', { params: { id: order.id }, body });
  },
  async race(world: World) {
    await Promise.all([acts.accept(world), acts.returns(world), expire(world)]);
  },
  expire: (world: World) => expire(world),
  async days() {
    store.advance(1.6 * 86_400_000);
    await prove();
  },
} satisfies Record<string, (world: World) => Promise<void>>;

async function open({ order }: World, method?: 'manual') {
  const before = await pendingOrders(order);
  const { body } = await store.visitor.ask('POST /api/bigpay/init-session', {
    body: { ...sessionBody(order), method },
  });
  const isOpened =
    body.manual !== undefined || (body.sessionId !== undefined && !(await isSessionOf(before, body.sessionId)));
  if (before.length > 0 && isOpened) throw new Error('Another payment was opened beside a pending one.');
  return body;
}

/** Gateway orders with a payment that has no result. */
async function pendingOrders({ id }: Placed): Promise<string[]> {
  const attempts = await rows<{ gateway_order_id: string }>(
    "select gateway_order_id from payment_attempts where order_id = $1 and gateway <> 'manual'",
    id,
  );
  const found = [];
  for (const { gateway_order_id: orderId } of attempts) {
    const order = await store.control(`/gateway/orders/${orderId}`).catch(() => null);
    if (order?.result === 'PENDING') found.push(orderId);
  }
  return found;
}

async function isSessionOf(gatewayOrders: string[], sessionId: string): Promise<boolean> {
  const sql = 'select gateway_order_id from payment_attempts where session_id = $1 and gateway_order_id = any($2)';
  return (await rows(sql, sessionId, gatewayOrders)).length > 0;
}

async function finish(order: Placed): Promise<void> {
  for (const orderId of await pendingOrders(order)) await store.control('/gateway/finish', { orderId });
}

async function expire({ order }: World): Promise<void> {
  await store.app.jobHandlers.expire_order({ orderId: order.id });
}

type Attempt = { number: number; gateway: string; state: string };

async function findUntruths({ order: { id } }: World): Promise<string[]> {
  const attempts = await rows<Attempt>('select number, gateway, state from payment_attempts where order_id = $1', id);
  const [order] = await rows<{ paid: boolean; payment_state: string }>(
    'select paid_at is not null as paid, payment_state from orders where id = $1',
    id,
  );
  const [events] = await rows<{ confirmed: number; captured: number; alerts: number }>(
    `select count(*) filter (where conclusion = 'confirmed')::int as confirmed,
      count(*) filter (where conclusion = 'captured')::int as captured,
      (select count(*)::int from alerts where type = 'second_capture' and details ->> 'orderId' = $1) as alerts
     from payment_events where order_id = $1`,
    id,
  );
  const [open] = await rows<{ open: number }>(
    'select count(*)::int as open from transfers where order_id = $1 and closed_at is null',
    id,
  );
  const settled = (events?.confirmed ?? 0) + (events?.captured ?? 0);
  const second = attempts.filter(({ state }) => state === 'second_capture').length;
  const awaited = attempts.filter(({ gateway, state }) => gateway === 'manual' && state === 'open').length;
  const untruths: [string, boolean][] = [
    ['settled as often as it is paid', settled === Number(order?.paid)],
    [
      'a transfer is never the paid attempt',
      !attempts.some(({ gateway, state }) => gateway === 'manual' && state === 'paid'),
    ],
    ['each second capture has its alert', events?.alerts === second],
    ['a paid order awaits nothing', !(order?.paid && awaited > 0)],
    ['an open transfer has an open attempt', open?.open === awaited],
    [
      'an awaited transfer is shown',
      awaited === 0 || ['awaiting_transfer', 'confirming'].includes(order?.payment_state ?? ''),
    ],
  ];
  return untruths.flatMap(([name, holds]) =>
    holds ? [] : [`${name}: ${JSON.stringify({ attempts, order, events, open })}`],
  );
}

test(
  `D-101, rule 9: ${runs} histories of a card and a transfer settle an order once, and report every other payment`,
  async () => {
    const names = Object.keys(acts) as (keyof typeof acts)[];
    const history = fc.array(fc.constantFrom(...names), { minLength: 3, maxLength: 12 });
    let buyers = 0;
    await fc.assert(
      fc.asyncProperty(history, async (chosen) => {
        await prove();
        buyers += 1;
        const order = await placeOrder(store, { email: `transfers${buyers}@example.com` });
        const world: World = { order, sessions: [], references: [], lines: [] };
        for (const act of chosen) await acts[act](world);
        await finish(order);
        await acts.notifications();
        await acts.returns(world);
        expect(await findUntruths(world)).toEqual([]);
      }),
      { numRuns: runs, seed },
    );
    for await (const { differences } of checkLedger(store.db.database)) expect(differences).toEqual([]);
    expect(await misfiledOrders(store)).toEqual([]);
  },
  60_000 + runs * 5_000,
);
