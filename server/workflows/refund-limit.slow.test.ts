// The refunds of support: up to the limits that an owner sets, also when many come at once.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FieldSettings } from '../../contract/setting-fields.ts';
import type { Client } from '../../tests/support/client.ts';
import { type Placed, paidOrder } from '../../tests/support/orders.ts';
import { settingsInputOf } from '../../tests/support/settings-steps.ts';
import { owner, startStore, type TestStore } from '../../tests/support/store.ts';

const dayMs = 24 * 3_600_000;
let store: TestStore;
let [support, manager]: Client[] = [];
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
  const by = store.as(token);
  const password = 'a password of this admin';
  const signIn = async (role: 'support' | 'manager') => {
    const email = `${role}${Math.random()}@shop.example`;
    await by.call('POST /api/admin/admins', { body: { email, password, role } });
    return store.as((await store.visitor.call('POST /api/admin/login', { body: { email, password } })).token);
  };
  [support, manager] = [await signIn('support'), await signIn('manager')];
  await saveLimits(by, { largest: 2, per_day: 5 });
});

const the = <T>(value: T | undefined): T => value as T;
async function saveLimits(by: Client, support_refund: FieldSettings['support_refund']) {
  const saved = await by.call('GET /api/admin/store-settings', {});
  const body = { version: saved.version, settings: { ...settingsInputOf(saved), support_refund } };
  return by.ask('PUT /api/admin/store-settings', { body });
}
let keys = 0;
function give(by: Client | undefined, { id }: Placed, amount: number, key?: string) {
  keys += 1;
  const headers = { 'idempotency-key': key ?? `limit ${keys}` };
  const body = { amount, reason: 'too slow' };
  return the(by).ask('POST /api/admin/orders/{id}/refunds', { params: { id }, body }, headers);
}
const refused = (message: string) => ({ status: 403, body: { code: 'refund_limit', message } });
const given = async (email: string) =>
  (
    await store.db.database.pool.query('select sum(amount_cents)::int as cents from refunds where requested_by = $1', [
      email,
    ])
  ).rows[0].cents;

describe('D-36: support refunds', () => {
  test('up to the largest refund, and not a cent more; a manager refunds any amount', async () => {
    const order = await paidOrder(store);
    expect(await give(support, order, 2.01)).toMatchObject(
      refused('Support can refund at most $2.00 at once. A manager or an owner can refund more.'),
    );
    expect((await give(support, order, 2)).status).toBe(200);
    expect((await give(manager, await paidOrder(store), 3)).status).toBe(200);
  });

  test('up to the sum of 24 hours, with its repeats; a day later again', async () => {
    const orders = [await paidOrder(store), await paidOrder(store), await paidOrder(store)] as const;
    expect((await give(support, orders[0], 2, 'one')).status).toBe(200);
    expect((await give(support, orders[1], 2)).status).toBe(200);
    expect(await give(support, orders[2], 1.01)).toMatchObject(
      refused('Support can refund at most $5.00 in 24 hours: $1.00 is left. A manager or an owner can refund more.'),
    );
    expect((await give(support, orders[2], 1)).status).toBe(200);
    expect((await give(support, orders[2], 0.01)).status).toBe(403);
    expect((await give(support, orders[0], 2, 'one')).status).toBe(200);
    // The session ends, and the sum of the day with it.
    const { email } = (await the(support).call('GET /api/admin/verify', {})).user;
    store.advance(dayMs + 1_000);
    const password = 'a password of this admin';
    const again = store.as((await store.visitor.call('POST /api/admin/login', { body: { email, password } })).token);
    expect((await give(again, orders[2], 1)).status).toBe(200);
  });

  test('in parallel never pass the sum of 24 hours', async () => {
    const orders = await Promise.all(Array.from({ length: 8 }, () => paidOrder(store)));
    const answers = await Promise.all(orders.map((order) => give(support, order, 1.5)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 403, 403, 403, 403, 403]);
    const { email } = (await the(support).call('GET /api/admin/verify', {})).user;
    expect(await given(email)).toBe(450);
  });

  test('are switched off by zeros', async () => {
    const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
    await saveLimits(store.as(token), { largest: 0, per_day: 0 });
    expect((await give(support, await paidOrder(store), 0.01)).status).toBe(403);
  });
});

describe('D-36: the limits of support', () => {
  test('are changed by an owner alone, who may leave them out', async () => {
    const answer = await saveLimits(the(manager), { largest: 1_000, per_day: 5_000 });
    expect(answer).toMatchObject({ status: 403, body: { code: 'no_role', message: expect.stringContaining('owner') } });
    const { settings } = await the(manager).call('GET /api/admin/store-settings', {});
    expect(settings.support_refund).toEqual({ largest: 2, per_day: 5 });
    expect((await saveLimits(the(manager), { largest: 2, per_day: 5 })).status).toBe(200);
  });

  test.each([-1, 0.001, 100_001])('%s dollars are refused', async (largest) => {
    const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
    const answer = await saveLimits(store.as(token), { largest, per_day: 5 });
    expect(answer).toMatchObject({ status: 400, body: { field: 'support_refund.largest' } });
  });
});
