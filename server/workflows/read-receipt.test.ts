// Receipts: who receives the address of one, and its content.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstStoreSettings } from '../../contract/store-settings.ts';
import {
  chargeBack,
  deleteOrder,
  openSession,
  paidOrder,
  paidTwice,
  payAtGateway,
  placeOrder,
} from '../../tests/support/orders.ts';
import { jwtSecret, owner, startStore, type TestStore } from '../../tests/support/store.ts';
import { createReceiptLinks } from '../modules/receipts/receipt-links.ts';
import { derivedSecret } from '../platform/secrets.ts';
import { findReceipt } from './read-receipt.ts';

const links = createReceiptLinks(derivedSecret(jwtSecret, 'receipt links'));
const keyOf = (id: string) => links.buildPath(id).split('/').at(-1) ?? '';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const run = async (sql: string, ...values: unknown[]) => (await store.db.database.pool.query(sql, values)).rows;
const receiptOf = (id: string) => findReceipt(store.app.ctx, id, keyOf(id));
const pathOf = (id: string) => expect.stringMatching(new RegExp(`^/receipt/${id}/[\\w-]{22}$`));

async function confirm(id: string, resultIndicator?: string) {
  const body = resultIndicator === undefined ? {} : { resultIndicator };
  return store.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id }, body });
}

async function indicatorOf(id: string): Promise<string> {
  const [attempt] = await run('select success_indicator from payment_attempts where order_id = $1', id);
  return attempt.success_indicator;
}

describe('who receives the address of a receipt', () => {
  test('D-35: the browser that placed the order, once it is paid; not who knows its email', async () => {
    const email = 'receipt@example.com';
    const find = (headers = {}) =>
      store.visitor.call('GET /api/orders/by-email/{email}', { params: { email } }, headers);
    const order = await placeOrder(store, { email });
    const header = { 'order-key': `${order.id}.${keyOf(order.id)}` };
    expect(await find(header)).toMatchObject([{ id: order.id, receipt_path: null }]);
    await payAtGateway(store, await openSession(store, order));
    await confirm(order.id);
    expect(await find()).toMatchObject([{ id: order.id, receipt_path: null }]);
    expect(await find(header)).toMatchObject([{ id: order.id, receipt_path: pathOf(order.id) }]);
  });

  test('S-3: whoever comes from a payment that was opened with the key of the order, and nobody else', async () => {
    const order = await placeOrder(store);
    const session = await openSession(store, order, keyOf(order.id));
    const indicator = await indicatorOf(order.id);
    expect(await confirm(order.id, indicator)).not.toHaveProperty('receipt_path');
    await payAtGateway(store, session);
    expect(await confirm(order.id, indicator)).toMatchObject({ status: 'success', receipt_path: pathOf(order.id) });
    // A reload of the result page.
    expect(await confirm(order.id, indicator)).toMatchObject({ receipt_path: pathOf(order.id) });
    for (const wrong of [undefined, '', 'not it', await indicatorOf((await paidOrder(store)).id)]) {
      expect(await confirm(order.id, wrong)).not.toHaveProperty('receipt_path');
    }
    const read = await store.visitor.call('GET /api/orders/{id}', { params: { id: order.id } });
    expect(read).not.toHaveProperty('receipt_path');
  });

  test.each([
    ['opened by who knows email and price alone', [undefined]],
    ['opened with a wrong key', ['q83vEjRWeJCrze8SNFZ4kA']],
    ['opened with the key, and got again without it', ['own', undefined]],
    ['opened without the key, and got again with it', [undefined, 'own']],
  ])('S-3: a payment that was %s returns no path; the links come by email', async (_, keys) => {
    const order = await placeOrder(store);
    let session = '';
    for (const key of keys) session = await openSession(store, order, key === 'own' ? keyOf(order.id) : key);
    await payAtGateway(store, session);
    const answer = await confirm(order.id, await indicatorOf(order.id));
    expect(answer.status).toBe('success');
    expect(answer).not.toHaveProperty('receipt_path');
    expect(answer).not.toHaveProperty('order_path');
    const mails = await run("select from mails where order_id = $1 and kind = 'order_paid'", order.id);
    expect(mails).toHaveLength(1);
  });

  test('an admin who looks at the order', async () => {
    const { id } = await paidOrder(store);
    const read = await store.admin.call('GET /api/orders/{id}', { params: { id } });
    expect(read).toMatchObject({ receipt_path: pathOf(id) });
  });
});

