import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { aLink, type Placed, paidOrder } from '../../tests/support/orders.ts';
import { owner, startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/provider/clear', {});
  await store.control('/calls/clear', {});
  await store.db.database.pool.query('delete from delivery_requests');
});

type Sent = { order: Placed; providerId: string };

const { apiOrders, calls, end, follow, sent } = deliverySteps(() => store);

async function sentOrder(steering = ''): Promise<Sent> {
  const order = await paidOrder(store, { post_links: [aLink(steering)] });
  return { order, providerId: await sent(order) };
}
async function delivered(steering = ''): Promise<Sent> {
  const made = await sentOrder(steering);
  await end(made.providerId, 'Completed', 0);
  return made;
}
async function followRefills(byMs = 60_000): Promise<void> {
  store.advance(byMs);
  await store.app.jobHandlers.follow_requests({});
}
const requestDelivery = (kind: 'refill' | 'cancel', { order, providerId }: Sent, client = store.admin) =>
  client.ask(`POST /api/admin/orders/{id}/${kind}-post`, {
    params: { id: order.id },
    body: { postLink: order.postLinks[0] ?? '', apiOrderId: providerId },
  });
const link = async ({ order }: Sent) => (await apiOrders(order.id))[0];
const history = async (of: Sent) => {
  const found = await link(of);
  return found && 'requests' in found ? (found.requests ?? []) : [];
};
const countCalls = async (operation: string) => (await calls(operation)).length;

describe('a refill (GEN-10, A-41)', () => {
  test('is followed to its end by a job, with who asked and when in its history; visitors see none of it', async () => {
    const made = await delivered();
    expect((await requestDelivery('refill', made)).status).toBe(200);
    expect(await history(made)).toMatchObject([
      { kind: 'refill', state: 'accepted', requested_by: owner.email, ended_at: null },
    ]);
    await followRefills();
    expect(await history(made)).toMatchObject([{ state: 'accepted', words: 'In progress' }]);
    await store.control('/provider/advance', { seconds: 600 });
    await followRefills();
    expect(await history(made)).toMatchObject([{ state: 'done', words: 'Completed', ended_at: expect.any(String) }]);
    await store.control('/calls/clear', {});
    await followRefills(7_200_000);
    expect(await countCalls('refill_status')).toBe(0);
    const seen = await store.visitor.call('GET /api/orders/{id}/api-orders', { params: { id: made.order.id } });
    expect(seen[0]).not.toHaveProperty('requests');
  });

  test('that the provider rejects later ends as rejected, with an alert', async () => {
    const made = await delivered('norefill');
    await requestDelivery('refill', made);
    await store.control('/provider/advance', { seconds: 600 });
    await followRefills();
    expect(await history(made)).toMatchObject([{ state: 'rejected', words: 'Rejected' }]);
    const { rows } = await store.db.database.pool.query(
      "select type from alerts where details->>'orderId' = $1 and message like '%refill%'",
      [made.order.id],
    );
    expect(rows).toEqual([{ type: 'delivery_stopped' }]);
  });

  test('is asked for once while one is open, and again after it ended', async () => {
    const made = await delivered();
    await requestDelivery('refill', made);
    store.advance(61_000);
    expect(await requestDelivery('refill', made)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/under way/) },
    });
    expect(await countCalls('refill')).toBe(1);
    await store.control('/provider/advance', { seconds: 600 });
    await followRefills();
    expect((await requestDelivery('refill', made)).status).toBe(200);
    expect((await history(made)).map(({ state }) => state)).toEqual(['accepted', 'done']);
  });

  test('two admins who ask at once ask the provider once', async () => {
    const made = await delivered();
    const answers = await Promise.all([
      requestDelivery('refill', made),
      requestDelivery('refill', made),
      requestDelivery('refill', made),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    expect(await countCalls('refill')).toBe(1);
  });

  test('refused after its link ended and another order took the post leaves both as they are', async () => {
    const made = await sentOrder();
    await store.control('/provider/fail', { kind: 'delay', operation: 'refill', delayMs: 1_500 });
    const pending = requestDelivery('refill', made);
    await expect.poll(() => countCalls('refill')).toBe(1);
    const { pool } = store.db.database;
    await pool.query('update dispatches set following = false where order_id = $1', [made.order.id]);
    const next = await paidOrder(store, { post_links: made.order.postLinks });
    await store.control('/provider/advance', { order: made.providerId, status: 'Completed', remains: 0 });
    await sent(next);
    expect(await pending).toMatchObject({ status: 502, body: { message: 'The order is not completed' } });
    expect(await history(made)).toMatchObject([{ state: 'refused', words: 'The order is not completed' }]);
    const { rows } = await pool.query('select order_id from dispatches where following and order_id = any($1)', [
      [made.order.id, next.id],
    ]);
    expect(rows).toEqual([{ order_id: next.id }]);
  });

  test('refused, or lost on the way, is kept in the history as what it is', async () => {
    const made = await sentOrder();
    expect((await requestDelivery('refill', made)).status).toBe(502);
    await store.control('/provider/fail', { kind: 'lose', operation: 'refill' });
    store.advance(61_000);
    expect((await requestDelivery('refill', made)).status).toBe(502);
    expect(await history(made)).toMatchObject([
      { state: 'unknown' },
      { state: 'refused', words: 'The order is not completed' },
    ]);
  });

  test('whose asking process died is unknown after two minutes', async () => {
    const made = await delivered();
    await store.db.database.pool.query(
      `insert into delivery_requests (id, order_id, position, kind, state, requested_by, requested_at)
       values (gen_random_uuid(), $1, 0, 'refill', 'asking', 'a@b.example', now())`,
      [made.order.id],
    );
    await followRefills(200_000);
    expect(await history(made)).toMatchObject([{ state: 'unknown' }]);
  });

  test('of a provider that cannot say how refills stand ends as unknown, and one that is down is asked later', async () => {
    const made = await delivered();
    await requestDelivery('refill', made);
    await store.control('/provider/fail', { kind: 'maintenance', operation: 'refill_status' });
    await followRefills();
    expect(await history(made)).toMatchObject([{ state: 'accepted', words: null }]);
    await store.control('/provider/fail', { kind: 'error', operation: 'refill_status', text: 'Incorrect refill ID' });
    await followRefills();
    expect(await history(made)).toMatchObject([{ state: 'unknown', words: 'Incorrect refill ID' }]);
  });

  test('of a provider that does not know the question how it stands ends as unknown', async () => {
    const made = await delivered();
    await requestDelivery('refill', made);
    await store.control('/provider/fail', { kind: 'error', operation: 'refill_status', text: 'Invalid action' });
    await followRefills();
    expect(await history(made)).toMatchObject([{ state: 'unknown', words: 'Invalid action' }]);
  });

  test('after which the delivery stops again is reported again', async () => {
    const made = await delivered();
    const alerts = async () => {
      const { rows } = await store.db.database.pool.query(
        "select message from alerts where type = 'delivery_stopped' and details->>'orderId' = $1",
        [made.order.id],
      );
      return rows.length;
    };
    for (const times of [1, 2]) {
      expect((await requestDelivery('refill', made)).status).toBe(200);
      await end(made.providerId, 'In progress', 50);
      await end(made.providerId, 'Partial', 50);
      expect(await alerts()).toBe(times);
      await end(made.providerId, 'Partial', 50);
      expect(await alerts()).toBe(times);
      await store.control('/provider/advance', { order: made.providerId, status: 'Completed', remains: 0 });
      await store.control('/provider/advance', { seconds: 600 });
      await followRefills();
    }
  });
});

