// D-103: an order names its offer, and keeps what was sold.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Rounding } from '../../contract/offers.ts';
import { orderBody, paidOrder, placeOrder } from '../../tests/support/orders.ts';
import { settingsSteps } from '../../tests/support/settings-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';
import { findReceipt } from './read-receipt.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const { save } = settingsSteps(() => store);
const sql = async (text: string, ...values: unknown[]) => (await store.db.database.pool.query(text, values)).rows;
const create = (body: object, headers?: Record<string, string>) =>
  store.visitor.ask('POST /api/create-order', { body: body as never }, headers);
const orderOf = (id: string) => store.admin.call('GET /api/orders/{id}', { params: { id } });
const soldWith = async (id: string) => (await sql('select offer from orders where id = $1', id))[0]?.offer;
const offers = (
  ...changes: { id: string; on?: boolean; paused?: boolean; unit_price_micros?: number; rounding?: Rounding }[]
) =>
  save((input) => {
    input.offers = changes;
  });
const receipt = (id: string) => {
  const { ctx } = store.app;
  return findReceipt(ctx, id, ctx.receiptLinks.buildPath(id).split('/').at(-1) ?? '');
};

describe('the offer of an order', () => {
  afterEach(async () => {
    await offers(
      { id: 'instagram-likes', on: true, paused: false },
      { id: 'instagram-views', on: true, paused: false },
    );
  });

  test('D-103: is the one that the body names, with or without its category', async () => {
    for (const body of [
      { ...orderBody({ category: 'Views', quantity: 5_000 }), offer: 'instagram-views' },
      { ...orderBody({ category: 'Views', quantity: 5_000 }), offer: 'instagram-views', category: undefined },
      orderBody({ category: 'Views', quantity: 5_000 }),
    ]) {
      const { status, body: placed } = await create(body);
      expect(status).toBe(200);
      expect(await orderOf(placed.orderId)).toMatchObject({ category: 'Views', quantity: 5_000, amount: 30 });
      expect(await soldWith(placed.orderId)).toMatchObject({ id: 'instagram-views' });
    }
  });

  test('D-103: one that the store does not have, or of another category, is refused with its field', async () => {
    expect(await create({ ...orderBody(), offer: 'tiktok-likes' })).toMatchObject({
      status: 400,
      body: { code: 'offer_unknown', field: 'offer' },
    });
    expect(await create({ ...orderBody(), offer: 'instagram-views' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', field: 'category', reason: 'offer_of_other_category' },
    });
  });

  test.each([
    ['off', { on: false }],
    ['paused', { paused: true }],
  ])(
    'D-103: one that is %s is refused, by its ID and by its category, and the other one is sold',
    async (_, change) => {
      expect((await offers({ id: 'instagram-likes', ...change })).status).toBe(200);
      for (const body of [orderBody(), { ...orderBody(), offer: 'instagram-likes' }]) {
        expect(await create(body)).toMatchObject({ status: 409, body: { code: 'category_paused' } });
      }
      expect((await create(orderBody({ category: 'Views', quantity: 5_000 }))).status).toBe(200);
    },
  );

  test('D-31, D-103: a repeat that names the offer of the first request gets its answer', async () => {
    const body = orderBody();
    const key = { 'idempotency-key': 'the offer by its ID' };
    const { orderId } = (await create(body, key)).body;
    expect((await create({ ...body, offer: 'instagram-likes' }, key)).body).toMatchObject({ orderId });
  });
});

test('D-31, D-103: a repeat of an order that is not for sale any more gets its answer', async () => {
  const body = { ...orderBody(), quantity: 550 };
  const key = { 'idempotency-key': 'an order with the limits of then' };
  const first = await create({ ...body, price: 3.3 }, key);
  expect(first.status).toBe(200);
  await save((input) => {
    input.offers = [{ id: 'instagram-likes', step_quantity: 100, max_quantity: 30_000 }];
  });
  expect((await create({ ...body, price: 3.3 }, key)).body).toMatchObject({ orderId: first.body.orderId });
  expect(await create({ ...body, price: 3.3 }, { 'idempotency-key': 'a new one' })).toMatchObject({
    status: 400,
    body: { reason: 'quantity_not_for_sale', field: 'quantity' },
  });
  await save((input) => {
    input.offers = [{ id: 'instagram-likes', step_quantity: 50 }];
  });
});

describe('what was sold', () => {
  test('D-103: is recorded with names, price rule and link rule, and stays as it was when the offer changes', async () => {
    const order = await paidOrder(store, { quantity: 10_000 });
    const sold = {
      id: 'instagram-likes',
      names: { en: 'Instagram likes', pt: 'Curtidas no Instagram' },
      unit_price_micros: 6_000,
      percent: 80,
      currency: 'USD',
      link_rule: 'instagram-post',
    };
    expect(await soldWith(order.id)).toEqual(sold);
    const before = await receipt(order.id);
    expect(before).toMatchObject({ listCents: 6_000, discountPercent: 20, amountCents: 4_800 });
    expect((await offers({ id: 'instagram-likes', unit_price_micros: 7_000 })).status).toBe(200);
    expect(await soldWith(order.id)).toEqual(sold);
    expect(await receipt(order.id)).toEqual(before);
    await offers({ id: 'instagram-likes', unit_price_micros: 6_000 });
  });

  test('D-106: has the rounding of its offer, and keeps it when the offer changes', async () => {
    expect((await offers({ id: 'instagram-likes', rounding: 'ending_99' })).status).toBe(200);
    expect(await create({ ...orderBody({ quantity: 10_000 }), price: 48 })).toMatchObject({
      status: 400,
      body: { code: 'price_changed' },
    });
    const { body: placed } = await create({ ...orderBody({ quantity: 10_000 }), price: 48.99 });
    expect(await orderOf(placed.orderId)).toMatchObject({ amount: 48.99 });
    expect(await soldWith(placed.orderId)).toMatchObject({ rounding: 'ending_99', percent: 80 });
    expect((await offers({ id: 'instagram-likes', rounding: 'cent' })).status).toBe(200);
    expect(await orderOf(placed.orderId)).toMatchObject({ amount: 48.99 });
    expect(await soldWith(placed.orderId)).toMatchObject({ rounding: 'ending_99' });
    const [paid] = [await paidOrder(store, { quantity: 10_000 })];
    await sql(
      'update orders set offer = $2, amount_cents = 4899 where id = $1',
      paid.id,
      await soldWith(placed.orderId),
    );
    expect(await receipt(paid.id)).toMatchObject({ listCents: 6_099, discountPercent: 19, amountCents: 4_899 });
  });

  test('D-103: an order of the version before, without an offer, has the receipt of its category and time', async () => {
    const order = await paidOrder(store, { quantity: 10_000 });
    const before = await receipt(order.id);
    await sql('update orders set offer = null where id = $1', order.id);
    expect(await receipt(order.id)).toEqual(before);
  });

  test('D-19, D-103: another quantity of an unpaid order is sold at the price of its offer now', async () => {
    const [order, older] = [await placeOrder(store), await placeOrder(store)];
    await sql('update orders set offer = null where id = $1', older.id);
    for (const { id } of [order, older]) {
      await store.admin.call('PUT /api/orders/{id}', { params: { id }, body: { quantity: 5_000 } });
      expect(await orderOf(id)).toMatchObject({ quantity: 5_000, amount: 27 });
      expect(await soldWith(id)).toMatchObject({ id: 'instagram-likes', percent: 90 });
    }
  });
});
