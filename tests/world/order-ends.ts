// What tests of the ends of orders share: days that pass with every job of the store, and which orders neither ended nor wait.
import { sql } from 'drizzle-orm';
import { questions } from '../../server/attention/attention-questions.ts';
import type { TestStore } from './store.ts';

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

/** The orders whose count of unsent links is not what their dispatches say. */
export async function miscountedOrders({ db }: TestStore): Promise<string[]> {
  const { rows } = await db.database.pool.query(
    `select id from orders o where unsent_links <> cardinality(post_links) - (
       select count(*) from dispatches d where d.order_id = o.id and d.state in ('sending', 'sent', 'unknown'))`,
  );
  return rows.map(({ id }) => id);
}

async function waitingOrders({ db: { database } }: TestStore): Promise<Set<string>> {
  const waiting = new Set<string>();
  for (const question of Object.values(questions)) {
    const { rows } = await database.db.execute<{ order_id: string }>(
      sql`select q.order_id from (${question(database.now())}) q where q.order_id is not null`,
    );
    for (const { order_id } of rows) waiting.add(order_id);
  }
  return waiting;
}
