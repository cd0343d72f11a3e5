// Runs one random history of payments, then settles everything that can be settled.
import { freeDeadJobs } from '../../server/jobs/queue-repository.ts';
import { clientOf } from './client.ts';
import type { Act, Deed, Share } from './money-acts.ts';
import type { MoneySetup } from './money-setup.ts';
import { type Placed, placeOrder, sessionBody } from './orders.ts';
import { owner, type TestStore } from './store.ts';

type Tale = {
  order: Placed;
  /** What the admin asked for, by the key it was asked under. */
  given: object[];
  agedMinutes: number;
  mangle: string | null;
};
type CallResult = { status: number; body: unknown };

const expiries = { good: '01/39', declined: '05/39', unknown: '05/37' };
const shares: Record<Share, number> = { 'a cent': 0.01, 'a part': 1.2, all: 3, 'too much': 3.01 };

/** Its orders, once nothing of them is under way any more. Throws when a process that was not harmed answers 500. */
export async function liveHistory(setup: MoneySetup, acts: readonly Act[], buyerOf: () => string): Promise<Placed[]> {
  setup.notices.passOnly(() => false);
  await setup.other.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
  const tales = new Map<number, Tale>();
  for (const number of new Set(acts.map(({ order }) => order))) {
    const order = await placeOrder(setup.other, { email: buyerOf() });
    tales.set(number, { order, given: [], agedMinutes: 0, mangle: null });
  }
  for (const act of acts) {
    const tale = tales.get(act.order);
    if (tale) await live(setup, act, tale);
  }
  const orders = [...tales.values()].map(({ order }) => order);
  await settleAll(setup, orders);
  return orders;
}

async function live(setup: MoneySetup, act: Act, tale: Tale): Promise<void> {
  const { harm, fault } = act;
  const { mangle } = tale;
  tale.mangle = act.does === 'mangle' ? act.kind : null;
  if (fault) await setup.control('/gateway/fail', fault);
  if (mangle) await setup.control('/gateway/fail', { kind: mangle });
  if (harm) setup.fuse.arm(harm.beforeStep, harm.kind);
  const result = await perform(setup, act, tale, harm ? setup.mortal : setup.other);
  if (harm) {
    await setup.fuse.revive();
    // An opening of a process that died is waited for.
    await age(setup, tale, 0.5);
  }
  if (!harm && result?.status === 500) throw new Error(`The store failed at ${JSON.stringify(act)}.`);
  if (fault || mangle || act.does === 'pay' || act.does === 'give back') await setup.control('/gateway/clear', {});
}

async function perform(setup: MoneySetup, deed: Deed, tale: Tale, store: TestStore): Promise<CallResult | null> {
  const { order } = tale;
  const admin = clientOf(store.url, setup.other.adminToken);
  const params = { id: order.id };
  switch (deed.does) {
    case 'open':
      return store.visitor.ask('POST /api/bigpay/init-session', { body: sessionBody(order) });
    case 'pay':
      await pay(setup, deed, order);
      return null;
    case 'return': {
      const returns = Array.from({ length: deed.times }, (_, at) =>
        (at % 2 ? setup.other : store).visitor.ask('POST /api/orders/{id}/confirm-payment', { params, body: {} }),
      );
      const [first = null] = await Promise.all(returns);
      return first;
    }
    case 'deliver':
      setup.notices.leadTo(store.url);
      await deliver(setup);
      return null;
    case 'sweep':
      await age(setup, tale, 3);
      await sweep(setup, order, store);
      return null;
    case 'lie':
      return notice(setup, store, order, 'a webhook secret');
    case 'forge':
      return notice(setup, store, order, 'a guess');
    case 'vouch':
      return admin.ask('POST /api/orders/{id}/confirm-payment', { params, body: { manual: true, note: 'bank 17' } });
    case 'give back':
      return giveBack(setup, deed, tale, store);
    case 'expire':
      // The sweep finds only those that are old enough.
      if (tale.agedMinutes > 24 * 60) await store.app.jobHandlers.expire_order({ orderId: order.id }).catch(() => {});
      return null;
    case 'wait':
      await age(setup, tale, deed.minutes);
      return null;
    case 'mangle':
      return null;
    case 'notify':
      await atGateway(setup, order, 'notify', { times: deed.times });
      return null;
    case 'finish':
      await atGateway(setup, order, 'finish', { outcome: deed.outcome });
      return null;
    case 'charge back':
      await atGateway(setup, order, 'chargeback');
      return null;
    case 'charge again':
      await atGateway(setup, order, 'second-payment');
      return null;
    case 'give back outside':
      await atGateway(setup, order, 'refund-outside', { amountCents: Math.round(shares[deed.share] * 100) });
      return null;
  }
}

async function pay(
  setup: MoneySetup,
  { form, card, charge, doubt }: Extract<Deed, { does: 'pay' }>,
  { id }: Placed,
): Promise<void> {
  const { control } = setup;
  const orderId = (await gatewayOrdersOf(setup, id)).at(-1 - form);
  if (orderId === undefined) return;
  if (charge === 'a cent') await control('/gateway/fail', { kind: 'charge', amount: '0.01' });
  if (charge === 'euros') await control('/gateway/fail', { kind: 'charge', currency: 'EUR' });
  if (doubt) await control('/gateway/fail', { kind: 'settle_later', result: doubt });
  // Not at all where the opening did not reach the gateway.
  await control('/gateway/pay', { orderId, expiry: expiries[card] }).catch(() => {});
}

