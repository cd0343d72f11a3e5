// Action items about delivery, emails and jobs: each is listed, and ends when its cause ends.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actionItemSteps } from '../../../tests/support/action-item-steps.ts';
import { deliverySteps } from '../../../tests/support/delivery-steps.ts';
import { aLink, paidOrder } from '../../../tests/support/orders.ts';
import { paymentSteps } from '../../../tests/support/payment-steps.ts';
import { refundSteps } from '../../../tests/support/refund-steps.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await clear();
  await proveAgain();
});

const { rows } = paymentSteps(() => store);
const { end, refill, send, sent, settle } = deliverySteps(() => store);
const { give, proveAgain } = refundSteps(() => store);
const { all, aside, clear, itemOf, setStatus, waitsFor } = actionItemSteps(() => store);

describe('delivery that needs a person', () => {
  test('D-17: a lost answer waits until it is settled, and cannot be put aside', async () => {
    const order = await paidOrder(store);
    await store.control('/provider/fail', { kind: 'lose', operation: 'add' });
    await send(order);
    expect(await waitsFor(order)).toEqual(['dispatch_unknown']);
    expect((await aside('dispatch_unknown', `${order.id} 0`)).status).toBe(400);
    expect((await settle(order, { postLink: order.postLinks[0], outcome: 'not_placed' })).status).toBe(200);
    expect(await waitsFor(order)).toEqual(['dispatch_failed']);
  });

  test('A-40: a send that failed waits, in the words of the provider, until it is sent', async () => {
    const order = await paidOrder(store);
    await store.control('/provider/fail', { kind: 'error', operation: 'add', text: 'Incorrect link' });
    await send(order);
    expect(await waitsFor(order)).toEqual(['dispatch_failed']);
    expect((await itemOf(order))?.words).toContain('Incorrect link');
    await send(order);
    expect(await waitsFor(order)).toEqual([]);
  });

  test('A-40: a send that failed is nobody’s matter once its order is given back or closed by hand', async () => {
    const [given, closed] = [await paidOrder(store), await paidOrder(store)];
    await store.control('/provider/fail', { kind: 'error', operation: 'add', text: 'Incorrect link', times: 2 });
    for (const order of [given, closed]) await send(order);
    expect(await waitsFor(given)).toEqual(['dispatch_failed']);
    await give(given, { amount: 3 });
    await setStatus(closed, 'Completed');
    expect([await waitsFor(given), await waitsFor(closed)]).toEqual([[], []]);
  });

  test('A-44: a partial delivery waits until the undelivered part is given back', async () => {
    const order = await paidOrder(store);
    await end(await sent(order), 'Partial', 200);
    expect(await waitsFor(order)).toEqual(['delivery_stopped']);
    expect((await itemOf(order))?.words).toBe('Partial, 200 remaining');
    store.advance(1_000);
    await give(order, { undelivered: true });
    expect(await waitsFor(order)).toEqual([]);
  });

  test('A-41: a refill that was refused waits until another one is taken', async () => {
    const order = await paidOrder(store);
    const id = await sent(order);
    await end(id, 'Completed', 0);
    await store.control('/provider/fail', { kind: 'error', operation: 'refill', text: 'Refill is disabled' });
    await refill(order, id);
    expect(await waitsFor(order)).toEqual(['refill_refused']);
    store.advance(61_000);
    expect((await refill(order, id)).status).toBe(200);
    expect(await waitsFor(order)).toEqual([]);
  });

  test('A-41: a refused refill of an under-delivered link is one item, with the answer of the provider', async () => {
    const order = await paidOrder(store);
    const id = await sent(order);
    await end(id, 'Partial', 200);
    expect((await refill(order, id)).status).toBe(502);
    expect(await waitsFor(order)).toEqual(['delivery_stopped']);
    expect((await itemOf(order))?.words).toBe('Partial, 200 remaining. Refill refused: "The order is not completed"');
    // Dismissing the missing part settles it, so its refused refill is no action item any more.
    await aside('delivery_stopped', (await itemOf(order))?.subject ?? '');
    expect(await waitsFor(order)).toEqual([]);
  });

  test('one that was put aside comes again when the link ends short once more', async () => {
    const order = await paidOrder(store, { post_links: [aLink()] });
    await store.control('/provider/fail', { kind: 'error', operation: 'add', text: 'Incorrect link' });
    await send(order);
    await aside('dispatch_failed', (await itemOf(order))?.subject ?? '');
    expect(await waitsFor(order)).toEqual([]);
    store.advance(1_000);
    await store.control('/provider/fail', { kind: 'error', operation: 'add', text: 'Incorrect link' });
    await send(order);
    expect(await waitsFor(order)).toEqual(['dispatch_failed']);
  });
});

describe('mails and jobs that need a person', () => {
  test('D-10: a mail that could not be delivered waits until it is put aside', async () => {
    const order = await paidOrder(store);
    await rows(
      "update mails set state = 'failed', last_error = '550 no such user' where order_id = $1 and kind = 'order_paid'",
      order.id,
    );
    expect(await waitsFor(order)).toEqual(['mail_undelivered']);
    expect((await itemOf(order))?.words).toBe('550 no such user');
    await aside('mail_undelivered', (await itemOf(order))?.subject ?? '');
    expect(await waitsFor(order)).toEqual([]);
  });

  const giveUp = async (name: string, maxAttempts: number | null) => {
    const [job] = await rows<{ id: string }>(
      'select id::text from graphile_worker.add_job($1, \'{"orderId": "AAAAAAAAAAAA"}\', job_key := $1, max_attempts := $2::int, run_at := now() + interval \'1 day\')',
      name,
      maxAttempts,
    );
    const id = job?.id ?? '';
    await rows(
      "update graphile_worker._private_jobs set attempts = max_attempts, last_error = E'It broke\\n  at x.ts' where id = $1",
      id,
    );
    return id;
  };
  const deadJobs = async () => (await all({ kind: 'dead_job' })).flatMap(({ items }) => items);

  test('a job that was given up waits until it is tried again; one that comes again by itself does not', async () => {
    const id = await giveUp('expire_order', null);
    const repeated = await giveUp('sweep_orders', 1);
    expect(await deadJobs()).toEqual([
      { subject: id, order_id: 'AAAAAAAAAAAA', at: expect.any(String), words: 'expire_order: It broke' },
    ]);
    const retry = (job: string) => store.admin.ask('POST /api/admin/jobs/{id}/retry', { params: { id: job } });
    expect((await retry(id)).status).toBe(200);
    expect(await deadJobs()).toEqual([]);
    expect((await retry(id)).status).toBe(404);
    expect((await retry('999999999')).status).toBe(404);
    store.advance(2 * 86_400_000);
    await store.app.jobHandlers.purge_expired({});
    store.advance(-2 * 86_400_000);
    expect(await rows('select id::text from graphile_worker._private_jobs where id = any($1)', [id, repeated])).toEqual(
      [{ id }],
    );
    await rows('delete from graphile_worker._private_jobs where id = $1', id);
  });
});
