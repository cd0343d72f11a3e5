import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallFor } from '../../contract/index.ts';
import {
  aLink,
  deleteOrder,
  openSession,
  type Placed,
  paidOrder,
  payAtGateway,
  placeOrder,
} from '../../tests/world/orders.ts';
import { refundSteps } from '../../tests/world/refund-steps.ts';
import { startStore, type TestStore } from '../../tests/world/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/provider/clear', {});
  await store.control('/provider/advance', { status: 'Completed', remains: 0 });
  await store.control('/calls/clear', {});
  await decide(true);
});

type Input = CallFor<'PUT /api/admin/store-settings'>['body']['settings'];

async function decide(automatic: boolean): Promise<void> {
  const { version, settings } = await store.admin.call('GET /api/admin/store-settings', {});
  const claims = Object.entries(settings.claims).map(([name, { text, shown, confirmed_at }]) => [
    name,
    { text, shown, confirmed: confirmed_at !== null },
  ]);
  const wanted = { ...settings, automatic_dispatch: automatic, claims: Object.fromEntries(claims) as Input['claims'] };
  await store.admin.call('PUT /api/admin/store-settings', { body: { version, settings: wanted } });
}

const { give, proveAgain } = refundSteps(() => store);
const links = (id: string) => store.admin.call('GET /api/orders/{id}/api-orders', { params: { id } });
const states = async (id: string) => (await links(id)).map(({ status }) => status);
const read = (id: string) => store.admin.call('GET /api/orders/{id}', { params: { id } });
const send = (order: Placed, postLink = order.postLinks[0] ?? '') =>
  store.admin.ask('POST /api/admin/orders/{id}/send-post', {
    params: { id: order.id },
    body: { postLink, category: order.category },
  });
const rows = async <T>(sql: string, ...values: unknown[]) =>
  (await store.db.database.pool.query(sql, values)).rows as T[];
const adds = async () =>
  (await store.control('/calls?side=provider&operation=add')) as unknown as { detail: { post: string } }[];
const finish = async (id: string) => {
  for (const { api_order_id: order } of await links(id)) {
    if (order) await store.control('/provider/advance', { order, status: 'Completed', remains: 0 });
  }
  store.advance(60_000);
  await store.app.jobHandlers.follow_deliveries({});
};
/** What happens each minute, and what follows from it. */
async function minute(byMs = 61_000): Promise<void> {
  store.advance(byMs);
  await store.app.jobHandlers.sweep_waiting({});
  await store.drain();
}

describe('automatic dispatch (D-3)', () => {
  test('every link of a paid order goes out once, by its share, and the order moves on', async () => {
    const order = await paidOrder(store, { post_links: [aLink(), aLink(), aLink()] });
    await store.drain();
    expect(await links(order.id)).toMatchObject([
      { status: 'sent', quantity: 167, api_order_id: expect.any(String) },
      { status: 'sent', quantity: 167 },
      { status: 'sent', quantity: 166 },
    ]);
    expect(await read(order.id)).toMatchObject({ status: 'processing' });
    await store.app.jobHandlers.dispatch_order({ orderId: order.id });
    expect(await adds()).toHaveLength(3);
    const [claimed] = await rows<{ actor: string }>(
      "select actor from audit_log where subject = $1 and action = 'dispatch.sent' limit 1",
      order.id,
    );
    expect(claimed).toEqual({ actor: 'system' });
  });

  test('switched off, which it is at first, nothing is sent; orders paid meanwhile stay for the admin', async () => {
    await decide(false);
    const order = await paidOrder(store);
    await store.drain();
    expect(await states(order.id)).toEqual([]);
    await decide(true);
    await minute();
    expect(await states(order.id)).toEqual([]);
    expect((await send(order)).status).toBe(200);
  });

  test('an order that is not paid is never sent; one that an admin vouched for by hand is', async () => {
    const order = await placeOrder(store);
    await store.app.jobHandlers.dispatch_order({ orderId: order.id });
    expect(await states(order.id)).toEqual([]);
    await store.admin.call('POST /api/orders/{id}/confirm-payment', {
      params: { id: order.id },
      body: { manual: true, note: 'paid in cash' },
    });
    await store.drain();
    expect(await states(order.id)).toEqual(['sent']);
  });

  test('the job runs five times at once beside an admin who sends: one call for each link', async () => {
    await decide(false);
    const order = await paidOrder(store, { post_links: [aLink(), aLink()] });
    await store.drain();
    await decide(true);
    const job = () => store.app.jobHandlers.dispatch_order({ orderId: order.id });
    await Promise.all([job(), job(), send(order), job(), send(order, order.postLinks[1]), job(), job()]);
    expect(await states(order.id)).toEqual(['sent', 'sent']);
    expect(await adds()).toHaveLength(2);
  });

  test('a payment that a notification and the payer tell at once leads to one send', async () => {
    const order = await placeOrder(store);
    await payAtGateway(store, await openSession(store, order));
    const confirm = () =>
      store.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id: order.id }, body: {} });
    await Promise.all([confirm(), confirm(), confirm()]);
    await store.drain();
    await minute();
    expect(await adds()).toHaveLength(1);
  });
});

