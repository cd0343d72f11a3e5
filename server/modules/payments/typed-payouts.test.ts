// Payouts that are typed, of a gateway that lists none: compared with what the ledger expects of the days that they cover.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actionItemSteps } from '../../../tests/support/action-item-steps.ts';
import {
  chargeBack,
  openSession,
  paidOrder,
  paidTwice,
  placeOrder,
  winDispute,
} from '../../../tests/support/orders.ts';
import { refundSteps } from '../../../tests/support/refund-steps.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';
import { expectedSql } from './expected-payout.repository.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
  await setFees(fees);
});
afterAll(() => store.stop());
// Each test has its own days.
beforeEach(() => nextDays(3));

const dayMs = 86_400_000;
const fees = { percent: 2.9, fixed: 0.3, refund: 0.1, dispute: 15 };
const noFees = { percent: null, fixed: null, refund: null, dispute: null };

const setFees = (of: object) =>
  store.db.database.pool.query(
    `insert into store_settings_versions (version, settings, changes, changed_at)
      select version + 1, settings || $1::jsonb, '[]', now() from store_settings_versions order by version desc limit 1`,
    [JSON.stringify({ fees: { mpgs: of, stripe: of } })],
  );
const { give, proveAgain } = refundSteps(() => store);

/** A session ends after some days. */
async function nextDays(days = 1): Promise<void> {
  store.advance(days * dayMs);
  store.admin = store.as((await store.visitor.call('POST /api/admin/login', { body: owner })).token);
}
const { aside, all } = actionItemSteps(() => store);
const today = (by = 0) => new Date(Date.now() + store.db.clockOffsetMs() + by * dayMs).toISOString().slice(0, 10);
const add = (change: object = {}) => store.admin.ask('POST /api/admin/finances/payouts', { body: input(change) });
const input = (change: object) => ({
  gateway: 'mpgs' as const,
  day: today(),
  amount: 5,
  currency: 'USD' as const,
  from: today(-1),
  to: today(-1),
  note: '',
  ...change,
});
const list = () => store.admin.call('GET /api/admin/finances/payouts', { query: {} });
const items = async () =>
  (await all({ kind: 'payout_difference' })).flatMap((kind) => kind.items).map(({ subject }) => subject.split(' ')[0]);

