// What tests of the ends of orders share: days that pass with every job of the store, and which orders neither ended nor wait.
import { sql } from 'drizzle-orm';
import { type DeliveryState, deliveryStates, type PaymentState, paymentStates } from '../../contract/order-progress.ts';
import * as stalledLinksRepository from '../../server/modules/action-items/stalled-links.repository.ts';
import type { Client } from './client.ts';
import { owner, type TestStore } from './store.ts';

type StandingOrder = { id: string; status: string; payment_status: string };

/** All jobs that end something, four times a day, until nothing is due any more. */
export async function letDaysPass(store: TestStore, rounds = 16): Promise<void> {
  const { jobHandlers } = store.app;
  for (let round = 0; round < rounds; round += 1) {
    store.advance(6 * 3_600_000);
    await jobHandlers.expire_claims({});
    await jobHandlers.sweep_waiting({});
    await jobHandlers.follow_deliveries({});
    await jobHandlers.sweep_payments({});
    await jobHandlers.sweep_refunds({});
    await jobHandlers.sweep_orders({});
    await jobHandlers.finish_orders({});
    await store.drain();
  }
}

/** The orders that neither ended nor wait under an action item. */
export async function stuckOrders(store: TestStore): Promise<StandingOrder[]> {
  const waiting = await waitingOrders(store);
  return (await standingOrders(store)).filter(({ id, status, payment_status }) => {
    const isEnded = status === 'completed' || (status === 'failed' && payment_status !== 'paid');
    return !isEnded && !waiting.has(id);
  });
}

export async function standingOrders({ db }: TestStore): Promise<StandingOrder[]> {
  return (await db.database.pool.query('select id, status, payment_status from orders')).rows;
}

/** The orders that a filter by payment or delivery lists although they say otherwise, or leaves out although they say so. */
export async function misfiledOrders(store: TestStore): Promise<string[]> {
  // The first session ended in the days that passed.
  const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
  const admin = store.as(token);
  const all = await listed(admin, {});
  const misfiled: string[] = [];
  const compare = async (filter: OrderStates, isOf: (order: ListedOrder) => boolean) => {
    const found = new Set((await listed(admin, filter)).map(({ id }) => id));
    for (const order of all) {
      if (found.has(order.id) === isOf(order)) continue;
      misfiled.push(`${order.id} ${order.payment} ${order.delivery.state}, filter ${JSON.stringify(filter)}`);
    }
  };
  for (const payment of paymentStates) await compare({ payment }, (order) => order.payment === payment);
  for (const delivery of deliveryStates) await compare({ delivery }, (order) => order.delivery.state === delivery);
  return misfiled;
}

type OrderStates = { payment?: PaymentState; delivery?: DeliveryState };
type ListedOrder = Awaited<ReturnType<typeof listed>>[number];

async function listed(admin: Client, states: OrderStates) {
  const orders = [];
  for (let cursor: string | undefined; ; ) {
    const query = { ...states, limit: 200, ...(cursor ? { cursor } : {}) };
    const answer = await admin.ask('GET /api/orders', { query });
    if (answer.status !== 200) throw new Error(`GET /api/orders answered ${answer.status}.`);
    orders.push(...answer.body);
    cursor = /cursor=([^&>]+)/.exec(answer.headers.get('link') ?? '')?.[1];
    if (!cursor) return orders;
  }
}

async function waitingOrders({ app: { ctx }, db: { database } }: TestStore): Promise<Set<string>> {
  const waiting = new Set<string>();
  for (const query of Object.values(ctx.actionItems)) {
    const { rows } = await database.db.execute<{ order_id: string }>(
      sql`select q.order_id from (${query(database.now())}) q where q.order_id is not null`,
    );
    for (const { order_id } of rows) waiting.add(order_id);
  }
  for (const { order_id } of await stalledLinksRepository.open(database.db, [])) if (order_id) waiting.add(order_id);
  return waiting;
}
