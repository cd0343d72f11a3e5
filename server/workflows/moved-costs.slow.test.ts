// The cost of a moved link: what each provider charged for its part, in the order and in the scores.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { paidOrder } from '../../tests/support/orders.ts';
import { twoProviders } from '../../tests/support/two-providers.ts';

const { two, start, reset, stop, send, link, look, follow, sql } = twoProviders();
let ofFirst: object;
beforeAll(async () => {
  await start();
  two.first.respond(() => ofFirst);
  two.second.respond(() => ({ status: 'Completed', remains: '0', charge: '0.3' }));
});
afterAll(stop);
beforeEach(async () => {
  await reset();
  await sql('update dispatches set following = false');
  await sql('truncate delivery_marks, service_speed_days, service_cost_days');
});

/** An order of 1000 of which the first provider delivered 400, and the second one the rest. */
async function moved() {
  const order = await paidOrder(two.store, { quantity: 1000 });
  const { body } = await send(order);
  const apiOrderId = body.apiOrder.api_order_id ?? '';
  await follow();
  const request = { postLink: order.postLinks[0] ?? '', apiOrderId };
  await two.store.admin.call('POST /api/admin/orders/{id}/move-post', { params: { id: order.id }, body: request });
  await two.store.app.jobHandlers.send_rest({ orderId: order.id, position: 0 });
  await follow();
  return { order, apiOrderId };
}
const read = ({ id }: { id: string }) => two.store.admin.call('GET /api/orders/{id}', { params: { id } });

test('D-20: the order has the charge of the send before, in the currency of its provider', async () => {
  ofFirst = { status: 'Canceled', remains: '600', charge: '0.2' };
  await look('default');
  await sql("update provider_looks set currency = 'EUR' where provider_id = 'default'");
  const { order, apiOrderId } = await moved();
  const before = { position: 0, api_order_id: apiOrderId, delivered: 400, cost: { amount: 0.2, currency: 'EUR' } };
  expect(await read(order)).toMatchObject({ delivered_before: [400], earlier_sends: [before] });
  expect(await link(order)).toMatchObject({ quantity: 600, cost: { amount: 0.3, currency: 'USD', estimated: false } });
  const { order: inEvidence } = await two.store.admin.call('GET /api/admin/orders/{id}/evidence', {
    params: { id: order.id },
  });
  expect(inEvidence).not.toHaveProperty('earlier_sends');
  expect(await two.store.visitor.call('GET /api/orders/{id}', { params: { id: order.id } })).not.toHaveProperty(
    'earlier_sends',
  );
});

test('D-20: a charge that the provider never returned stays unknown, and an order without a move has none', async () => {
  ofFirst = { status: 'Canceled', remains: '600' };
  const { order } = await moved();
  expect(await read(order)).toMatchObject({ earlier_sends: [{ delivered: 400, cost: null }] });
  expect(await read(await paidOrder(two.store))).toMatchObject({ earlier_sends: [] });
});

test('ADM-ORD-2: the order is found by the ID of each of its sends, as the provider gave it and as the API has it', async () => {
  ofFirst = { status: 'Canceled', remains: '600', charge: '0.2' };
  const { order, apiOrderId } = await moved();
  const ofSecond = (await link(order))?.api_order_id ?? '';
  const own = ofSecond.replace('p2:', '');
  expect(ofSecond).toBe(`p2:${own}`);
  const find = async (search: string) =>
    (await two.store.admin.call('GET /api/orders', { query: { search } })).map(({ id }) => id);
  for (const search of [apiOrderId, own, ofSecond, `#${own}`, `#${ofSecond}`]) {
    expect(await find(search)).toContain(order.id);
  }
  expect(await find(`p3:${own}`)).toEqual([]);
});

test('the scores count the part of each provider with its own charge', async () => {
  ofFirst = { status: 'Canceled', remains: '600', charge: '0.2' };
  await moved();
  const { scores } = await two.store.admin.call('GET /api/admin/provider-scores', { query: {} });
  const costOf = (id: string) =>
    scores.find((each) => each.provider_id === id && each.links > 0)?.cost_per_delivered_1000;
  expect([costOf('default'), costOf('p2')]).toEqual([0.5, 0.5]);
});