describe('what the ledger expects', () => {
  test('D-98: payments less refunds, disputes and fees of these days', async () => {
    await paidOrder(store);
    const refunded = await paidOrder(store);
    await give(refunded, { amount: 1 });
    await store.drain();
    const lost = await paidOrder(store);
    await chargeBack(store, lost);
    await paidTwice(store);
    await nextDays();
    // 5 payments of $3.00, fees of $0.39 each, of a refund and of a dispute.
    const { body } = await add({ amount: 5 });
    expect(body.expected).toEqual({
      payments: 5,
      captured: 15,
      refunded: 1,
      disputed: 3,
      fees: 17.05,
      unknown_fees: 0,
      amount: -6.05,
    });
    expect(body).toMatchObject({
      state: 'paid',
      contents: 'typed',
      gateway_id: null,
      difference: 11.05,
      differs: true,
    });
  });

  test('D-98: a refund and a dispute count on their own day, a won dispute gives back', async () => {
    const [one, two] = [await paidOrder(store), await paidOrder(store)];
    await nextDays();
    await give(one, { amount: 2 });
    await chargeBack(store, two);
    await nextDays();
    await winDispute(store, two);
    await nextDays();
    const of = async (from: number, to: number) => (await add({ from: today(from), to: today(to) })).body.expected;
    // Their fees, too: $0.10 and $15.00.
    expect(await of(-3, -3)).toMatchObject({ payments: 2, captured: 6, refunded: 0, disputed: 0, fees: 0.78 });
    const later = { payments: 0, captured: 0, refunded: 2, disputed: 3, fees: 15.1, amount: -20.1 };
    expect(await of(-2, -2)).toMatchObject(later);
    expect(await of(-1, -1)).toMatchObject({ payments: 0, refunded: 0, disputed: -3, fees: 0, amount: 3 });
    expect(await of(-3, -1)).toMatchObject({ payments: 2, captured: 6, refunded: 2, disputed: 0, fees: 15.88 });
  });

  test('D-98: the fee of a later refund or dispute is no difference of an earlier payout', async () => {
    const [one, two] = [await paidOrder(store), await paidOrder(store)];
    await nextDays();
    const { body } = await add({ amount: 5.22 });
    expect(body.differs).toBe(false);
    await give(one, { amount: 2 });
    await chargeBack(store, two);
    await nextDays();
    await store.app.jobHandlers.read_payouts_daily({});
    expect((await list()).find(({ id }) => id === body.id)).toMatchObject({ difference: 0, differs: false });
  });

  test('D-98: where fees are not known, less than expected is no item, and more is one', async () => {
    await setFees(noFees);
    try {
      await paidOrder(store);
    } finally {
      await setFees(fees);
    }
    await nextDays();
    const [less, more] = [(await add({ amount: 2.61 })).body, (await add({ amount: 3.02 })).body];
    expect(less).toMatchObject({ expected: { unknown_fees: 1 }, difference: -0.39, differs: false });
    expect(more).toMatchObject({ difference: 0.02, differs: true });
  });

  test('D-98: money in another currency than that of the payment is not expected', async () => {
    const order = await placeOrder(store);
    await openSession(store, order);
    const addEntry = (currency: string) =>
      store.db.database.pool.query(
        `insert into payment_events (order_id, attempt_number, source, conclusion, said, happened_at)
          values ($1, 1, 'job', 'mismatch', $2, $3)`,
        [order.id, JSON.stringify({ capturedCents: 5_000, currency }), `${today()}T00:00:00Z`],
      );
    await addEntry('EUR');
    const day = { from: today(), to: today() };
    expect((await add(day)).body.expected).toMatchObject({ payments: 0, captured: 0 });
    await addEntry('USD');
    expect((await add(day)).body.expected).toMatchObject({ payments: 1, captured: 50 });
  });

  test('D-98: payments that an admin confirmed are those by hand, without fees', async () => {
    const order = await placeOrder(store);
    const manual = { manual: true, note: 'Bank transfer' } as const;
    await store.admin.call('POST /api/orders/{id}/confirm-payment', { params: { id: order.id }, body: manual });
    await give(order, { amount: 1 });
    await paidOrder(store);
    await nextDays();
    const { body } = await add({ gateway: 'by_hand', amount: 2 });
    expect(body).toMatchObject({
      expected: { payments: 1, captured: 3, refunded: 1, fees: 0, amount: 2 },
      difference: 0,
      differs: false,
    });
  });

  test('D-98: a difference of one cent for each payment is none, a larger one is an item that can be dismissed', async () => {
    await paidOrder(store);
    await paidOrder(store);
    await nextDays();
    // $6.00 less fees of $0.78.
    const { body: near } = await add({ amount: 5.2 });
    const { body: far } = await add({ amount: 5.19 });
    expect([near.difference, near.differs, far.difference, far.differs]).toEqual([-0.02, false, -0.03, true]);
    expect(await items()).toContain(far.id);
    expect(await items()).not.toContain(near.id);
    const item = (await all({ kind: 'payout_difference' }))
      .flatMap((kind) => kind.items)
      .find(({ subject }) => subject.startsWith(far.id));
    // Roles that see no costs have the subject.
    expect(item?.subject).toMatch(new RegExp(`^${far.id} [0-9a-f]{16}$`));
    expect(item?.words).toBe(
      `The payout of ${far.day} differs from what the ledger expects for ${far.from} to ${far.to}.`,
    );
    expect((await aside('payout_difference', item?.subject ?? '', 'A fee of the bank')).status).toBe(200);
    expect(await items()).not.toContain(far.id);
    // Another difference returns.
    await store.admin.call('PUT /api/admin/finances/payouts/{id}', {
      params: { id: far.id },
      body: input({ amount: 9 }),
    });
    expect(await items()).toContain(far.id);
  });

  test('D-98: a period that is not over is no difference yet; the daily comparison finds it, and repeats change nothing', async () => {
    await paidOrder(store);
    const { body } = await add({ amount: 9, from: today(), to: today() });
    expect(body).toMatchObject({ difference: expect.closeTo(6.39, 5), differs: false });
    await nextDays();
    const find = async () => (await list()).find(({ id }) => id === body.id);
    await store.app.jobHandlers.read_payouts_daily({});
    const found = await find();
    expect(found).toMatchObject({ differs: true });
    await store.app.jobHandlers.read_payouts_daily({});
    await store.drain();
    expect(await find()).toEqual(found);
    expect((await store.admin.call('GET /api/admin/finances/payouts/summary', {})).gateways).toEqual([]);
  });
});

