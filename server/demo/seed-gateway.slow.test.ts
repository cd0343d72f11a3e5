// What is invented can be worked with: the sandbox's gateway knows the payments of the demo.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStore, type TestStore } from '../../tests/support/store.ts';
import { fillWithDemo } from './demo.ts';
import { createRandom } from './random.ts';
import { introducePayments } from './seed-gateway.ts';

let store: TestStore;
let controls: string;
beforeAll(async () => {
  store = await startStore();
  controls = `${store.url}/sandbox/control`;
  await fillWithDemo({ database: store.db.database, clock: { now: () => new Date() }, random: createRandom(7) });
  await introducePayments(store.db.database, controls);
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

test('D-6: an invented payment can be given back; being introduced again changes nothing of it', async () => {
  const [id = ''] = await paidIds();
  const input = { params: { id }, body: { amount: 1, reason: 'The buyer asked for it' } };
  const headers = { 'idempotency-key': 'one dollar back' };
  const { refund } = await store.admin.call('POST /api/admin/orders/{id}/refunds', input, headers);
  expect(refund).toMatchObject({ state: 'refunded', amount: 1 });
  await introducePayments(store.db.database, controls);
  expect(await store.control(`/gateway/orders/${id}-1`)).toMatchObject({ totalRefundedAmount: 1 });
});

test('a payment that is none is not taken', async () => {
  for (const body of [{}, { orderId: 'x', amountCents: 1.5, at: '2026-01-01' }, { orderId: 'x', amountCents: 1 }]) {
    await expect(store.control('/gateway/adopt', body)).rejects.toThrow('adopt needs orderId, amountCents and at');
  }
});
