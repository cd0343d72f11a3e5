// The undelivered rest of a link goes to the next provider, only once the first one has confirmed its end.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actionItemSteps } from '../../tests/support/action-item-steps.ts';
import { type Placed, paidOrder } from '../../tests/support/orders.ts';
import { refundSteps } from '../../tests/support/refund-steps.ts';
import { jwtSecret, owner } from '../../tests/support/store.ts';
import { twoProviders } from '../../tests/support/two-providers.ts';
import { createReceiptLinks } from '../modules/receipts/receipt-links.ts';
import { derivedSecret } from '../platform/secrets.ts';

const { two, moods, answers, received, start, reset, stop, change, send, link, follow, sql } = twoProviders();
let now: object;
beforeAll(async () => {
  await start();
  two.first.respond(() => now);
  two.second.respond(() => ({ status: 'In progress', remains: '10' }));
});
afterAll(stop);
beforeEach(async () => {
  await reset();
  now = { status: 'In progress', remains: '700' };
  await saveSetting('automatic_move', false);
  await sql('update dispatches set following = false');
});
const { waitsFor, linksToSend } = actionItemSteps(() => two.store);
const { give, proveAgain } = refundSteps(() => two.store);

async function saveSetting(name: string, value: unknown): Promise<void> {
  await sql(
    `insert into store_settings_versions (version, settings, changes, changed_by, changed_at)
     select version + 1, jsonb_set(settings, $1, $2::jsonb), changes, changed_by, changed_at
     from store_settings_versions order by version desc limit 1`,
    `{${name}}`,
    JSON.stringify(value),
  );
  two.store.advance(2_000);
}
/** An order of 1000 whose only link is in delivery at the first provider. */
async function sent(): Promise<{ order: Placed; request: { postLink: string; apiOrderId: string } }> {
  const order = await paidOrder(two.store, { quantity: 1000 });
  const { body } = await send(order);
  return { order, request: { postLink: order.postLinks[0] ?? '', apiOrderId: body.apiOrder.api_order_id ?? '' } };
}
const move = ({ order: { id }, request: body }: Awaited<ReturnType<typeof sent>>) =>
  two.store.admin.ask('POST /api/admin/orders/{id}/move-post', { params: { id }, body });
const plan = ({ order: { id }, request: query }: Awaited<ReturnType<typeof sent>>) =>
  two.store.admin.ask('GET /api/admin/orders/{id}/move-plan', { params: { id }, query });
const runJob = ({ order: { id: orderId } }: { order: Placed }) =>
  two.store.app.jobHandlers.send_rest({ orderId, position: 0 });
const cancels = () => received.filter(([action]) => action === 'cancel at the first').length;
const requestOf = async ({ id }: Placed) =>
  (await sql('select state, moves_rest, requested_by from delivery_requests where order_id = $1', id)).rows;
const startOnPage = async ({ id }: Placed) => {
  const key = createReceiptLinks(derivedSecret(jwtSecret, 'receipt links')).computeKey(id);
  const proof = { 'order-key': `${id}.${key}` };
  const { events } = await two.store.visitor.call('GET /api/orders/{id}/page', { params: { id } }, proof);
  return events.find(({ kind }) => kind === 'started')?.at;
};