describe('what a receipt says', () => {
  test('what was bought, when, what it cost before and after the discount; of the buyer a masked address alone', async () => {
    const order = await paidOrder(store, { email: 'ana.souza@example.com', quantity: 10_000 });
    const receipt = await receiptOf(order.id);
    expect(receipt).toEqual({
      orderId: order.id,
      lang: 'en',
      facts: expect.objectContaining({ status: 'paid', payment: 'paid', payment_status: 'paid' }),
      category: 'Likes',
      quantity: 10_000,
      postLinks: order.postLinks,
      email: 'a***@example.com',
      orderedAt: expect.stringMatching(/Z$/),
      paidAt: expect.stringMatching(/Z$/),
      paidWith: { wallet: null, card_brand: 'Mastercard', card_last4: '0008' },
      listCents: 6_000,
      discountPercent: 20,
      amountCents: 4_800,
      refundedCents: 0,
      refunds: [],
    });
  });

  test('is in the language that the order was placed in', async () => {
    const { orderId } = await store.visitor.call('POST /api/create-order', {
      body: {
        email: 'pt@example.com',
        post_links: ['https://www.instagram.com/p/ReceiptPt/'],
        quantity: 500,
        price: 3,
        language: 'pt',
      },
    });
    expect(await receiptOf(orderId)).toMatchObject({ lang: 'pt', facts: { payment: 'unpaid' }, discountPercent: 0 });
  });

  test('the discount is the one of that moment, whatever the prices are by now', async () => {
    const order = await paidOrder(store, { quantity: 5_000 });
    const settings = firstStoreSettings();
    settings.prices.tiers.Likes = [{ from_quantity: 1_000, discount_percent: 50 }];
    store.advance(60_000);
    await run(
      `insert into store_settings_versions (version, settings, changes, changed_by, changed_at)
       select max(version) + 1, $1, '[]', null, now() + $2 * interval '1 millisecond' from store_settings_versions`,
      JSON.stringify(settings),
      store.db.clockOffsetMs(),
    );
    expect(await receiptOf(order.id)).toMatchObject({ listCents: 3_000, discountPercent: 10, amountCents: 2_700 });
  });

  test('an amount that no prices make is stated without a discount', async () => {
    const order = await paidOrder(store);
    await run('update orders set amount_cents = 250 where id = $1', order.id);
    expect(await receiptOf(order.id)).toMatchObject({ listCents: 250, discountPercent: 0, amountCents: 250 });
  });

  test('D-16: what went back is on it, in part or all of it', async () => {
    const order = await paidOrder(store);
    const refund = async (amountCents: number) => {
      await store.control('/gateway/refund-outside', { orderId: `${order.id}-1`, amountCents });
      await store.control('/gateway/deliver', {});
      await store.drain();
    };
    await refund(100);
    expect(await receiptOf(order.id)).toMatchObject({
      facts: { payment: 'partly_refunded' },
      refundedCents: 100,
      amountCents: 300,
    });
    await refund(200);
    expect(await receiptOf(order.id)).toMatchObject({
      facts: { payment: 'refunded' },
      refundedCents: 300,
      amountCents: 300,
    });
  });

  test('D-16: each refund of the store is listed with its day, beside refunds made elsewhere; a failed one is not', async () => {
    const order = await paidOrder(store);
    const give = (amount: number) =>
      store.admin.ask(
        'POST /api/admin/orders/{id}/refunds',
        { params: { id: order.id }, body: { amount, reason: 'Asked for' } },
        { 'idempotency-key': `receipt ${amount}` },
      );
    await store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
    expect((await give(0.5)).status).toBe(200);
    await store.control('/gateway/fail', { kind: 'unauthorized', operation: 'refund' });
    await give(0.75);
    await store.control('/gateway/refund-outside', { orderId: `${order.id}-1`, amountCents: 100 });
    await store.control('/gateway/deliver', {});
    await store.drain();
    expect(await receiptOf(order.id)).toMatchObject({
      facts: { payment: 'partly_refunded' },
      refundedCents: 150,
      refunds: [{ number: 1, amountCents: 50, refundedAt: expect.stringMatching(/Z$/) }],
    });
  });

  test('a payment that came twice and was given back is no part of the receipt', async () => {
    const order = await paidTwice(store);
    await store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
    const given = await store.admin.ask(
      'POST /api/admin/orders/{id}/refunds',
      { params: { id: order.id }, body: { payment: 1, amount: order.amount, reason: 'Paid twice' } },
      { 'idempotency-key': 'receipt second' },
    );
    expect(given.body).toMatchObject({ refund: { state: 'refunded' } });
    expect(await receiptOf(order.id)).toMatchObject({ facts: { payment: 'paid' }, refundedCents: 0, refunds: [] });
  });

  test('5.2: a payment that was charged back is disputed', async () => {
    const order = await paidOrder(store);
    await chargeBack(store, order);
    expect(await receiptOf(order.id)).toMatchObject({ facts: { payment: 'disputed' } });
  });

  test('an order that is not paid, and one that was given up, say so', async () => {
    const order = await placeOrder(store);
    expect(await receiptOf(order.id)).toMatchObject({ facts: { payment: 'unpaid' }, paidAt: null });
    await run("update orders set status = 'failed', status_reason = 'expired' where id = $1", order.id);
    expect(await receiptOf(order.id)).toMatchObject({ facts: { status: 'failed', payment: 'expired' } });
  });
});

describe('an address that the store did not make', () => {
  test('leads nowhere, and so does the right one of a deleted or an unknown order', async () => {
    const [order, other] = [await paidOrder(store), await paidOrder(store)];
    expect(await findReceipt(store.app.ctx, order.id, keyOf(other.id))).toBeNull();
    expect(await receiptOf('AAAAAAAAAAAA')).toBeNull();
    await deleteOrder(store, order.id);
    expect(await receiptOf(order.id)).toBeNull();
  });
});
