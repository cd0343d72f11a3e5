// Card testing: declined cards are counted once, and new payment sessions wait beyond the limits.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { messages } from '../../contract/messages.ts';
import { cardTestingEnv, cardTestingSteps } from '../../tests/support/card-testing-steps.ts';
import { payAtGateway } from '../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

const minutes = 60_000;
let store: TestStore;
let beside: TestStore;
beforeAll(async () => {
  store = await startStore(cardTestingEnv);
  beside = await startStore(cardTestingEnv, store);
});
afterAll(async () => {
  await beside.stop();
  await store.stop();
});
beforeEach(async () => {
  await store.control('/gateway/clear', {});
  // A retry begins without what the try before left to be read.
  await store.drain();
  await rows('delete from card_declines');
});

const { rows, aNetwork, anOrder, confirm, open, decline, counted, alerts } = cardTestingSteps(() => store);

describe('S-8: limits on declined cards', () => {
  test('thirty cards from one address are stopped at the limit, in calm words with the time to retry', async () => {
    const address = aNetwork()(1);
    let declined = 0;
    for (let card = 0; card < 30; card += 1) {
      const order = await anOrder();
      if ((await decline(order, address, 1)) === 200) declined += 1;
      else break;
    }
    expect(declined).toBe(5);
    const refused = await open(await anOrder(), address);
    expect(refused).toMatchObject({ status: 429, body: { code: 'card_declines', error: messages.cardDeclines } });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(500);
    expect(wait).toBeLessThanOrEqual(600);
    expect((await open(await anOrder(), aNetwork()(1))).status).toBe(200);
  });

  test('one decline counts once, however often and from wherever it is found', async () => {
    const order = await anOrder();
    const from = aNetwork()(1);
    const { body } = await open(order, from);
    await payAtGateway(store, body.sessionId, '05/39');
    await store.control('/gateway/notify', { orderId: `${order.id}-1`, times: 4 });
    await store.control('/gateway/deliver', {});
    await Promise.all([store.drain(), ...Array.from({ length: 5 }, () => confirm(order.id))]);
    expect(await counted()).toBe(1);
    // Strangers read an order a few times in ten seconds only.
    store.advance(11_000);
    await payAtGateway(store, body.sessionId, '05/39');
    await payAtGateway(store, body.sessionId, '01/39');
    await Promise.all([confirm(order.id), confirm(order.id)]);
    expect(await counted()).toBe(2);
  });

  test('calls at the same moment are refused alike on every process, and raise one alert', async () => {
    await rows("delete from alerts where type = 'card_testing'");
    const address = aNetwork()(1);
    const orders = await Promise.all(Array.from({ length: 6 }, () => anOrder()));
    await Promise.all(orders.map((order) => decline(order, address, 1)));
    expect(await counted()).toBe(6);
    const later = await Promise.all(Array.from({ length: 6 }, () => anOrder()));
    const answers = await Promise.all(later.map((order, at) => open(order, address, at % 2 === 0 ? store : beside)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 429));
    expect(await alerts('network')).toHaveLength(1);
  });

  test('no address is stored: an attempt and a decline hold keyed hashes, and a day later the decline is gone', async () => {
    const order = await anOrder();
    const from = aNetwork()(1);
    await decline(order, from, 1);
    const [attempt] = await rows<Record<string, string>>(
      'select * from payment_attempts where order_id = $1',
      order.id,
    );
    expect(attempt?.caller_key).toMatch(/^[\w-]{22}$/);
    expect(JSON.stringify([attempt, await rows('select * from card_declines')])).not.toContain('2001:db8');
    store.advance(25 * 60 * minutes);
    await store.app.jobHandlers.forget_limits({});
    expect(await counted()).toBe(0);
  });
});
