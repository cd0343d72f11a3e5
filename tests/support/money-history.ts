// Lives one random history in the money world, and has everything settled afterwards that can be.
import { freeDeadJobs } from '../../server/jobs/queue-repository.ts';
import { clientOf } from './client.ts';
import type { Act, Deed, Share } from './money-acts.ts';
import type { MoneyWorld } from './money-world.ts';
import { type Placed, placeOrder, sessionBody } from './orders.ts';
import { owner, type TestStore } from './store.ts';

type Tale = {
  order: Placed;
  /** What the admin asked for, by the key it was asked under. */
  given: object[];
  agedMinutes: number;
  mangle: string | null;
};
type Asked = { status: number; body: unknown };

const expiries = { good: '01/39', declined: '05/39', unknown: '05/37' };
const shares: Record<Share, number> = { 'a cent': 0.01, 'a part': 1.2, all: 3, 'too much': 3.01 };

/** Its orders, once nothing of them is under way any more. Throws when a process that was not harmed answers 500. */
export async function liveHistory(world: MoneyWorld, acts: readonly Act[], buyerOf: () => string): Promise<Placed[]> {
  world.notices.passOnly(() => false);
  await world.other.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
  const tales = new Map<number, Tale>();
  for (const number of new Set(acts.map(({ order }) => order))) {
    const order = await placeOrder(world.other, { email: buyerOf() });
    tales.set(number, { order, given: [], agedMinutes: 0, mangle: null });
  }
  for (const act of acts) {
    const tale = tales.get(act.order);
    if (tale) await live(world, act, tale);
  }
  const orders = [...tales.values()].map(({ order }) => order);
  await settleAll(world, orders);
  return orders;
}

async function live(world: MoneyWorld, act: Act, tale: Tale): Promise<void> {
  const { harm, fault } = act;
  const { mangle } = tale;
  tale.mangle = act.does === 'mangle' ? act.kind : null;
  if (fault) await world.control('/gateway/fail', fault);
  if (mangle) await world.control('/gateway/fail', { kind: mangle });
  if (harm) world.fuse.arm(harm.beforeStep, harm.kind);
  const asked = await perform(world, act, tale, harm ? world.mortal : world.other);
  if (harm) {
    await world.fuse.revive();
    // An opening of a process that died is waited for.
    await age(world, tale, 0.5);
  }
  if (!harm && asked?.status === 500) throw new Error(`The store failed at ${JSON.stringify(act)}.`);
  if (fault || mangle || act.does === 'pay' || act.does === 'give back') await world.control('/gateway/clear', {});
}

async function perform(world: MoneyWorld, deed: Deed, tale: Tale, store: TestStore): Promise<Asked | null> {
  const { order } = tale;
  const admin = clientOf(store.url, world.other.adminToken);
  const params = { id: order.id };
  switch (deed.does) {
    case 'open':
      return store.visitor.ask('POST /api/bigpay/init-session', { body: sessionBody(order) });
    case 'pay':
      await pay(world, deed, order);
      return null;
    case 'return': {
      const returns = Array.from({ length: deed.times }, (_, at) =>
        (at % 2 ? world.other : store).visitor.ask('POST /api/orders/{id}/confirm-payment', { params, body: {} }),
      );
      const [first = null] = await Promise.all(returns);
      return first;
    }
    case 'deliver':
      world.notices.leadTo(store.url);
      await deliver(world);
      return null;
    case 'sweep':
      await age(world, tale, 3);
      await sweep(world, order, store);
      return null;
    case 'lie':
      return notice(world, store, order, 'a webhook secret');
    case 'forge':
      return notice(world, store, order, 'a guess');
    case 'vouch':
      return admin.ask('POST /api/orders/{id}/confirm-payment', { params, body: { manual: true, note: 'bank 17' } });
    case 'give back':
      return giveBack(world, deed, tale, store);
    case 'expire':
      // The sweep finds only those that are old enough.
      if (tale.agedMinutes > 24 * 60) await store.app.jobHandlers.expire_order({ orderId: order.id }).catch(() => {});
      return null;
    case 'wait':
      await age(world, tale, deed.minutes);
      return null;
    case 'mangle':
      return null;
    case 'notify':
      await atGateway(world, order, 'notify', { times: deed.times });
      return null;
    case 'finish':
      await atGateway(world, order, 'finish', { outcome: deed.outcome });
      return null;
    case 'charge back':
      await atGateway(world, order, 'chargeback');
      return null;
    case 'charge again':
      await atGateway(world, order, 'second-payment');
      return null;
    case 'give back outside':
      await atGateway(world, order, 'refund-outside', { amountCents: Math.round(shares[deed.share] * 100) });
      return null;
  }
}

async function pay(
  world: MoneyWorld,
  { form, card, charge, doubt }: Extract<Deed, { does: 'pay' }>,
  { id }: Placed,
): Promise<void> {
  const { control } = world;
  const orderId = (await gatewayOrdersOf(world, id)).at(-1 - form);
  if (orderId === undefined) return;
  if (charge === 'a cent') await control('/gateway/fail', { kind: 'charge', amount: '0.01' });
  if (charge === 'euros') await control('/gateway/fail', { kind: 'charge', currency: 'EUR' });
  if (doubt) await control('/gateway/fail', { kind: 'settle_later', result: doubt });
  // Not at all where the opening did not reach the gateway.
  await control('/gateway/pay', { orderId, expiry: expiries[card] }).catch(() => {});
}

