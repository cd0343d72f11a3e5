// A provider that accepts a link after the link was settled without it: possibly a second paid order.
import { expect, test } from 'vitest';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { startPanel } from '../../tests/support/fake-provider.ts';
import { paidOrder } from '../../tests/support/orders.ts';
import { until } from '../../tests/support/program.ts';
import { startStore } from '../../tests/support/store.ts';

test('D-17: an order ID that arrives after "It was not placed" raises a listed alert', async () => {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const panel = await startPanel({ beforeResponse: () => isReleased });
  const store = await startStore(panel.settings);
  const { send, settle } = deliverySteps(() => store);
  try {
    const order = await paidOrder(store);
    const sending = send(order);
    await until('the link is at the provider', async () => panel.adds.length === 1);
    store.advance(121_000);
    await store.app.jobHandlers.expire_claims({});
    expect((await settle(order, { postLink: order.postLinks[0], outcome: 'not_placed' })).status).toBe(200);
    release();
    await sending;
    const { alerts } = await store.admin.call('GET /api/admin/security-alerts', {});
    expect(alerts).toMatchObject([
      {
        type: 'late_placement',
        severity: 'high',
        message: expect.stringContaining(String(panel.adds[0]?.order)),
        details: { orderId: order.id },
      },
    ]);
  } finally {
    release();
    await store.stop();
    await panel.close();
  }
});