async function giveBack(
  setup: MoneySetup,
  { share, again, payment, result }: Extract<Deed, { does: 'give back' }>,
  { order, given }: Tale,
  store: TestStore,
): Promise<CallResult> {
  if (result) await setup.control('/gateway/fail', { kind: 'result', operation: 'refund', result });
  const request = { amount: shares[share], reason: 'The buyer asked', ...(payment === null ? {} : { payment }) };
  if (!again || given.length === 0) given.push(request);
  const body = (given.at(-1) ?? request) as typeof request;
  const headers = { 'idempotency-key': `key ${given.length} of ${order.id}` };
  const admin = clientOf(store.url, setup.other.adminToken);
  return admin.ask('POST /api/admin/orders/{id}/refunds', { params: { id: order.id }, body }, headers);
}

async function notice(setup: MoneySetup, store: TestStore, { id }: Placed, secret: string): Promise<CallResult> {
  const response = await store.raw('/api/bigpay/webhook', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-notification-secret': secret },
    body: JSON.stringify({ order: { id: `${id}-1`, status: 'CAPTURED', totalCapturedAmount: 3 }, result: 'SUCCESS' }),
  });
  await setup.other.drain();
  return { status: response.status, body: null };
}

async function deliver(setup: MoneySetup): Promise<void> {
  setup.notices.passOnly(() => true);
  await setup.control('/gateway/deliver', {});
  setup.notices.passOnly(() => false);
  await setup.other.drain();
}

// What a process does that may be killed, it does itself; the queue outlives it.
async function sweep(setup: MoneySetup, { id }: Placed, { app }: TestStore): Promise<void> {
  await setup.other.app.jobHandlers.sweep_payments({});
  await setup.other.app.jobHandlers.sweep_refunds({});
  if (app !== setup.other.app) {
    for (const gatewayOrderId of await gatewayOrdersOf(setup, id)) {
      await app.jobHandlers.settle_payment({ gatewayOrderId }).catch(() => {});
    }
    const refunds = await setup.rows<{ refund_id: string }>('select refund_id from refunds where order_id = $1', id);
    for (const { refund_id } of refunds) await app.jobHandlers.settle_refund({ refundId: refund_id }).catch(() => {});
  }
  await setup.other.drain();
}

// At the first of its gateway orders with which it can be done.
async function atGateway(setup: MoneySetup, { id }: Placed, act: string, fields: object = {}): Promise<boolean> {
  for (const orderId of await gatewayOrdersOf(setup, id)) {
    const done = await setup.control(`/gateway/${act}`, { orderId, ...fields }).then(
      () => true,
      () => false,
    );
    if (done) return true;
  }
  return false;
}

async function gatewayOrdersOf({ rows }: MoneySetup, orderId: string): Promise<string[]> {
  const sql = 'select gateway_order_id as id from payment_attempts where order_id = $1 order by number';
  return (await rows<{ id: string }>(sql, orderId)).map(({ id }) => id);
}

// Time that passes for this order alone: other histories stand still.
async function age(setup: MoneySetup, tale: Tale, minutes: number): Promise<void> {
  const { id } = tale.order;
  tale.agedMinutes += minutes;
  for (const [table, keyColumn, moments] of [
    ['orders', 'id', ['created_at']],
    ['payment_attempts', 'order_id', ['opened_at', 'look_at']],
    ['refunds', 'order_id', ['created_at', 'look_at']],
  ] as const) {
    const changes = moments.map((moment) => `${moment} = ${moment} - $2 * interval '1 minute'`).join(', ');
    await setup.rows(`update ${table} set ${changes} where ${keyColumn} = $1`, id, minutes);
  }
  if (minutes > 30) await atEveryForm(setup, id);
}

async function atEveryForm(setup: MoneySetup, id: string): Promise<void> {
  for (const orderId of await gatewayOrdersOf(setup, id)) {
    await setup.control('/gateway/expire', { orderId }).catch(() => {});
  }
}

// What is in doubt ends, what waits comes, and the store has all the time that it needs.
async function settleAll(setup: MoneySetup, orders: readonly Placed[]): Promise<void> {
  await freeDeadJobs(setup.other.db.database, 0);
  setup.notices.leadTo(setup.other.url);
  for (const order of orders) while (await atGateway(setup, order, 'finish'));
  await deliver(setup);
  const ids = orders.map(({ id }) => id);
  for (let looks = 0; looks < 2; looks += 1) {
    for (const table of ['payment_attempts', 'refunds']) {
      await setup.rows(`update ${table} set look_at = now() where order_id = any($1) and look_at is not null`, ids);
    }
    await setup.other.app.jobHandlers.sweep_payments({});
    await setup.other.app.jobHandlers.sweep_refunds({});
    await setup.other.drain();
  }
  // As the daily comparison with the gateway does.
  for (const id of ids) {
    for (const gatewayOrderId of await gatewayOrdersOf(setup, id)) {
      await setup.other.app.jobHandlers.settle_payment({ gatewayOrderId });
    }
  }
  await setup.other.drain();
  await setup.rows('update payment_attempts set look_at = null where order_id = any($1)', ids);
}
