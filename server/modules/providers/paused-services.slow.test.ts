// A service whose cost passes the sale price: automatic dispatch does not use it, the operator is
// notified, and it is used again once the cost is lower.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actionItemSteps } from '../../../tests/support/action-item-steps.ts';
import { automaticDispatchSteps } from '../../../tests/support/automatic-dispatch-steps.ts';
import { type Placed, paidOrder } from '../../../tests/support/orders.ts';
import { signInAgain } from '../../../tests/support/store.ts';
import { offer, twoProviders } from '../../../tests/support/two-providers.ts';

const { two, answers, start, reset, stop, change, entry, look, send, follow, sql } = twoProviders();
beforeAll(async () => {
  await start();
  await automaticDispatchSteps(() => two.store).setAutomatic(true);
});
afterAll(stop);
beforeEach(async () => {
  await reset();
  await sql("delete from attention_aside where kind = 'service_above_price'");
  await sql('update dispatches set following = false');
  // The second provider is the first one to be used. Likes sell for $6.00 per 1,000, and less with a discount.
  await change('p2', { priority: 50 });
  await cost(0.5);
});

const { all, aside } = actionItemSteps(() => two.store);
const items = async (kind: 'service_above_price' | 'category_undeliverable') =>
  (await all({ kind })).flatMap((group) => group.items);

/** Of service 11 (likes) of the second provider, as its next catalog has it. */
async function cost(likes: number): Promise<void> {
  answers.offers = [offer(11, likes), offer(12, 0.1)];
  two.store.advance(3_600_000);
  await signInAgain(two.store);
  await look();
}
async function dispatched(): Promise<Placed> {
  const order = await paidOrder(two.store);
  await two.store.app.jobHandlers.dispatch_order({ orderId: order.id });
  return order;
}
const sends = () => [two.first.adds.length, two.second.adds.length];
const linkOf = async ({ id }: Placed) =>
  (await sql('select state, error from dispatches where order_id = $1', id)).rows[0];

