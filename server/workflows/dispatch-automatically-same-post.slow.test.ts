import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { automaticDispatchSteps } from '../../tests/support/automatic-dispatch-steps.ts';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { aLink, paidOrder } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(() => reset());

const { adds, reset, setAutomatic, states, sweepAfter } = automaticDispatchSteps(() => store);
const { apiOrders, follow, send } = deliverySteps(() => store);
const { read } = paymentSteps(() => store);

async function finish(id: string): Promise<void> {
  for (const { api_order_id: order } of await apiOrders(id)) {
    if (order) await store.control('/provider/advance', { order, status: 'Completed', remains: 0 });
  }
  await follow();
}

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
    await sweepAfter();
    await sweepAfter();
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
    await setAutomatic(false);
    expect((await send(second)).status).toBe(409);
    await finish(first.id);
    await store.drain();
    expect(await states(second.id)).toEqual(['waiting']);
    expect((await send(second)).status).toBe(200);
  });
});
