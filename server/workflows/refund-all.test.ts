// The refund of all under-delivered links: the sum of the group, an interrupted run, and its repetition.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionItemSteps } from '../../tests/support/action-item-steps.ts';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { refundSteps } from '../../tests/support/refund-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
const { paid, sent, end } = deliverySteps(() => store);
const { give, look, proveAgain } = refundSteps(() => store);
const { all } = actionItemSteps(() => store);

test('refunds each order once, also when the run is repeated', async () => {
  const missing = [100, 200, 300, 400, 500, 600, 700];
  for (const remains of missing) await end(await sent(await paid()), 'Partial', remains);
  const read = async (query: object = {}) => (await all(query)).find(({ kind }) => kind === 'delivery_stopped');
  const worth = missing.reduce((sum, units) => sum + units, 0);
  // An order of 1,000 costs $6.00. The sum is of all items, though five are listed.
  const group = await read();
  const whole = await read({ kind: 'delivery_stopped' });
  expect(group).toMatchObject({ count: missing.length, refund: whole?.refund });
  const items = whole?.items ?? [];
  const total = items.reduce((sum, { refund = 0 }) => sum + Math.round(refund * 100), 0);
  expect(Math.round((whole?.refund ?? 0) * 100)).toBe(total);
  expect(total).toBeGreaterThan(worth / 10);

  await proveAgain();
  const refund = ({ order_id, subject, refund: amount = 0 }: (typeof items)[number]) =>
    give({ id: order_id ?? '' }, { undelivered: true, amount }, `item-${subject.replaceAll(' ', '-')}`);
  // The run is interrupted after three refunds.
  for (const item of items.slice(0, 3)) expect((await refund(item)).status).toBe(200);
  expect(await read()).toMatchObject({ count: missing.length - 3 });
  // A run with the earlier list repeats the same requests.
  for (const item of items) expect((await refund(item)).status).toBe(200);
  expect(await read()).toBeUndefined();
  for (const { order_id } of items) expect((await look({ id: order_id ?? '' })).refunds).toHaveLength(1);
});
