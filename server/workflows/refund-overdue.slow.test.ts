// What nothing else delivered goes back after some days, where the operator wants that: once, after the confirmed end.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { firstSpendingCaps } from '../../contract/setting-fields.ts';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { type Placed, paidOrder } from '../../tests/support/orders.ts';
import { refundSteps } from '../../tests/support/refund-steps.ts';
import { settingsInputOf } from '../../tests/support/settings-steps.ts';
import { jwtSecret, owner, startStore, type TestStore } from '../../tests/support/store.ts';
import { twoProviders } from '../../tests/support/two-providers.ts';
import { derivedSecret } from '../platform/secrets.ts';

const { two, answers, received, start, reset, stop, send, follow, sql } = twoProviders();
let now: object;
let beside: TestStore;
beforeAll(async () => {
  await start();
  two.first.respond(() => now);
  two.second.respond(() => now);
  // Another process of this store, with the gateway of the first one.
  const gateway = {
    MPGS_BASE_URL: `${two.store.url}/sandbox/gateway`,
    MPGS_MERCHANT_ID: 'SANDBOX',
    MPGS_API_PASSWORD: derivedSecret(jwtSecret, 'sandbox gateway'),
    MPGS_WEBHOOK_SECRET: derivedSecret(jwtSecret, 'sandbox notifications'),
  };
  beside = await startStore({ ...two.first.settings, ...gateway }, two.store);
});
afterAll(async () => {
  await beside.stop();
  await stop();
});
beforeEach(async () => {
  await reset();
  now = { status: 'In progress', remains: '700' };
  await sql('update dispatches set following = false');
  await sql("update orders set status = 'completed' where status <> 'completed'");
  await sql('delete from provider_services');
  for (const [name, value] of Object.entries({ overdue_refund: true, overdue_refund_days: '7' })) {
    await saveSetting(name, value);
  }
});
const { give, look, proveAgain, refundedAtGateway } = refundSteps(() => two.store);
const { refill } = deliverySteps(() => two.store);

async function saveSetting(name: string, value: unknown): Promise<void> {
  await sql(
    `insert into store_settings_versions (version, settings, changes, changed_by, changed_at)
     select version + 1, jsonb_set(settings, $1, $2::jsonb), changes, changed_by, changed_at
     from store_settings_versions order by version desc limit 1`,
    `{${name}}`,
    JSON.stringify(value),
  );
  two.store.advance(2_000);
}

async function days(count: number): Promise<void> {
  two.store.advance(count * 86_400_000);
  const { token } = await two.store.visitor.call('POST /api/admin/login', { body: owner });
  two.store.admin = two.store.as(token);
  await proveAgain();
}

/** 1000 units for $6 in delivery, 700 of them left, with the first status known. */
async function sent(): Promise<Placed & { providerOrder: string }> {
  const order = await paidOrder(two.store, { quantity: 1000 });
  const { body } = await send(order);
  await follow();
  return { ...order, providerOrder: body.apiOrder.api_order_id ?? '' };
}

async function reports(status: string, remains: string): Promise<void> {
  now = { status, remains };
  await follow();
}

/** Ended with 600 of 1000 units missing. */
async function short(): ReturnType<typeof sent> {
  const order = await sent();
  await reports('Canceled', '600');
  return order;
}

const run = async (store = two.store) => {
  await store.app.jobHandlers.refund_overdue({});
};
const cancels = () => received.filter(([action]) => action === 'cancel at the first').length;
const given = async (order: Placed) => (await look(order)).refunds;
const ofStore = { amount: 3.6, undelivered_quantity: 600, requested_by: 'system', state: 'refunded' };

