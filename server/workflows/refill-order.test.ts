import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { type CountingPanel, startPanel } from '../../tests/support/fake-provider.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let panel: CountingPanel;
let store: TestStore;
let refillArrives = () => {};
let answerRefill = Promise.resolve();
beforeAll(async () => {
  panel = await startPanel({
    others: async () => {
      refillArrives();
      await answerRefill;
      return { error: 'No refill' };
    },
  });
  panel.say(() => ({ status: 'Fail', remains: '1000' }));
  store = await startStore(panel.settings);
});
afterAll(async () => {
  await store?.stop();
  await panel?.close();
});
const { follow, paid, readAsAdmin, refill, sent } = deliverySteps(() => store);

test('a refused refill locks the order before its link, like every other change of a link', async () => {
  const order = await paid();
  const placed = await sent(order);
  await follow();
  await follow();
  expect((await readAsAdmin(order)).delivery.state).toBe('not_delivered');
  const arrived = new Promise<void>((resolve) => {
    refillArrives = resolve;
  });
  let answer = () => {};
  answerRefill = new Promise((resolve) => {
    answer = resolve;
  });
  const refilling = refill(order, placed);
  await arrived;
  const client = await store.db.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from orders where id = $1 for update', [order.id]);
    answer();
    await expect.poll(() => waitingForLocks(), { timeout: 5_000 }).toBe(1);
    const row = client.query('select from dispatches where order_id = $1 for update nowait', [order.id]);
    await expect(row).resolves.toMatchObject({ rowCount: 1 });
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect((await refilling).body.code).toBe('provider_refused');
  expect((await readAsAdmin(order)).delivery.state).toBe('not_delivered');
});

async function waitingForLocks(): Promise<number> {
  const { rows } = await store.db.database.pool.query(
    `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].waiting;
}