describe('a link in delivery', () => {
  test('rule 9: is canceled first; the rest is sent to the next provider after the confirmed end, once', async () => {
    const one = await sent();
    await follow();
    expect((await plan(one)).body).toEqual({
      quantity: 700,
      provider: { id: 'p2', name: 'Second' },
      cost: 0.35,
      balance: 50,
      currency: 'USD',
      cancels_first: true,
    });
    expect((await move(one)).body).toEqual({ success: true, state: 'canceling' });
    await follow();
    await runJob(one);
    expect([cancels(), two.second.adds]).toEqual([1, []]);
    expect(await link(one.order)).toMatchObject({
      requests: [{ kind: 'cancel', state: 'accepted', moves_rest: true }],
    });
    now = { status: 'Canceled', remains: '600' };
    await follow();
    expect([await link(one.order), await linksToSend(one.order)]).toEqual([undefined, '1 of 1 links to send']);
    await Promise.all([runJob(one), runJob(one)]);
    await runJob(one);
    expect(two.first.adds).toHaveLength(1);
    expect(two.second.adds).toMatchObject([{ link: one.request.postLink, quantity: 600 }]);
    expect(await link(one.order)).toMatchObject({ status: 'sent', api_order_id: 'p2:100', quantity: 600 });
    const { rows } = await sql(
      'select delivered, is_move, provider_id from link_replacements where order_id = $1',
      one.order.id,
    );
    expect(rows).toEqual([{ delivered: 400, is_move: true, provider_id: 'default' }]);
    const entries = await two.store.admin.call('GET /api/admin/orders/{id}/timeline', { params: { id: one.order.id } });
    const moved = entries.find(({ what }) => what === 'dispatch.moved')?.details;
    expect(moved).toEqual({ position: 0, from: 'default', quantity: 600 });
  });

  test('D-20: whose rest meets another order for the post waits for its end, and is sent then, once', async () => {
    const one = await sent();
    await saveSetting('automatic_dispatch', true);
    const { dispatch_order } = two.store.app.jobHandlers;
    const other = await paidOrder(two.store, { post_links: one.order.postLinks });
    await dispatch_order({ orderId: other.id });
    expect(await link(other)).toMatchObject({ status: 'waiting' });
    await move(one);
    now = { status: 'Canceled', remains: '600' };
    await follow();
    now = { status: 'In progress', remains: '100' };
    // The other order is faster.
    await dispatch_order({ orderId: other.id });
    await runJob(one);
    expect(two.second.adds).toEqual([]);
    const { rows } = await sql('select state, quantity from dispatches where order_id = $1', one.order.id);
    expect(rows).toEqual([{ state: 'waiting', quantity: 600 }]);
    expect(await linksToSend(one.order)).toBe('1 of 1 links to send');
    now = { status: 'Completed', remains: '0' };
    await follow();
    // Nothing goes back to the first provider by itself.
    await change('p2', { likes_service_id: '' });
    await dispatch_order({ orderId: one.order.id });
    expect([two.first.adds.length, two.second.adds]).toEqual([2, []]);
    await change('p2', { likes_service_id: '11' });
    two.store.advance(20 * 60_000);
    await dispatch_order({ orderId: one.order.id });
    await dispatch_order({ orderId: one.order.id });
    await saveSetting('automatic_dispatch', false);
    expect([two.first.adds.length, two.second.adds]).toMatchObject([2, [{ quantity: 600 }]]);
  });

  test('on the page of the order, the delivery began at the first provider, also after the move', async () => {
    const one = await sent();
    await follow();
    const began = await startOnPage(one.order);
    await move(one);
    two.store.advance(3_600_000);
    now = { status: 'Canceled', remains: '600' };
    await follow();
    await runJob(one);
    expect(two.second.adds).toHaveLength(1);
    await follow();
    expect(began).toBeDefined();
    expect(await startOnPage(one.order)).toBe(began);
  });

  test('that was completed meanwhile keeps its provider', async () => {
    const one = await sent();
    await move(one);
    now = { status: 'Completed', remains: '0' };
    await follow();
    await runJob(one);
    expect(await link(one.order)).toMatchObject({ status: 'sent', live_status: 'Completed' });
    expect([two.second.adds, await requestOf(one.order)]).toEqual([
      [],
      [{ state: 'rejected', moves_rest: true, requested_by: owner.email }],
    ]);
  });

  test.each<[string, () => unknown]>([
    ['refuses', () => [{ order: '100', cancel: { error: 'Cancel is disabled for this service' } }]],
    ['breaks', () => null],
  ])('of a provider that %s the cancellation stays there, whatever its end', async (_, answer) => {
    answers.cancel = answer;
    const one = await sent();
    expect([502, 503]).toContain((await move(one)).status);
    now = { status: 'Canceled', remains: '600' };
    await follow();
    await runJob(one);
    expect([two.second.adds, (await link(one.order))?.live_status]).toEqual([[], 'Canceled']);
    expect(await waitsFor(one.order)).toEqual(['delivery_stopped']);
  });

  test('of a service that is not canceled is not moved: 409, and nothing is requested', async () => {
    const one = await sent();
    await sql(
      `insert into provider_services (provider_id, service_id, name, category, cancel, seen_at)
       values ('default', '1', 'Likes', 'Likes', false, now())`,
    );
    expect([(await plan(one)).status, (await move(one)).status, cancels()]).toEqual([409, 409, 0]);
    await sql("delete from provider_services where provider_id = 'default'");
  });

  test('whose cancellation was requested before moves with it; two admins request it once', async () => {
    const one = await sent();
    const { order, request } = one;
    await two.store.admin.call('POST /api/admin/orders/{id}/cancel-post', { params: { id: order.id }, body: request });
    expect((await Promise.all([move(one), move(one)])).map(({ body }) => body.state)).toEqual([
      'canceling',
      'canceling',
    ]);
    expect([cancels(), (await requestOf(order)).length]).toEqual([1, 1]);
    now = { status: 'Partial', remains: '250' };
    await follow();
    await runJob(one);
    expect(two.second.adds).toMatchObject([{ quantity: 250 }]);
  });
});

