// Payouts that Stripe lists: read every day, compared with the ledger, shown with their contents.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { StripeObject } from '../../../sandbox/stripe/objects.ts';
import { paymentSteps } from '../../../tests/support/payment-steps.ts';
import { refundSteps } from '../../../tests/support/refund-steps.ts';
import { stripeSetup } from '../../../tests/support/stripe-setup.ts';

const { setup, start, stop, openedOrder, notify } = stripeSetup();
beforeAll(start);
afterAll(stop);
afterEach(() => {
  setup.stripe.meet(null);
  setup.stripe.lackRights([]);
});
const { confirm, rows } = paymentSteps(() => setup.store);
const { give } = refundSteps(() => setup.store);

const objects = () => setup.stripe.objects;
async function paid(fee = 39) {
  const { order, session } = await openedOrder();
  objects().pay(session);
  await confirm(order.id);
  return { order, session, booked: objects().bookFee(session, fee) };
}
async function readAll(): Promise<void> {
  await setup.store.app.jobHandlers.read_payouts_daily({});
  await setup.store.drain();
}
const list = (limit = 50) => setup.store.admin.call('GET /api/admin/finances/payouts', { query: { limit } });
const find = async ({ id }: StripeObject) => {
  const found = (await list()).find(({ gateway_id }) => gateway_id === id);
  if (!found) throw new Error('The store does not have this payout.');
  return found;
};
const contentsOf = async (payout: StripeObject, query: object = {}) =>
  setup.store.admin.call('GET /api/admin/finances/payouts/{id}/transactions', {
    params: { id: (await find(payout)).id },
    query,
  });
const summary = () => setup.store.admin.call('GET /api/admin/finances/payouts/summary', {});
const items = async () => {
  const { kinds } = await setup.store.admin.call('GET /api/admin/attention', { query: { kind: 'payout_difference' } });
  return kinds.flatMap((kind) => kind.items);
};
const itemOf = async (payout: StripeObject) => {
  const { id } = await find(payout);
  return (await items()).find(({ subject }) => subject.startsWith(id));
};
const everything = () =>
  Promise.all([rows('select * from payouts order by id'), rows('select * from payout_transactions order by 1, 2')]);