async function giveBack(
  world: MoneyWorld,
  { share, again, payment, result }: Extract<Deed, { does: 'give back' }>,
  { order, given }: Tale,
  store: TestStore,
): Promise<Asked> {
  if (result) await world.control('/gateway/fail', { kind: 'result', operation: 'refund', result });
  const asked = { amount: shares[share], reason: 'The buyer asked', ...(payment === null ? {} : { payment }) };
  if (!again || given.length === 0) given.push(asked);
  const body = (given.at(-1) ?? asked) as typeof asked;
  const headers = { 'idempotency-key': `key ${given.length} of ${order.id}` };
  const admin = clientOf(store.url, world.other.adminToken);
  return admin.ask('POST /api/admin/orders/{id}/refunds', { params: { id: order.id }, body }, headers);
}

async function notice(world: MoneyWorld, store: TestStore, { id }: Placed, secret: string): Promise<Asked> {
  const response = await store.raw('/api/bigpay/webhook', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-notification-secret': secret },
    body: JSON.stringify({ order: { id: `${id}-1`, status: 'CAPTURED', totalCapturedAmount: 3 }, result: 'SUCCESS' }),
  });
  await world.other.drain();
  return { status: response.status, body: null };
}

async function deliver(world: MoneyWorld): Promise<void> {
  world.notices.passOnly(() => true);
  await world.control('/gateway/deliver', {});
  world.notices.passOnly(() => false);
  await world.other.drain();
}

// What a process does that may be killed, it does itself; the queue outlives it.
async function sweep(world: MoneyWorld, { id }: Placed, { app }: TestStore): Promise<void> {
  await world.other.app.jobHandlers.sweep_payments({});
  await world.other.app.jobHandlers.sweep_refunds({});
  if (app !== world.other.app) {
    for (const gatewayOrderId of await gatewayOrdersOf(world, id)) {
      await app.jobHandlers.settle_payment({ gatewayOrderId }).catch(() => {});
    }
    const refunds = await world.rows<{ refund_id: string }>('select refund_id from refunds where order_id = $1', id);
    for (const { refund_id } of refunds) await app.jobHandlers.settle_refund({ refundId: refund_id }).catch(() => {});
  }
  await world.other.drain();
}

// At the first of its gateway orders with which it can be done.
async function atGateway(world: MoneyWorld, { id }: Placed, act: string, fields: object = {}): Promise<boolean> {
  for (const orderId of await gatewayOrdersOf(world, id)) {
    const done = await world.control(`/gateway/${act}`, { orderId, ...fields }).then(
      () => true,
      () => false,
    );
    if (done) return true;
  }
  return false;
}

async function gatewayOrdersOf({ rows }: MoneyWorld, orderId: string): Promise<string[]> {
  const sql = 'select gateway_order_id as id from payment_attempts where order_id = $1 order by number';
  return (await rows<{ id: string }>(sql, orderId)).map(({ id }) => id);
}

// Time that passes for this order alone: other histories stand still.
async function age(world: MoneyWorld, tale: Tale, minutes: number): Promise<void> {
  const { id } = tale.order;
  tale.agedMinutes += minutes;
  for (const [table, keyColumn, moments] of [
    ['orders', 'id', ['created_at']],
    ['payment_attempts', 'order_id', ['opened_at', 'look_at']],
    ['refunds', 'order_id', ['created_at', 'look_at']],
  ] as const) {
    const changes = moments.map((moment) => `${moment} = ${moment} - $2 * interval '1 minute'`).join(', ');
    await world.rows(`update ${table} set ${changes} where ${keyColumn} = $1`, id, minutes);
  }
  if (minutes > 30) await atEveryForm(world, id);
}

async function atEveryForm(world: MoneyWorld, id: string): Promise<void> {
  for (const orderId of await gatewayOrdersOf(world, id)) {
    await world.control('/gateway/expire', { orderId }).catch(() => {});
  }
}

// What is in doubt ends, what waits comes, and the store has all the time that it needs.
async function settleAll(world: MoneyWorld, orders: readonly Placed[]): Promise<void> {
  await freeDeadJobs(world.other.db.database, 0);
  world.notices.leadTo(world.other.url);
  for (const order of orders) while (await atGateway(world, order, 'finish'));
  await deliver(world);
  const ids = orders.map(({ id }) => id);
  for (let looks = 0; looks < 2; looks += 1) {
    for (const table of ['payment_attempts', 'refunds']) {
      await world.rows(`update ${table} set look_at = now() where order_id = any($1) and look_at is not null`, ids);
    }
    await world.other.app.jobHandlers.sweep_payments({});
    await world.other.app.jobHandlers.sweep_refunds({});
    await world.other.drain();
  }
  // As the daily comparison with the gateway does.
  for (const id of ids) {
    for (const gatewayOrderId of await gatewayOrdersOf(world, id)) {
      await world.other.app.jobHandlers.settle_payment({ gatewayOrderId });
    }
  }
  await world.other.drain();
  await world.rows('update payment_attempts set look_at = null where order_id = any($1)', ids);
}