describe('a link that ended short', () => {
  async function ended(): ReturnType<typeof sent> {
    const one = await sent();
    now = { status: 'Canceled', remains: '600' };
    await follow();
    return one;
  }

  test('is moved at once; the ledger rule holds, and the order completes with both parts', async () => {
    const one = await ended();
    expect((await plan(one)).body).toMatchObject({ quantity: 600, cancels_first: false });
    expect((await move(one)).body.state).toBe('moving');
    expect((await move(one)).status).toBe(404);
    await runJob(one);
    two.second.respond(() => ({ status: 'Completed', remains: '0' }));
    await follow();
    two.second.respond(() => ({ status: 'In progress', remains: '10' }));
    const order = await two.store.admin.call('GET /api/orders/{id}', { params: { id: one.order.id } });
    expect(order).toMatchObject({ status: 'completed', delivery: { delivered: 1000, ordered: 1000 } });
  });

  test('is neither moved nor replaced while a refill of it is open: that refill would settle the next delivery', async () => {
    const { order, request } = await ended();
    const acting = { params: { id: order.id }, body: request };
    expect((await two.store.admin.ask('POST /api/admin/orders/{id}/refill-post', acting)).status).toBe(200);
    await follow();
    expect(await link(order)).toMatchObject({ live_status: 'Canceled', following: false });
    const refused = { status: 409, body: { message: 'A refill of this link is under way already.' } };
    expect(await move({ order, request })).toMatchObject(refused);
    const { postLink } = request;
    const body = { postLink, newLink: 'https://www.instagram.com/p/Cx1_aB-9x2/' };
    expect(await two.store.admin.ask('POST /api/admin/orders/{id}/replace-link', { ...acting, body })).toMatchObject(
      refused,
    );
    // As for another refill, one that has not ended for a day bars nothing.
    two.store.advance(25 * 3_600_000);
    const { token } = await two.store.visitor.call('POST /api/admin/login', { body: owner });
    two.store.admin = two.store.as(token);
    expect((await move({ order, request })).body.state).toBe('moving');
    expect(await requestOf(order)).toMatchObject([{ state: 'unknown' }]);
    await runJob({ order });
  });

  test('without another provider for its category is not moved', async () => {
    const one = await ended();
    await change('p2', { enabled: false });
    expect((await move(one)).body).toMatchObject({
      code: 'conflict',
      message: 'No other provider has a service for Likes.',
    });
    await change('p2', { enabled: true });
    await move(one);
    await change('p2', { likes_service_id: '' });
    await runJob(one);
    // Nothing goes back to the first provider by itself.
    expect(two.first.adds).toHaveLength(1);
    expect(await linksToSend(one.order)).toBe('1 of 1 links to send');
    const { to_send } = await two.store.admin.call('GET /api/admin/attention', { query: {} });
    expect(to_send).toEqual({
      links: 1,
      orders: 1,
      units: [{ category: 'Likes', quantity: 600 }],
      rests: { links: 1, quantity: 600 },
    });
  });

  test('whose missing part was refunded, before the move or before the send, is not sent', async () => {
    const one = await ended();
    await proveAgain();
    await give(one.order, { undelivered: true });
    expect((await move(one)).status).toBe(409);
    const other = await ended();
    await move(other);
    await proveAgain();
    await give(other.order, { amount: 6 });
    await runJob(other);
    expect(two.second.adds).toEqual([]);
  });

  test('rule 1: a lost answer of the next provider waits for a person, and no job sends again', async () => {
    moods[1] = 'lose';
    const one = await ended();
    await move(one);
    await runJob(one);
    await runJob(one);
    expect([two.second.adds.length, (await link(one.order))?.status]).toEqual([1, 'unknown']);
    expect(await waitsFor(one.order)).toEqual(['dispatch_unknown']);
  });

  test('a refusal of the next provider is not repeated by the job', async () => {
    moods[1] = 'link';
    const one = await ended();
    await move(one);
    await runJob(one);
    await runJob(one);
    expect([two.second.adds.length, (await link(one.order))?.status]).toEqual([1, 'failed']);
    expect((await send(one.order)).status).toBe(502);
    expect([two.first.adds.length, two.second.adds.length]).toEqual([1, 2]);
  });
});

describe('A-37: with the setting, what stalls', () => {
  const hours = (n: number) => two.store.advance(n * 3_600_000);

  test('moves by itself after the confirmed end; without it, nothing happens', async () => {
    now = { status: 'Pending', remains: '' };
    const one = await sent();
    await follow();
    hours(3);
    await two.store.app.jobHandlers.move_stalled({});
    expect(cancels()).toBe(0);
    await saveSetting('automatic_move', true);
    await Promise.all([two.store.app.jobHandlers.move_stalled({}), two.store.app.jobHandlers.move_stalled({})]);
    await two.store.app.jobHandlers.move_stalled({});
    expect([cancels(), two.second.adds]).toEqual([1, []]);
    now = { status: 'Canceled', remains: '' };
    await follow();
    await runJob(one);
    expect(two.second.adds).toMatchObject([{ quantity: 1000 }]);
    expect(await requestOf(one.order)).toEqual([{ state: 'done', moves_rest: true, requested_by: 'system' }]);
  });

  test('stays where the provider refuses to cancel, and is requested again after a day only', async () => {
    answers.cancel = () => [{ order: '100', cancel: { error: 'Not possible' } }];
    now = { status: 'Pending', remains: '' };
    await sent();
    await saveSetting('automatic_move', true);
    hours(3);
    await two.store.app.jobHandlers.move_stalled({});
    await two.store.app.jobHandlers.move_stalled({});
    expect([cancels(), two.second.adds]).toEqual([1, []]);
    hours(25);
    await two.store.app.jobHandlers.move_stalled({});
    expect(cancels()).toBe(2);
  });
});