describe('a reading', () => {
  test('D-98: keeps state, amount, day, and each transaction with its order; repeats change nothing', async () => {
    const [one, two] = [await paid(), await paid(41)];
    await give(one.order, { amount: 1 });
    await setup.store.drain();
    const refund = objects().list('refund')[0] as StripeObject;
    const booked = [one.booked, two.booked, objects().bookFee(refund, 0), objects().bookOther('stripe_fee', -20)];
    const payout = objects().payOut(booked, { status: 'in_transit' });
    await readAll();
    const shown = await find(payout);
    // $6.00 less fees of $0.80, a refund of $1.00, and a fee of $0.20.
    expect(shown).toMatchObject({
      gateway: 'stripe',
      state: 'in_transit',
      amount: 4,
      currency: 'USD',
      contents: 'complete',
      contents_amount: 4,
      differences: 0,
      differs: false,
      expected: null,
    });
    const contents = (await contentsOf(payout)).map(({ kind, order_id, net }) => [kind, order_id, net]);
    expect(contents.sort()).toEqual(
      [
        ['fee', null, -0.2],
        ['payment', one.order.id, 2.61],
        ['payment', two.order.id, 2.59],
        ['refund', one.order.id, -1],
      ].sort(),
    );
    const { sums } = await setup.store.admin.call('GET /api/admin/finances/payouts/{id}', { params: { id: shown.id } });
    expect(sums.find(({ kind }) => kind === 'payment')).toEqual({
      kind: 'payment',
      transactions: 2,
      amount: 6,
      fee: 0.8,
      net: 5.2,
    });
    const before = await everything();
    await readAll();
    await setup.store.app.jobHandlers.read_payouts({ gateway: 'stripe' });
    expect(await everything()).toEqual(before);
    expect(await items()).toEqual([]);
    expect((await summary()).on_the_way).toEqual([{ currency: 'USD', amount: 4, payouts: 1 }]);
  });

  test('D-98: a payout that is paid, and then failed, is followed; the returned money is in the next one', async () => {
    const { booked } = await paid();
    const payout = objects().payOut([booked]);
    await readAll();
    expect(await find(payout)).toMatchObject({ state: 'paid', failure: null });
    Object.assign(payout, { status: 'failed', failure_code: 'account_closed' });
    const next = objects().payOut([objects().bookOther('payout_failure', Number(payout.amount))], {
      status: 'pending',
    });
    await readAll();
    expect(await find(payout)).toMatchObject({ state: 'failed', failure: 'account_closed', differences: 0 });
    expect(await contentsOf(next)).toMatchObject([{ kind: 'payout_returned', order_id: null, difference: null }]);
    Object.assign(next, { status: 'canceled' });
    await readAll();
    expect(await find(next)).toMatchObject({ state: 'canceled' });
  });

  test('D-98: contents that Stripe lists later, or never, are no difference', async () => {
    const { booked } = await paid();
    const late = objects().payOut([booked], { reconciliation_status: 'in_progress', status: 'in_transit' });
    const byHand = objects().payOut([objects().bookOther('adjustment', 100)], {
      automatic: false,
      reconciliation_status: 'not_applicable',
    });
    await readAll();
    expect(await find(late)).toMatchObject({ contents: 'pending', contents_amount: null, differences: 0 });
    expect(await find(byHand)).toMatchObject({ contents: 'none', contents_amount: null, differences: 0 });
    Object.assign(late, { reconciliation_status: 'completed', status: 'paid' });
    await readAll();
    expect(await find(late)).toMatchObject({ contents: 'complete', contents_amount: 2.61, differences: 0 });
  });

  test('D-98: a failed reading is noted and repeated by its job until Stripe answers', async () => {
    const { booked } = await paid();
    const payout = objects().payOut([booked]);
    setup.stripe.meet('lost_answer', 'GET');
    await readAll();
    const [waiting] = await rows<{ attempts: number }>(
      "select attempts from graphile_worker.jobs where task_identifier = 'read_payouts'",
    );
    expect(waiting?.attempts).toBe(1);
    expect((await summary()).gateways).toMatchObject([{ gateway: 'stripe', problem: expect.stringMatching(/./) }]);
    setup.stripe.meet(null);
    await rows('update graphile_worker._private_jobs set run_at = now()');
    await setup.store.drain();
    expect(await find(payout)).toMatchObject({ contents_amount: 2.61 });
    expect((await summary()).gateways).toMatchObject([{ problem: null, read_at: expect.any(String) }]);
  });

  test('D-98: a payout that cannot be read does not keep the others from being read, and is noted', async () => {
    const [before, wrong, after] = [await paid(), await paid(), await paid()];
    const payouts = [before, wrong, after].map(({ booked }) => objects().payOut([booked]));
    const [first, second, third] = payouts as [StripeObject, StripeObject, StripeObject];
    const { amount } = wrong.booked;
    Object.assign(wrong.booked, { amount: 'three' });
    await readAll();
    expect(await find(first)).toMatchObject({ contents_amount: 2.61, differences: 0 });
    expect(await find(second)).toMatchObject({ contents_amount: null, differences: 0 });
    expect(await find(third)).toMatchObject({ contents_amount: 2.61, differences: 0 });
    expect((await summary()).gateways).toMatchObject([{ problem: expect.stringMatching(/./) }]);
    Object.assign(wrong.booked, { amount });
    await rows('update graphile_worker._private_jobs set run_at = now()');
    await setup.store.drain();
    expect(await find(second)).toMatchObject({ contents_amount: 2.61 });
    expect((await summary()).gateways).toMatchObject([{ problem: null }]);
  });

  test('D-98: a key without the right is a sentence for the screen, and no failed job', async () => {
    setup.stripe.lackRights(['payouts']);
    await readAll();
    expect((await summary()).gateways).toMatchObject([
      {
        problem:
          'The Stripe key cannot read payouts. Give it read access to Payouts, Balance and Balance Transaction Sources.',
        problem_coded: { code: 'stripe_payouts_right' },
      },
    ]);
    expect(await rows('select from graphile_worker.jobs')).toEqual([]);
    // A key may read payouts and not their transactions: the payouts are shown.
    const unread = [objects().payOut([(await paid()).booked]), objects().payOut([(await paid()).booked])];
    setup.stripe.lackRights(['balance_transactions']);
    await readAll();
    for (const payout of unread) expect(await find(payout)).toMatchObject({ contents_amount: null, differences: 0 });
    expect((await summary()).gateways[0]?.problem).toMatch(/^The Stripe key cannot read payouts\./);
    setup.stripe.lackRights([]);
    expect((await setup.store.admin.ask('POST /api/admin/finances/payouts/read', {})).status).toBe(200);
    await setup.store.drain();
    expect((await summary()).gateways).toMatchObject([{ problem: null }]);
  });

  test('D-98: a key that reads transactions without their charges still finds the orders', async () => {
    const { order, booked } = await paid();
    await give(order, { amount: 1 });
    await setup.store.drain();
    const refund = objects().list('refund')[0] as StripeObject;
    const payout = objects().payOut([booked, objects().bookFee(refund, 0)]);
    setup.stripe.lackRights(['expand']);
    await readAll();
    expect((await contentsOf(payout)).map(({ order_id }) => order_id)).toEqual([order.id, order.id]);
    expect(await find(payout)).toMatchObject({ differences: 0 });
  });

  test('D-98: a refund at another gateway with the same ID is not found', async () => {
    const { order } = await paid();
    await give(order, { amount: 1 });
    await setup.store.drain();
    await rows("update payment_attempts set gateway = 'mpgs' where order_id = $1", order.id);
    const payout = objects().payOut([objects().bookFee(objects().list('refund')[0] as StripeObject, 0)]);
    setup.stripe.lackRights(['expand']);
    await readAll();
    expect(await contentsOf(payout)).toMatchObject([{ kind: 'refund', order_id: null, difference: 'unknown_refund' }]);
    await rows("update payment_attempts set gateway = 'stripe' where order_id = $1", order.id);
  });
});

