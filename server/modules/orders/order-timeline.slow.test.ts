// The story of an order, from everything that can be done to one, and the notes beside it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longestNote } from '../../../contract/list-limits.ts';
import { deliverySteps } from '../../../tests/support/delivery-steps.ts';
import { deleteOrder, paidOrder, placeOrder } from '../../../tests/support/orders.ts';
import { refundSteps } from '../../../tests/support/refund-steps.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const { end, sent } = deliverySteps(() => store);
const { give } = refundSteps(() => store);
const providerOrderOf = async (id: string) =>
  (await store.admin.call('GET /api/orders/{id}/api-orders', { params: { id } }))[0]?.api_order_id ?? '';
const timeline = (id: string) => store.admin.call('GET /api/admin/orders/{id}/timeline', { params: { id } });
const note = (id: string, text: string) =>
  store.admin.ask('POST /api/admin/orders/{id}/notes', { params: { id }, body: { note: text } });

describe('the story of an order', () => {
  test('DET-6, S-19: created, session, paid, mails, sent, seen at the provider, changed by hand, noted; newest first', async () => {
    const order = await paidOrder(store);
    const params = { id: order.id };
    await end(await sent(order), 'Completed', 0);
    await store.admin.call('PATCH /api/admin/orders/{id}/status', { params, body: { status: 'Failed' } });
    expect((await note(order.id, '  They wrote that it is fine.  ')).status).toBe(200);

    const entries = await timeline(order.id);
    const times = entries.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    const byKind = Object.fromEntries(entries.map(({ what, who, details }) => [what, { who, details }]));
    expect(byKind).toMatchObject({
      'order.placed': { who: 'visitor' },
      'session.opened': { who: 'visitor', details: { number: 1 } },
      'payment.captured': {},
      'mail.order_paid': { who: 'mail', details: { state: 'kept', recipient: order.email } },
      'mail.delivery_started': { who: 'mail' },
      'dispatch.sent': { who: owner.email },
      'delivery.seen': { who: 'provider', details: { link: order.postLinks[0], liveStatus: 'Completed', remains: 0 } },
      'order.status': { who: owner.email },
      note: { who: owner.email, details: { note: 'They wrote that it is fine.' } },
    });
    expect(JSON.stringify(byKind['order.status'])).toContain('"to":"failed"');
    // A note is listed once.
    expect(entries.filter(({ what }) => /note/.test(what))).toHaveLength(1);
  });

  test('A-25: a declined card is in it once, however often the gateway was asked', async () => {
    const { id } = await placeOrder(store);
    const insertEvent = `insert into payment_events (order_id, attempt_number, source, conclusion, said, happened_at)
      values ($1, null, 'job', 'declined', '{}', now())`;
    for (let time = 0; time < 3; time += 1) await store.db.database.pool.query(insertEvent, [id]);
    const declined = (await timeline(id)).filter(({ what }) => what === 'payment.said');
    expect(declined).toMatchObject([{ who: 'gateway', details: { conclusion: 'declined', source: 'job' } }]);
  });

  test('A-41: a refused refill is in it with the answer of the provider', async () => {
    const order = await paidOrder(store);
    await end(await sent(order), 'Partial', 100);
    const body = { postLink: order.postLinks[0] ?? '', apiOrderId: await providerOrderOf(order.id) };
    await store.admin.ask('POST /api/admin/orders/{id}/refill-post', { params: { id: order.id }, body });
    const entries = (await timeline(order.id)).filter(({ what }) => /refill/.test(what));
    expect(entries.map(({ what }) => what).sort()).toEqual(['dispatch.refill', 'refill.refused']);
    expect(entries.find(({ what }) => what === 'refill.refused')).toMatchObject({
      who: 'provider',
      details: { position: 0, words: 'The order is not completed' },
    });
  });

  test('D-6: a refund is in it once, however many events the ledger has', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/fail', { kind: 'result', operation: 'refund', result: 'UNKNOWN' });
    await give(order, { amount: 1 });
    const unclear = (await timeline(order.id)).filter(({ what }) => /refund|said/.test(what));
    expect(unclear.map(({ what, details }) => [what, details.conclusion])).toEqual([
      ['payment.said', 'refund_unclear'],
      ['refund.asked', undefined],
    ]);
    const other = await paidOrder(store);
    await give(other, { amount: 1 });
    const done = (await timeline(other.id)).map(({ what }) => what).filter((what) => /refund|said/.test(what));
    expect(done.sort()).toEqual(['mail.order_refunded', 'refund.asked', 'refund.refunded']);
  });

  test('S-3, D-18: is for admins, and of orders that are there', async () => {
    const { id } = await placeOrder(store);
    expect((await store.raw(`/api/admin/orders/${id}/timeline`)).status).toBe(401);
    expect((await store.raw('/api/admin/orders/AAAAAAAAAAAA/timeline')).status).toBe(401);
    await deleteOrder(store, id);
    for (const gone of [id, 'AAAAAAAAAAAA', 'x']) {
      const params = { id: gone };
      expect((await store.admin.ask('GET /api/admin/orders/{id}/timeline', { params })).status, gone).toBe(404);
      expect((await note(gone, 'Where are you?')).status, gone).toBe(404);
    }
  });

  test('a note has words, and not too many', async () => {
    const { id } = await placeOrder(store);
    expect((await note(id, ' \n ')).status).toBe(400);
    expect((await note(id, 'x'.repeat(longestNote + 1))).status).toBe(400);
    expect((await note(id, 'x'.repeat(longestNote))).status).toBe(200);
    // What is written there may be about a person: the audit log says only that something was.
    const { rows } = await store.db.database.pool.query(
      "select details from audit_log where action = 'order.noted' and subject = $1",
      [id],
    );
    expect(rows).toEqual([{ details: {} }]);
  });
});