describe('a stalled delivery', () => {
  test('rule 9: is canceled after the days; its rest goes back once, after the confirmed end', async () => {
    const order = await sent();
    await days(6.9);
    await run();
    expect([cancels(), await given(order)]).toEqual([0, []]);
    await days(0.2);
    await Promise.all([run(), run(beside)]);
    await run();
    await follow();
    await run();
    // Requested and not confirmed: nothing goes back, however long it takes.
    await days(10);
    await run();
    expect([cancels(), await given(order)]).toEqual([1, []]);
    await reports('Canceled', '600');
    await Promise.all([run(), run(beside), run(), run(beside)]);
    await run();
    expect(await given(order)).toMatchObject([ofStore]);
    expect(await refundedAtGateway(order)).toBe(3.6);
    expect((await sql('select status from orders where id = $1', order.id)).rows).toEqual([{ status: 'completed' }]);
  });

  test('D-119: is never canceled before its days after the last change are over, also where that is no mark', async () => {
    await sent();
    two.store.advance(9 * 60_000);
    await reports('In progress', '699');
    await days(7 - 5 / 1440);
    await run();
    expect(cancels()).toBe(0);
    await days(16 / 1440);
    await run();
    expect(cancels()).toBe(1);
  });

  test('that moved within the days, or was completed after the cancellation, keeps its money', async () => {
    const order = await sent();
    await days(4);
    await reports('In progress', '400');
    await days(4);
    await run();
    expect(cancels()).toBe(0);
    await days(4);
    await run();
    expect(cancels()).toBe(1);
    await reports('Completed', '0');
    await run();
    expect(await given(order)).toEqual([]);
  });

  test.each<[string, () => unknown]>([
    ['refuses', () => [{ order: '100', cancel: { error: 'Not possible' } }]],
    ['breaks', () => null],
  ])(
    'of a provider that %s keeps its money until the end; it is requested again after a day only',
    async (_, answer) => {
      answers.cancel = answer;
      const order = await sent();
      await days(8);
      await run();
      await run();
      expect([cancels(), await given(order)]).toEqual([1, []]);
      await days(1.1);
      await run();
      expect([cancels(), await given(order)]).toEqual([2, []]);
      await reports('Partial', '600');
      await run();
      expect(await given(order)).toMatchObject([ofStore]);
    },
  );

  test('is never canceled where the service takes none, under an unknown status, or unknown to the provider', async () => {
    const order = await sent();
    await sql(
      `insert into provider_services (provider_id, service_id, name, category, cancel, seen_at)
       values ('default', '1', 'Likes', 'Likes', false, now())`,
    );
    await days(8);
    await run();
    await sql('delete from provider_services');
    await reports('Gone fishing', '700');
    await days(8);
    await run();
    now = { error: 'Incorrect order ID' };
    await follow();
    await days(8);
    await run();
    expect([cancels(), await given(order)]).toEqual([0, []]);
  });

  test('without the setting stays as it is', async () => {
    await saveSetting('overdue_refund', false);
    const [stalled, ended] = [await sent(), await short()];
    await days(30);
    await run();
    expect([cancels(), await given(stalled), await given(ended)]).toEqual([0, [], []]);
  });

  test('whose rest moves to the next provider keeps its money', async () => {
    const order = await sent();
    await days(8);
    await run();
    const body = { postLink: order.postLinks[0] ?? '', apiOrderId: order.providerOrder };
    await two.store.admin.call('POST /api/admin/orders/{id}/move-post', { params: { id: order.id }, body });
    await reports('Canceled', '600');
    await run();
    now = { status: 'In progress', remains: '600' };
    await two.store.app.jobHandlers.send_rest({ orderId: order.id, position: 0 });
    await run();
    expect([two.second.adds.length, await given(order)]).toEqual([1, []]);
  });
});

