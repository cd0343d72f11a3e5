// Card testing: whom the limits on declined cards let through, and when they end.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cardTestingEnv, cardTestingSteps } from '../../tests/support/card-testing-steps.ts';
import { paidOrder } from '../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

const minutes = 60_000;
let store: TestStore;
beforeAll(async () => {
  store = await startStore(cardTestingEnv);
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/gateway/clear', {});
  await rows('delete from card_declines');
});

const { rows, aNetwork, anEmail, anOrder, open, decline, alerts } = cardTestingSteps(() => store);

describe('S-8: limits on declined cards', () => {
  test('a network raises one alert for the owner, which is emailed', async () => {
    await rows("delete from alerts where type = 'card_testing'");
    const visitorOf = aNetwork();
    for (const visitor of [1, 2]) {
      for (let form = 0; form < 2; form += 1) await decline(await anOrder(), visitorOf(visitor), 3);
      await open(await anOrder(), visitorOf(visitor));
    }
    expect(await alerts('network')).toEqual([{ severity: 'critical', mailed: true, ip: expect.any(String) }]);
  });

  test('neighbors in one network share its limit, and are not let through by new addresses', async () => {
    const visitorOf = aNetwork();
    for (let visitor = 1; visitor <= 5; visitor += 1) {
      expect(await decline(await anOrder(), visitorOf(visitor), 3)).toBe(200);
    }
    expect(await open(await anOrder(), visitorOf(99))).toMatchObject({ status: 429, body: { code: 'card_declines' } });
  });

  test('a paying customer is let through the limit of a network, and not through that of the own email', async () => {
    const email = anEmail();
    await paidOrder(store, { email });
    const visitorOf = aNetwork();
    for (let visitor = 1; visitor <= 5; visitor += 1) await decline(await anOrder(), visitorOf(visitor), 3);
    expect((await open(await anOrder(email.toUpperCase()), visitorOf(99))).status).toBe(200);
    expect((await open(await anOrder(), visitorOf(98))).status).toBe(429);
    for (let form = 0; form < 2; form += 1) await decline(await anOrder(email), aNetwork()(1), 3);
    expect((await open(await anOrder(email), aNetwork()(1))).status).toBe(429);
  });

  test('a paying customer is let through the limit of an address that others use, too', async () => {
    const email = anEmail();
    await paidOrder(store, { email });
    const address = aNetwork()(1);
    for (const tries of [3, 2]) await decline(await anOrder(), address, tries);
    expect((await open(await anOrder(), address)).status).toBe(429);
    expect((await open(await anOrder(email), address)).status).toBe(200);
    store.advance(91 * 24 * 60 * minutes);
    for (const tries of [3, 2]) await decline(await anOrder(), address, tries);
    expect((await open(await anOrder(email), address)).status).toBe(429);
  });

  test('a payment that was given back makes nobody a paying customer', async () => {
    const email = anEmail();
    const { id } = await paidOrder(store, { email });
    await rows("update orders set payment_status = 'refunded' where id = $1", id);
    const visitorOf = aNetwork();
    for (let visitor = 1; visitor <= 5; visitor += 1) await decline(await anOrder(), visitorOf(visitor), 3);
    expect((await open(await anOrder(email), visitorOf(99))).status).toBe(429);
  });

  test('the limit ends with its window: after ten minutes sessions open again, until the day is full', async () => {
    const address = aNetwork()(1);
    for (let round = 0; round < 4; round += 1) {
      for (const tries of [3, 2]) expect(await decline(await anOrder(), address, tries)).toBe(200);
      expect((await open(await anOrder(), address)).status).toBe(429);
      store.advance(10 * minutes + 1000);
    }
    const refused = await open(await anOrder(), address);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
  });

  test.each([
    ['0.5', 2],
    ['0.1', 1],
  ])('D-23: RATE_LIMIT_FACTOR %s leaves whole limits', async (factor, most) => {
    const strict = await startStore({ RATE_LIMIT_FACTOR: factor, TRUST_PROXY: '1' }, store);
    try {
      const address = aNetwork()(1);
      const before = await anOrder();
      expect(await decline(before, address, most - 1)).toBe(200);
      const [last, next] = [await anOrder(), await anOrder()];
      expect(await decline(last, address, 1)).toBe(200);
      // Few calls of one address are left: each comes from another one of the /64.
      expect(await open(next, address.replace(/1$/, '2'), strict)).toMatchObject({
        status: 429,
        body: { code: 'card_declines' },
      });
    } finally {
      await strict.stop();
    }
  });
});