describe('a difference', () => {
  test('D-98: a charge that no order has is an item, which leads to the payout and can be dismissed with a note', async () => {
    const { booked, session } = await paid();
    const stranger = { ...objects().intentOf(session), id: 'pi_stranger' };
    const charge = objects().add('ch', 'charge', {
      amount: 700,
      amount_captured: 700,
      currency: 'usd',
      payment_intent: stranger.id,
      status: 'succeeded',
      metadata: {},
    });
    const unknown = objects().bookOther('charge', 700, 50);
    unknown.source = charge.id;
    const payout = objects().payOut([booked, unknown]);
    await readAll();
    expect(await find(payout)).toMatchObject({ differences: 1, differs: true });
    expect(await contentsOf(payout, { only: 'differences' })).toMatchObject([
      { kind: 'payment', order_id: null, source_id: charge.id, difference: 'unknown_payment' },
    ]);
    const item = await itemOf(payout);
    expect(item?.words).toBe(`Payout ${payout.id} of ${(await find(payout)).day} differs from the ledger in 1 place.`);
    const body = { kind: 'payout_difference', subject: item?.subject ?? '', note: 'Sold in the other shop' } as const;
    await setup.store.admin.call('POST /api/admin/attention/aside', { body });
    await readAll();
    expect(await itemOf(payout)).toBeUndefined();
    expect(await find(payout)).toMatchObject({ differences: 1 });
  });

  test('D-98: a charge of an order with another amount, and what the ledger catches up with', async () => {
    const { order, session } = await openedOrder();
    objects().pay(session);
    const booked = objects().bookFee(session, 39);
    const payout = objects().payOut([booked]);
    // The ledger has no payment yet: the notification was lost.
    await readAll();
    expect(await contentsOf(payout)).toMatchObject([{ order_id: order.id, difference: 'unknown_payment' }]);
    expect(await itemOf(payout)).toBeDefined();
    // The reading let the store query the payment.
    await readAll();
    expect(await find(payout)).toMatchObject({ differences: 0, differs: false });
    expect(await itemOf(payout)).toBeUndefined();
    const other = await paid();
    const wrong = objects().get(String(objects().intentOf(other.session).latest_charge), 'charge');
    Object.assign(wrong ?? {}, { amount: 250, amount_captured: 250 });
    const second = objects().payOut([Object.assign(other.booked, { amount: 250, net: 211 })]);
    await readAll();
    expect(await contentsOf(second)).toMatchObject([{ order_id: other.order.id, difference: 'other_amount' }]);
  });

  test('D-98: a refund and a dispute that the ledger does not have, until it has them', async () => {
    const { session, booked } = await paid();
    const refund = objects().refund(objects().intentOf(session), { amount: 100 });
    const other = await paid();
    const dispute = objects().dispute(other.session);
    const payout = objects().payOut([
      booked,
      objects().bookFee(refund, 0),
      other.booked,
      objects().bookFee(dispute, 1500),
    ]);
    await rows('update payment_attempts set look_at = null');
    // The queries that the reading asks for are lost, too.
    await setup.store.app.jobHandlers.read_payouts({ gateway: 'stripe' });
    await rows('delete from graphile_worker._private_jobs');
    const differing = await contentsOf(payout, { only: 'differences' });
    expect(differing.map(({ difference }) => difference).sort()).toEqual(['unknown_dispute', 'unknown_refund']);
    expect(await notify(setup.stripe.event(refund, { type: 'refund.created' }))).toBe(200);
    expect(await notify(setup.stripe.event(dispute, { type: 'charge.dispute.created' }))).toBe(200);
    await setup.store.drain();
    await readAll();
    expect(await find(payout)).toMatchObject({ differences: 0 });
  });

  test('D-98: a payout whose transactions add up to another amount differs', async () => {
    const { booked } = await paid();
    const payout = objects().payOut([booked], { amount: 500 });
    await readAll();
    expect(await find(payout)).toMatchObject({ amount: 5, contents_amount: 2.61, differences: 1, differs: true });
    expect(await contentsOf(payout, { only: 'differences' })).toEqual([]);
  });

  test('D-98: other differences than the dismissed ones are a new item', async () => {
    const charge = (amount: number) => objects().bookOther('charge', amount);
    const payout = objects().payOut([charge(100)]);
    await readAll();
    const first = await itemOf(payout);
    const body = { kind: 'payout_difference', subject: first?.subject ?? '', note: 'Known' } as const;
    await setup.store.admin.call('POST /api/admin/attention/aside', { body });
    expect(await itemOf(payout)).toBeUndefined();
    Object.assign(payout, { amount: 150 });
    await readAll();
    expect((await itemOf(payout))?.subject).not.toBe(first?.subject);
    expect(await itemOf(payout)).toBeDefined();
  });
});

