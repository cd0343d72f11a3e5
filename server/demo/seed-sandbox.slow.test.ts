// Demo orders can be worked with: the sandbox has their payments and their links.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStore, type TestStore } from '../../tests/support/store.ts';
import { fillWithDemo } from './demo.ts';
import { createRandom } from './random.ts';
import { seedSandbox } from './seed-sandbox.ts';

let store: TestStore;
let controls: string;
beforeAll(async () => {
  store = await startStore();
  controls = `${store.url}/sandbox/control`;
  await fillWithDemo({ database: store.db.database, clock: { now: () => new Date() }, random: createRandom(7) });
  await seedSandbox(store.db.database, controls, { hasProvider: true });
});
afterAll(() => store.stop());

async function paidIds(): Promise<string[]> {
  const { rows } = await store.db.database.pool.query(
    "select id from orders where payment_status = 'paid' order by id",
  );
  return rows.map(({ id }) => id);
}

test('every invented payment is known there, as it came; none that did not', async () => {
  const known = (await store.control('/gateway/orders')) as unknown as { id: string; status: string }[];
  expect(known.map(({ id }) => id).sort()).toEqual((await paidIds()).map((id) => `${id}-1`));
  expect(new Set(known.map(({ status }) => status))).toEqual(new Set(['CAPTURED']));
});

test('D-6: an invented payment can be given back; a second seeding changes nothing of it', async () => {
  const [id = ''] = await paidIds();
  const input = { params: { id }, body: { amount: 1, reason: 'The buyer asked for it' } };
  const headers = { 'idempotency-key': 'one dollar back' };
  const { refund } = await store.admin.call('POST /api/admin/orders/{id}/refunds', input, headers);
  expect(refund).toMatchObject({ state: 'refunded', amount: 1 });
  await seedSandbox(store.db.database, controls, { hasProvider: true });
  expect(await store.control(`/gateway/orders/${id}-1`)).toMatchObject({ totalRefundedAmount: 1 });
});

test('a payment that is none is not taken', async () => {
  for (const body of [{}, { orderId: 'x', amountCents: 1.5, at: '2026-01-01' }, { orderId: 'x', amountCents: 1 }]) {
    await expect(store.control('/gateway/adopt', body)).rejects.toThrow('adopt needs orderId, amountCents and at');
  }
});

test('without the provider of the sandbox no link is followed', async () => {
  const following = async () =>
    (await store.db.database.pool.query('select count(*)::int from dispatches where following')).rows[0].count;
  const before = await following();
  await store.db.database.pool.query('update dispatches set following = false');
  await seedSandbox(store.db.database, controls, { hasProvider: false });
  expect(await following()).toBe(0);
  await seedSandbox(store.db.database, controls, { hasProvider: true });
  expect(await following()).toBe(before);
});

describe('the links of demo orders', () => {
  const link = async (status: string) => {
    const { rows } = await store.db.database.pool.query(
      `select d.order_id as id, d.post_link as "postLink", d.provider_order_id as "apiOrderId", d.remains
       from dispatches d join orders o on o.id = d.order_id
       where d.state = 'sent' and d.live_status = $1 and d.refill_id is null order by d.claimed_at desc limit 1`,
      [status],
    );
    return rows[0] as { id: string; postLink: string; apiOrderId: string; remains: number };
  };
  /** After the next round of status checks. */
  const follow = async (seconds: number) => {
    await store.control('/provider/advance', { seconds });
    store.advance(60_000);
    await store.app.jobHandlers.follow_deliveries({});
  };

  test('are followed while they run: nothing is denied, and each has what it had', async () => {
    const before = new Map<string, number>();
    for (const status of ['In progress', 'Pending']) before.set(status, (await link(status)).remains);
    await follow(0);
    const { rows } = await store.db.database.pool.query(
      'select count(*)::int as running, count(d.error)::int as denied from dispatches d where d.following',
    );
    expect(rows[0].running).toBeGreaterThan(5);
    expect(rows[0].denied).toBe(0);
    expect((await link('Pending')).remains).toBe(before.get('Pending'));
    const { remains } = await link('In progress');
    const once = before.get('In progress') ?? 0;
    expect(remains).toBeLessThanOrEqual(once + 1);
    expect(remains).toBeGreaterThan(once * 0.9 - 1);
  });

  test('A-41: take a refill', async () => {
    const { id, ...body } = await link('Completed');
    const { status } = await store.admin.ask('POST /api/admin/orders/{id}/refill-post', { params: { id }, body });
    expect(status).toBe(200);
  });

  test('take a cancellation, which ends them with what is left', async () => {
    const { id, remains, ...body } = await link('In progress');
    const { status } = await store.admin.ask('POST /api/admin/orders/{id}/cancel-post', { params: { id }, body });
    expect(status).toBe(200);
    await follow(60);
    const { rows } = await store.db.database.pool.query(
      'select live_status, remains from dispatches where provider_order_id = $1',
      [body.apiOrderId],
    );
    expect(rows[0].live_status).toBe('Partial');
    expect(rows[0].remains).toBeGreaterThan(remains * 0.9 - 1);
  });

  test('one that is not whole is not taken', async () => {
    const whole = { order: '1', service: '1001', link: 'instagram.com/p/A1/', quantity: 100, at: '2026-01-01' };
    for (const link of [{}, whole, { ...whole, status: 'Completed', link: 'nothing' }]) {
      await expect(store.control('/provider/adopt', { links: [link] })).rejects.toThrow();
    }
  });
});