describe('a service above the sale price', () => {
  test('is not used by automatic dispatch while another one serves the category, and is an item with its numbers', async () => {
    await dispatched();
    expect(sends()).toEqual([0, 1]);
    await cost(7);
    await dispatched();
    expect(sends()).toEqual([1, 1]);
    expect(await items('service_above_price')).toMatchObject([
      {
        category: 'Likes',
        words: expect.stringMatching(
          /^Second: service 11 for Likes costs \$7\.00 per 1,000\. Your price without a discount is \$6\.00\. Automatic dispatch does not use it\.$/,
        ),
      },
    ]);
    expect(await items('category_undeliverable')).toEqual([]);
  });

  test('that is below the price without a discount is used, though large orders lose money', async () => {
    await cost(5.99);
    await dispatched();
    expect([sends(), await items('service_above_price')]).toEqual([[0, 1], []]);
  });

  test('is not the first one of a send by hand, and serves where the others refuse', async () => {
    await cost(7);
    await send(await paidOrder(two.store));
    expect(sends()).toEqual([1, 0]);
    await change('default', { enabled: false });
    await send(await paidOrder(two.store));
    expect(sends()).toEqual([1, 1]);
    await change('default', { enabled: true, save_anyway: true });
  });

  test('does not get a rest that is moved without an admin; a plan by an admin names it last', async () => {
    await cost(7);
    two.first.respond(() => ({ status: 'Canceled', remains: '500' }));
    const order = await paidOrder(two.store);
    const { body } = await send(order);
    await follow();
    const query = { postLink: order.postLinks[0] ?? '', apiOrderId: body.apiOrder.api_order_id ?? '' };
    const plan = await two.store.admin.ask('GET /api/admin/orders/{id}/move-plan', { params: { id: order.id }, query });
    expect(plan.body).toMatchObject({ provider: { id: 'p2' }, cost: 3.5 });
  });

  test('comes back when the cost falls, also for links that were not sent', async () => {
    await cost(7);
    await change('default', { enabled: false });
    const waiting = await dispatched();
    expect([sends(), await linkOf(waiting)]).toEqual([
      [0, 0],
      { state: 'waiting', error: 'Every service for Likes costs too much for its sale price.' },
    ]);
    expect((await items('category_undeliverable')).map(({ category, words }) => [category, words])).toEqual([
      ['Likes', 'Second costs too much for the sale price. Default gets no new links.'],
    ]);
    await cost(0.5);
    await two.store.app.jobHandlers.dispatch_order({ orderId: waiting.id });
    expect([sends(), await items('service_above_price'), await items('category_undeliverable')]).toEqual([
      [0, 1],
      [],
      [],
    ]);
    await change('default', { enabled: true, save_anyway: true });
  });

  test('is used again up to the cost that an admin accepted, and paused above it', async () => {
    await cost(7);
    const [item] = await items('service_above_price');
    expect((await aside('service_above_price', item?.subject ?? '')).status).toBe(200);
    await dispatched();
    expect([sends(), await items('service_above_price')]).toEqual([[0, 1], []]);
    await cost(6.8);
    await dispatched();
    expect(sends()).toEqual([0, 2]);
    await cost(7.01);
    await dispatched();
    expect([sends(), (await items('service_above_price')).length]).toEqual([[1, 2], 1]);
  });

  test('D-99: in another currency is compared by its rate; without one it is no item, and a warning names the currency', async () => {
    answers.currency = 'INR';
    await cost(700);
    expect(await items('service_above_price')).toEqual([]);
    const warned = async () => (await entry()).warnings.map(({ kind, words }) => [kind, words]);
    expect(await warned()).toEqual([
      ['rate_missing', 'Its prices are in INR. Without a rate of INR they are not compared with the sale prices.'],
    ]);
    expect((await entry()).used[0]).toMatchObject({ cost_per_1000: 700, cost_per_1000_usd: null });
    const { body: rate } = await two.store.admin.ask('POST /api/admin/finances/rates', {
      body: { currency: 'INR', day: '2026-01-01', usd: 0.01 },
    });
    expect((await items('service_above_price'))[0]?.words).toContain('costs $7.00 per 1,000');
    expect((await warned()).map(([kind]) => kind)).toEqual(['price']);
    expect((await entry()).used[0]).toMatchObject({ cost_per_1000: 700, cost_per_1000_usd: 7 });
    await dispatched();
    expect(sends()).toEqual([1, 0]);
    const params = { id: rate.id ?? '' };
    await two.store.admin.call('PUT /api/admin/finances/rates/{id}', {
      params,
      body: { currency: 'INR', day: '2026-01-01', usd: 0.005 },
    });
    expect([await items('service_above_price'), await warned()]).toEqual([[], []]);
    await two.store.admin.call('DELETE /api/admin/finances/rates/{id}', { params });
  });

  test('D-99: a rise of a price in another currency is an alert of its own, whatever its number', async () => {
    answers.currency = 'INR';
    await cost(50);
    await cost(80);
    const { rows } = await sql(
      "select message from alerts where message like '%service 11 rose from 50.00 to 80.00 INR%'",
    );
    expect(rows).toHaveLength(1);
  });

  test('of a provider that gets no new links, is no item', async () => {
    answers.offers = [offer(11, 700), offer(12, 0.1)];
    await look();
    expect(await items('service_above_price')).toHaveLength(1);
    await change('p2', { enabled: false });
    expect(await items('service_above_price')).toEqual([]);
  });
});

test('the operator is notified once, until it has ended', async () => {
  await two.store.admin.call('POST /api/admin/notification-channels', {
    body: {
      name: 'Watch',
      kinds: null,
      leastSeverity: 'info',
      quietFrom: null,
      quietUntil: null,
      language: 'en',
      to: { kind: 'email', config: { address: 'operator@shop.example' } },
    },
  });
  const watched = async () => {
    await two.store.app.jobHandlers.watch_problems({});
    const { rows } = await sql("select severity from notification_problems where kind = 'service_above_price'");
    return rows;
  };
  expect(await watched()).toEqual([]);
  await cost(7);
  expect([await watched(), await watched()]).toEqual([[{ severity: 'warning' }], [{ severity: 'warning' }]]);
  await cost(0.5);
  expect(await watched()).toEqual([]);
});
