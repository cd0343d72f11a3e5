// A refill starts an ended link again, and its order's delivery state changes with it. The order is locked before the link.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { type CountingPanel, startPanel } from '../../tests/support/fake-provider.ts';
import { misfiledOrders } from '../../tests/support/order-ends.ts';
import type { Placed } from '../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let panel: CountingPanel;
let store: TestStore;
let answerRefill: () => Promise<object>;
beforeAll(async () => {
  panel = await startPanel({ others: () => answerRefill() });
  store = await startStore(panel.settings);
});
afterAll(async () => {
  await store?.stop();
  await panel?.close();
});
const { follow, paid, readAsAdmin, refill, sent } = deliverySteps(() => store);

test('a refused refill locks the order before its link', async () => {
  panel.respond(() => ({ status: 'Fail', remains: '1000' }));
  const order = await paid();
  const placed = await sent(order);
  await follow();
  await follow();
  expect((await readAsAdmin(order)).delivery.state).toBe('not_delivered');
  let answer = (_: object) => {};
  let refilling: ReturnType<typeof refill> | undefined;
  await new Promise<void>((arrived) => {
    answerRefill = () => {
      arrived();
      return new Promise((resolve) => {
        answer = resolve;
      });
    };
    refilling = refill(order, placed);
  });
  await whileOrderIsHeld(order, () => answer({ error: 'No refill' }));
  expect((await refilling)?.body.code).toBe('provider_refused');
  expect((await readAsAdmin(order)).delivery.state).toBe('not_delivered');
});

test('D-69: a refused refill uses up no limit and raises no alert; a lost one and an accepted one use it up', async () => {
  panel.respond(() => ({ status: 'Partial', remains: '200' }));
  const order = await paid();
  const placed = await sent(order);
  await follow();
  const query = async (text: string) => (await store.db.database.pool.query(text)).rows;
  const before = await query('select type from alerts');
  answerRefill = async () => ({ error: 'Refill is not available yet' });
  for (let turn = 0; turn < 3; turn += 1) {
    expect((await refill(order, placed)).body).toMatchObject({ code: 'provider_refused' });
  }
  expect(await query('select type from alerts')).toEqual(before);
  answerRefill = async () => ({ refill: '78' });
  expect((await refill(order, placed)).status).toBe(200);
  await query("update delivery_requests set state = 'rejected', ended_at = now() where kind = 'refill'");
  expect((await refill(order, placed)).body).toMatchObject({ code: 'rate_limited' });
  const timeline = await store.admin.call('GET /api/admin/orders/{id}/timeline', { params: order });
  // Of entries with one time, the effect stands above its cause.
  const at = (what: string) => timeline.findIndex((entry) => entry.what === what);
  expect(timeline[at('mail.delivery_started')]?.at).toBe(timeline[at('dispatch.sent')]?.at);
  expect(at('mail.delivery_started')).toBeLessThan(at('dispatch.sent'));
});

test('a status check that finds a refilled link in progress again locks the order before it', async () => {
  panel.respond(() => ({ status: 'Partial', remains: '200' }));
  const order = await paid();
  const placed = await sent(order);
  await follow();
  expect((await readAsAdmin(order)).delivery.state).toBe('partial');
  answerRefill = async () => ({ refill: '77' });
  expect((await refill(order, placed)).status).toBe(200);
  panel.respond(() => ({ status: 'In progress', remains: '200' }));
  let round: Promise<void> | undefined;
  await whileOrderIsHeld(order, () => {
    round = follow();
  });
  await round;
  expect((await readAsAdmin(order)).delivery.state).toBe('in_progress');
  expect(await misfiledOrders(store)).toEqual([]);
});

/** `act` waits for the order, and holds none of its links meanwhile: two that wait for each other would be a deadlock. */
async function whileOrderIsHeld({ id }: Placed, act: () => void): Promise<void> {
  const client = await store.db.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from orders where id = $1 for update', [id]);
    act();
    await expect.poll(waitingForLocks).toBe(1);
    const links = client.query('select from dispatches where order_id = $1 for update nowait', [id]);
    await expect(links).resolves.toMatchObject({ rowCount: 1 });
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await store.db.database.pool.query(
    `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].waiting;
}