describe('the calls', () => {
  test('D-98: a payout of the gateway is not changed, deleted or restored here', async () => {
    const payout = objects().payOut([(await paid()).booked]);
    await readAll();
    const params = { id: (await find(payout)).id };
    const days = { day: '2026-03-05', from: '2026-03-01', to: '2026-03-02' };
    const body = { ...days, gateway: 'mpgs', amount: 5, currency: 'USD', note: '' } as const;
    const { admin } = setup.store;
    for (const answer of [
      await admin.ask('PUT /api/admin/finances/payouts/{id}', { params, body }),
      await admin.ask('DELETE /api/admin/finances/payouts/{id}', { params }),
      await admin.ask('POST /api/admin/finances/payouts/{id}/restore', { params }),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict', reason: 'payout_of_gateway' } });
    }
  });

  test('D-98: pages of payouts and of transactions lead to the next ones', async () => {
    const payout = objects().payOut(Array.from({ length: 5 }, () => objects().bookOther('adjustment', 3)));
    await readAll();
    const { id } = await find(payout);
    const { body, headers } = await setup.store.admin.ask('GET /api/admin/finances/payouts/{id}/transactions', {
      params: { id },
      query: { limit: 3 },
    });
    expect(body).toHaveLength(3);
    const next = new URL(/<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? '', setup.store.url);
    const cursor = Number(next.searchParams.get('cursor'));
    expect(await contentsOf(payout, { cursor, limit: 3 })).toHaveLength(2);
    const headersOfAdmin = { authorization: `Bearer ${setup.store.adminToken}` };
    const noDay = Buffer.from('2026-02-31 00000000-0000-4000-8000-000000000000').toString('base64url');
    for (const query of ['limit=0', 'cursor=x', 'cursor=YQ', `cursor=${noDay}`]) {
      const answer = await setup.store.raw(`/api/admin/finances/payouts?${query}`, { headers: headersOfAdmin });
      expect([query, answer.status, (await answer.json()).code]).toEqual([query, 400, 'invalid_input']);
    }
  });

  test('D-98: the transactions of one payout are a CSV file', async () => {
    const { order, booked } = await paid();
    const payout = objects().payOut([booked, objects().bookOther('adjustment', -25)]);
    await readAll();
    const { id, day } = await find(payout);
    const { path } = await setup.store.admin.call('POST /api/admin/finances/payouts/{id}/export', { params: { id } });
    const answer = await setup.store.raw(path);
    expect(answer.headers.get('content-type')).toContain('text/csv');
    const lines = (await answer.text()).trim().split('\r\n');
    expect(lines[0]).toMatch(/payout,day,transaction,kind,amount,fee,net,currency,source,order_id,difference$/);
    expect(lines[1]).toMatch(new RegExp(`^${payout.id},${day},txn_\\w+,adjustment,-0.25,0.00,-0.25,USD,,,$`));
    expect(lines[2]).toMatch(new RegExp(`,payment,3.00,0.39,2.61,USD,ch_\\w+,${order.id},$`));
    expect((await setup.store.raw('/api/admin/payout.csv?ticket=x')).status).toBe(401);
    const unknown = { params: { id: '00000000-0000-4000-8000-000000000000' } };
    expect((await setup.store.admin.ask('POST /api/admin/finances/payouts/{id}/export', unknown)).status).toBe(404);
  });
});