describe('a cancel (rule 9)', () => {
  test('is a request: nothing changes until the status of the link says what became of it', async () => {
    const made = await sentOrder();
    expect(await requestDelivery('cancel', made)).toMatchObject({ status: 200, body: { success: true } });
    expect(await link(made)).toMatchObject({ status: 'sent' });
    expect(await history(made)).toMatchObject([{ kind: 'cancel', state: 'accepted', requested_by: owner.email }]);
    await store.control('/provider/advance', { seconds: 15 });
    await follow();
    expect(await link(made)).toMatchObject({ live_status: 'Canceled', remains: 500 });
    expect(await history(made)).toMatchObject([{ state: 'done', words: 'Canceled' }]);
  });

  test('that comes too late ends as rejected', async () => {
    const made = await sentOrder();
    await requestDelivery('cancel', made);
    await end(made.providerId, 'Completed', 0);
    expect(await history(made)).toMatchObject([{ state: 'rejected', words: 'Completed' }]);
  });

  test('is asked for once while one is open, by however many at once', async () => {
    const made = await sentOrder('slow');
    const answers = await Promise.all([
      requestDelivery('cancel', made),
      requestDelivery('cancel', made),
      requestDelivery('cancel', made),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await countCalls('cancel')).toBe(1);
  });

  test('of what has ended, of another link, or by a stranger is refused, and the provider hears nothing', async () => {
    const [done, other] = [await delivered(), await sentOrder()];
    expect((await requestDelivery('cancel', done)).status).toBe(409);
    expect((await requestDelivery('cancel', { ...other, providerId: done.providerId })).status).toBe(404);
    expect((await requestDelivery('cancel', other, store.visitor)).status).toBe(401);
    expect(await countCalls('cancel')).toBe(0);
  });

  test('refused by the provider returns its message; after a lost response it may have been accepted', async () => {
    const made = await sentOrder('slow');
    await store.control('/provider/service', { id: '1001', cancel: false });
    expect(await requestDelivery('cancel', made)).toMatchObject({
      status: 502,
      body: { message: 'The order cannot be canceled' },
    });
    await store.control('/provider/clear', {});
    await store.control('/provider/fail', { kind: 'lose', operation: 'cancel' });
    expect((await requestDelivery('cancel', made)).status).toBe(502);
    expect((await history(made)).map(({ state }) => state)).toEqual(['unknown', 'refused']);
    await store.control('/provider/advance', { seconds: 60 });
    await follow();
    expect(await link(made)).toMatchObject({ live_status: expect.stringMatching(/Canceled|Partial/) });
  });
});