describe('a delivery that ended short', () => {
  test('goes back after the days; a refill in progress holds it, and its refusal starts the days again', async () => {
    const order = await short();
    await days(6);
    await run();
    await refill(order, order.providerOrder);
    await days(2);
    await run();
    expect(await given(order)).toEqual([]);
    await reports('Canceled', '600');
    await sql("update delivery_requests set state = 'rejected', ended_at = now() where order_id = $1", order.id);
    await days(6);
    await run();
    expect(await given(order)).toEqual([]);
    await days(1.1);
    await run();
    expect(await given(order)).toMatchObject([ofStore]);
  });

  test('is not refunded before every other link of the order has ended, nor beside a send with an unknown result', async () => {
    const order = await paidOrder(two.store, { quantity: 1000, post_links: [aPost('a'), aPost('b')] });
    await send(order, order.postLinks[0]);
    await reports('Canceled', '300');
    await days(8);
    await run();
    expect(await given(order)).toEqual([]);
    await sql("update dispatches set state = 'unknown', provider_order_id = null where order_id = $1", order.id);
    await run();
    expect(await given(order)).toEqual([]);
  });

  test('is never refunded beside a refund by an admin, also of another amount, by two processes at once', async () => {
    const [whole, other, both] = [await short(), await short(), await short()];
    await days(8);
    await give(whole, { undelivered: true });
    await give(other, { amount: 1 });
    await Promise.all([give(both, { amount: 3.6 }), run(), run(beside)]);
    await run();
    expect(await given(whole)).toMatchObject([{ amount: 3.6, requested_by: owner.email }]);
    expect(await given(other)).toMatchObject([{ amount: 1 }]);
    // An admin may add to what the store gave. The store never adds to what an admin gave.
    const order = (await given(both)).map(({ requested_by }) => requested_by);
    expect([[owner.email], ['system'], ['system', owner.email]]).toContainEqual(order);
  });

  test('an admin who clicks the proposed refund at the same time gives it back once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await short();
      await days(8);
      const body = { undelivered: true, amount: 3.6 };
      await Promise.all([give(order, body), run(), run(beside), give(order, body)]);
      expect(await given(order)).toMatchObject([{ amount: 3.6 }]);
      expect(await refundedAtGateway(order)).toBe(3.6);
    }
  });

  test('is not refunded above the cap of the store, nor again after a refusal by the gateway, nor when disputed', async () => {
    const capped = await short();
    await days(8);
    await saveCaps({ hour: 0, day: 0 });
    await run();
    expect(await given(capped)).toEqual([]);
    await saveCaps(firstSpendingCaps.refunds);
    await two.store.admin.call('POST /api/admin/spending/{kind}/lift', { params: { kind: 'refunds' } });
    await two.store.control('/gateway/fail', { kind: 'result', operation: 'refund', result: 'FAILURE' });
    await run();
    await two.store.control('/gateway/clear', {});
    await run();
    expect(await given(capped)).toMatchObject([{ state: 'failed' }]);
    const disputed = await short();
    await sql("update orders set payment_status = 'disputed' where id = $1", disputed.id);
    const erased = await short();
    await sql('update orders set deleted_at = now() where id = $1', erased.id);
    await days(8);
    await run();
    expect([await given(disputed), await refundedAtGateway(erased)]).toEqual([[], 0]);
  });

  test('is refilled no more while its refund is in progress', async () => {
    const order = await short();
    await two.store.control('/gateway/fail', { kind: 'result', operation: 'refund', result: 'PENDING' });
    await proveAgain();
    await give(order, { undelivered: true });
    await two.store.control('/gateway/clear', {});
    two.store.advance(61_000);
    expect(await refill(order, order.providerOrder)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const { rows } = await sql('select from delivery_requests where order_id = $1', order.id);
    expect(rows).toEqual([]);
  });
});

let posts = 0;
function aPost(name: string): string {
  posts += 1;
  return `https://www.instagram.com/p/O${process.pid}${name}${posts}/`;
}

async function saveCaps(refunds: { hour: number | null; day: number | null }): Promise<void> {
  await saveSetting('spending_caps', { ...firstSpendingCaps, refunds });
}

test.each(['0', '91', '1.5', 'a', '-1', ''])('the days of the setting are 1 to 90: %s is refused', async (value) => {
  await proveAgain();
  const saved = await two.store.admin.call('GET /api/admin/store-settings', {});
  const settings = { ...settingsInputOf(saved), overdue_refund_days: value };
  const { status, body } = await two.store.admin.ask('PUT /api/admin/store-settings', {
    body: { version: saved.version, settings },
  });
  expect([status, body]).toMatchObject([400, { field: 'overdue_refund_days' }]);
});