describe('an automatic send that does not go through', () => {
  test('rule 1: a lost answer is unknown, is told once, and is never sent again by itself', async () => {
    await store.control('/provider/fail', { kind: 'lose', operation: 'add' });
    const order = await paidOrder(store);
    await store.drain();
    expect(await states(order.id)).toEqual(['unknown']);
    await store.app.jobHandlers.dispatch_order({ orderId: order.id });
    await minute(3_600_000);
    expect(await adds()).toHaveLength(1);
    expect(await rows("select 1 from alerts where details->>'orderId' = $1", order.id)).toHaveLength(1);
  });

  test('5.3: a process that dies after its claim leaves an unknown outcome, not a second call', async () => {
    const order = await paidOrder(store);
    await rows(
      `insert into dispatches (order_id, position, post_link, link_key, service_id, quantity, state, claim_id, claimed_at, created_at, updated_at)
       values ($1, 0, $2, $2, '1001', 500, 'sending', gen_random_uuid(), now(), now(), now())`,
      order.id,
      order.postLinks[0],
    );
    await store.drain();
    expect(await states(order.id)).toEqual(['sending']);
    store.advance(121_000);
    await store.app.jobHandlers.expire_claims({});
    await minute();
    expect(await states(order.id)).toEqual(['unknown']);
    expect(await adds()).toHaveLength(0);
  });

  test('rule 5: a refusal for good fails, is told, and waits for the admin', async () => {
    const order = await paidOrder(store, { post_links: [aLink('refuse')] });
    await store.drain();
    expect(await links(order.id)).toMatchObject([{ status: 'failed', error: 'Bad link' }]);
    await minute(3_600_000);
    expect(await adds()).toHaveLength(1);
    expect(await rows("select type from alerts where details->>'orderId' = $1", order.id)).toEqual([
      { type: 'dispatch_failed' },
    ]);
  });

  test.each([
    ['too many requests', { kind: 'rate', operation: 'add' }, 40_000],
    [
      'an order of somebody else for the post',
      { kind: 'error', operation: 'add', text: 'neworder.error.link_duplicate' },
      40_000,
    ],
    ['no funds', { kind: 'empty_balance', operation: 'add' }, 1_000_000],
    ['a wrong key', { kind: 'error', operation: 'add', text: 'Invalid API key', status: 401 }, 1_000_000],
  ])('rule 5: %s is waited out and tried again', async (_name, trouble, laterMs) => {
    await store.control('/provider/fail', trouble);
    const order = await paidOrder(store);
    await store.drain();
    expect(await links(order.id)).toMatchObject([{ status: 'waiting', api_order_id: null, error: expect.any(String) }]);
    await store.app.jobHandlers.sweep_waiting({});
    await store.drain();
    await store.app.jobHandlers.dispatch_order({ orderId: order.id });
    expect(await adds()).toHaveLength(1);
    await minute(laterMs);
    expect(await links(order.id)).toMatchObject([{ status: 'sent', error: null }]);
    expect(await adds()).toHaveLength(2);
  });

  test('GEN-7: a refusal at an admin’s own click fails at once, and is not tried again', async () => {
    await decide(false);
    const order = await paidOrder(store);
    await store.drain();
    await decide(true);
    await store.control('/provider/fail', { kind: 'rate', operation: 'add' });
    expect((await send(order)).body.apiOrder).toMatchObject({ status: 'failed' });
    await minute(3_600_000);
    expect(await states(order.id)).toEqual(['failed']);
  });

  test('an order that is given back or deleted while its link waits is sent no more', async () => {
    await store.control('/provider/fail', { kind: 'rate', operation: 'add', times: 0 });
    const [refunded, deleted] = [await paidOrder(store), await paidOrder(store)];
    await store.drain();
    expect([await states(refunded.id), await states(deleted.id)]).toEqual([['waiting'], ['waiting']]);
    await rows("update orders set payment_status = 'refunded', status = 'failed' where id = $1", refunded.id);
    await deleteOrder(store, deleted.id);
    await store.control('/provider/clear', {});
    await store.control('/calls/clear', {});
    await minute(3_600_000);
    expect(await links(refunded.id)).toMatchObject([{ status: 'failed', error: expect.stringMatching(/given back/) }]);
    expect(await adds()).toHaveLength(0);
  });

  test.each([
    ['refunded', 'refunded'],
    ['charged back', 'disputed'],
  ] as const)(
    'rule 11: a link that waits is given up with its %s order, also once nothing is sent by itself any more',
    async (_name, paymentStatus) => {
      await store.control('/provider/fail', { kind: 'rate', operation: 'add', times: 0 });
      const order = await paidOrder(store, { email: `${paymentStatus}@waits.example` });
      await store.drain();
      expect(await states(order.id)).toEqual(['waiting']);
      await decide(false);
      await store.control('/provider/clear', {});
      await store.control('/calls/clear', {});
      await proveAgain();
      if (paymentStatus === 'refunded') await give(order, { amount: 3 });
      else await store.control('/gateway/chargeback', { orderId: `${order.id}-1` });
      await store.control('/gateway/deliver', {});
      await store.drain();
      expect(await read(order.id)).toMatchObject({ payment_status: paymentStatus });
      expect(await links(order.id)).toMatchObject([{ status: 'failed', error: expect.stringMatching(/given back/) }]);
      expect(await adds()).toHaveLength(0);
      const erased = await store.admin.ask('POST /api/admin/people/erase', { body: { email: order.email } });
      expect(erased.status).toBe(200);
    },
  );

  test.each(['Completed', 'Failed'])(
    'A-44: what an admin set to %s is sent by nobody but an admin: neither what is paid nor what waits',
    async (status) => {
      const params = ({ id }: Placed) => ({ params: { id }, body: { status, confirm: true } });
      const paid = await paidOrder(store);
      await store.admin.call('PATCH /api/admin/orders/{id}/status', params(paid));
      await store.drain();
      expect(await states(paid.id)).toEqual([]);
      await store.control('/provider/fail', { kind: 'empty_balance', operation: 'add' });
      const waits = await paidOrder(store);
      await store.drain();
      expect(await states(waits.id)).toEqual(['waiting']);
      await store.admin.call('PATCH /api/admin/orders/{id}/status', params(waits));
      await store.control('/provider/clear', {});
      await store.control('/calls/clear', {});
      await minute(1_000_000);
      expect([await states(waits.id), await adds()]).toEqual([['failed'], []]);
      expect((await send(waits)).status).toBe(200);
    },
  );

  test('without a service id links wait, and go out once one is entered', async () => {
    await store.admin.call('POST /api/admin/settings', { body: { likes_service_id: '' } });
    const order = await paidOrder(store);
    await store.drain();
    expect(await links(order.id)).toMatchObject([{ status: 'waiting', error: expect.stringMatching(/service id/) }]);
    await store.admin.call('POST /api/admin/settings', { body: { likes_service_id: '1001' } });
    await minute(1_000_000);
    expect(await states(order.id)).toEqual(['sent']);
  });
});