test.each(['mpgs', 'by_hand'])('D-98: the entries of a period are found by an index, at %s', async (gateway) => {
  const { database } = store.db;
  const plans: string[] = [];
  const days = { fromDay: today(-1), toDay: today(-1) };
  const rolledBack = database.transaction(async (tx) => {
    // The tables of a test are too small for the planner to prefer any index.
    await tx.execute(sql`set local enable_seqscan = off`);
    const { rows: plan } = await tx.execute(sql`explain ${expectedSql(gateway, days)}`);
    plans.push(JSON.stringify(plan));
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  expect(plans[0]).toContain(' payment_events_money ');
  expect(plans[0]).not.toContain('Seq Scan');
});

describe('the calls', () => {
  test('D-98: a typed payout is changed, deleted and restored, with its item and its entries in the audit log', async () => {
    const { body: payout } = await add({ amount: 50, note: 'Of the bank' });
    const params = { id: payout.id };
    expect(await items()).toContain(payout.id);
    const body = input({ amount: 60, note: 'Corrected' });
    const changed = await store.admin.call('PUT /api/admin/finances/payouts/{id}', { params, body });
    expect(changed).toMatchObject({ id: payout.id, amount: 60, note: 'Corrected' });
    await store.admin.call('DELETE /api/admin/finances/payouts/{id}', { params });
    expect((await list()).map(({ id }) => id)).not.toContain(payout.id);
    expect(await items()).not.toContain(payout.id);
    for (const ask of [
      store.admin.ask('DELETE /api/admin/finances/payouts/{id}', { params }),
      store.admin.ask('GET /api/admin/finances/payouts/{id}', { params }),
      store.admin.ask('PUT /api/admin/finances/payouts/{id}', { params, body }),
    ]) {
      expect((await ask).status).toBe(404);
    }
    for (let times = 0; times < 2; times += 1) {
      expect(await store.admin.call('POST /api/admin/finances/payouts/{id}/restore', { params })).toMatchObject({
        id: payout.id,
        amount: 60,
      });
    }
    expect(await items()).toContain(payout.id);
    const entries = await store.admin.call('GET /api/admin/audit', { query: { search: 'payout.' } });
    expect(entries.map(({ action }) => action).slice(0, 4)).toEqual([
      'payout.restored',
      'payout.deleted',
      'payout.changed',
      'payout.added',
    ]);
  });

  test.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: -1 }, 'amount'],
    [{ amount: 0.001 }, 'amount'],
    [{ amount: 5_000_000.01 }, 'amount'],
    [{ currency: 'EUR' }, 'currency'],
    [{ gateway: 'stripe' }, 'gateway'],
    [{ gateway: '' }, 'gateway'],
    [{ day: '2026-02-30' }, 'day'],
    [{ day: '1999-12-31' }, 'day'],
    [{ from: '2026-02-02', to: '2026-02-01' }, 'to'],
    [{ from: '2026-01-01', to: '2026-04-03' }, 'to'],
    [{ note: 'x'.repeat(201) }, 'note'],
    [{ to: undefined }, 'to'],
  ])('D-98: %j is refused with its field', async (change, field) => {
    const { status, body } = await add(change);
    expect([status, body.code, String(body.field)]).toEqual([400, 'invalid_input', expect.stringContaining(field)]);
    expect(body.message).toMatch(/\.$/);
  });

  test('D-98: 92 days are covered; an unknown or wrong ID is 404 or 400', async () => {
    expect((await add({ from: '2026-01-01', to: '2026-04-02' })).status).toBe(200);
    const body = input({});
    const ask = (id: string) => store.admin.ask('PUT /api/admin/finances/payouts/{id}', { params: { id }, body });
    expect((await ask('00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await ask('1')).status).toBe(400);
  });

  test('D-98: viewer and support see no payouts; a key with figures:read reads them, and changes nothing', async () => {
    const { body: payout } = await add({});
    for (const role of ['viewer', 'support'] as const) {
      const account = { email: `${role}@shop.example`, password: 'a password of this role' };
      await proveAgain();
      await store.admin.call('POST /api/admin/admins', { body: { ...account, role } });
      const { token } = await store.visitor.call('POST /api/admin/login', { body: account });
      const client = store.as(token);
      for (const ask of [
        client.ask('GET /api/admin/finances/payouts', { query: {} }),
        client.ask('GET /api/admin/finances/payouts/{id}', { params: { id: payout.id } }),
        client.ask('POST /api/admin/finances/payouts/{id}/export', { params: { id: payout.id } }),
      ]) {
        expect(await ask).toMatchObject({ status: 403, body: { code: 'no_role' } });
      }
      const entries = await client.call('GET /api/admin/audit', { query: { search: 'payout.' } });
      expect(entries.length).toBeGreaterThan(0);
      expect(entries.map(({ details }) => details)).toEqual(entries.map(() => ({})));
    }
    const body = { name: 'Figures', scopes: ['figures:read' as const], expiresInDays: null };
    const { key } = await store.admin.call('POST /api/admin/api-keys', { body });
    const program = store.as(key);
    expect((await program.call('GET /api/admin/finances/payouts', { query: {} })).length).toBeGreaterThan(0);
    expect((await program.ask('DELETE /api/admin/finances/payouts/{id}', { params: { id: payout.id } })).status).toBe(
      403,
    );
  });
});
