import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placeOrder } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const report = 'POST /api/client-errors';
const alerts = async () =>
  (
    await store.db.database.pool.query(
      "select severity, message, details from alerts where type = 'checkout_error' order by raised_at",
    )
  ).rows;

describe('a failure that the checkout reports', () => {
  test('A-15, ERR-10: becomes an alert, once an hour for an order and stage', async () => {
    const { id: orderId } = await placeOrder(store);
    const body = { orderId, stage: 'payment_configure', message: 'TypeError: x is not a function' } as const;
    expect(await store.visitor.call(report, { body })).toEqual({ success: true });
    await store.visitor.call(report, { body });
    expect(await alerts()).toEqual([
      {
        severity: 'medium',
        message: 'The card form could not be set up in a browser. The browser said: "TypeError: x is not a function"',
        details: { orderId },
      },
    ]);
    await store.visitor.call(report, { body: { ...body, stage: 'payment_callback' } });
    expect(await alerts()).toHaveLength(2);
    store.advance(3_600_000);
    await store.visitor.call(report, { body });
    expect(await alerts()).toHaveLength(3);
  });

  test('A-15: a part of a page that failed is an alert of its own', async () => {
    await store.visitor.call(report, { body: { stage: 'page', message: 'contact: TypeError: x is not a function' } });
    const { rows } = await store.db.database.pool.query(
      "select severity, message, details from alerts where type = 'page_error'",
    );
    const message = 'A part of a page failed in a browser. The browser said: "contact: TypeError: x is not a function"';
    expect(rows).toEqual([{ severity: 'medium', message, details: {} }]);
  });

  test('ERR-10: orders that nobody made raise one alert between them, and name none', async () => {
    const before = (await alerts()).length;
    for (const orderId of ['AAAAAAAAAAAA', 'BBBBBBBBBBBB', 'nonsense'])
      await store.visitor.call(report, { body: { orderId, stage: 'payment_library' } });
    const raised = (await alerts()).slice(before);
    expect(raised).toEqual([
      { severity: 'medium', message: 'The card form could not be loaded in a browser.', details: {} },
    ]);
  });

  test('ERR-10: what the browser said is kept without personal data', async () => {
    const { id: orderId } = await placeOrder(store);
    const message = 'Failed for buyer@example.com\n"4111 1111 1111 1111" at https://shop.example/x?email=a#b';
    await store.visitor.call(report, { body: { orderId, stage: 'payment_page', message } });
    const { message: said } = (await alerts()).at(-1);
    expect(said).toContain(`"Failed for [email] '[number]' at https://shop.example/x"`);
  });

  test('ERR-10: an unknown stage and a message over 500 characters are refused', async () => {
    for (const body of [{ stage: 'other' }, { stage: 'payment_page', message: 'x'.repeat(501) }, {}]) {
      const response = await store.raw('/api/client-errors', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(400);
    }
  });

  test('ERR-10: the eleventh within ten minutes from one address is not heard', async () => {
    const strict = await startStore({ RATE_LIMIT_FACTOR: '1' });
    try {
      const body = { stage: 'payment_library' } as const;
      for (let sent = 0; sent < 10; sent += 1) await strict.visitor.call(report, { body });
      expect((await strict.visitor.ask(report, { body })).status).toBe(429);
    } finally {
      await strict.stop();
    }
  });
});