describe('the same post again (D-20)', () => {
  test('a later order waits, shows it, goes out when the first is done, and each post gets one order at a time', async () => {
    const link = aLink('slow');
    const [first, second, third] = [
      await paidOrder(store, { post_links: [link] }),
      await paidOrder(store, { post_links: [link.replace('/p/', '/reel/')] }),
      await paidOrder(store, { post_links: [`${link}?igsh=abc`, aLink()] }),
    ];
    for (const order of [first, second, third]) await store.app.jobHandlers.dispatch_order({ orderId: order.id });
    expect([await states(first.id), await states(second.id), await states(third.id)]).toEqual([
      ['sent'],
      ['waiting'],
      ['waiting', 'sent'],
    ]);
    await minute();
    await minute();
    expect(await adds()).toHaveLength(2);
    expect(await read(second.id)).toMatchObject({ status: 'paid' });

    await finish(first.id);
    await store.drain();
    expect([await states(second.id), await states(third.id)]).toEqual([['sent'], ['waiting', 'sent']]);
    await finish(second.id);
    await store.drain();
    expect(await states(third.id)).toEqual(['sent', 'sent']);
    expect(await adds()).toHaveLength(4);
  });

  test('a waiting link can be sent by hand as soon as its post is free', async () => {
    const link = aLink('slow');
    const [first, second] = [
      await paidOrder(store, { post_links: [link] }),
      await paidOrder(store, { post_links: [link] }),
    ];
    await store.app.jobHandlers.dispatch_order({ orderId: first.id });
    await store.app.jobHandlers.dispatch_order({ orderId: second.id });
    await decide(false);
    expect((await send(second)).status).toBe(409);
    await finish(first.id);
    await store.drain();
    expect(await states(second.id)).toEqual(['waiting']);
    expect((await send(second)).status).toBe(200);
  });
});
