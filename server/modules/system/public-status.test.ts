// /statusz: what is public, for the price of a few queries every five seconds.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { type PublicFacts, readStatus } from './public-status.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const { save } = settingsSteps(() => store);
const sql = (text: string) => store.db.database.pool.query(text);
const pause = (paused: boolean) => save(({ selling }) => selling && Object.assign(selling.Views, { paused }));
async function read() {
  store.advance(5_001);
  return store.visitor.call('GET /statusz', {});
}

test('shows nothing but the status, what is on sale, the provider and the last delivery', async () => {
  const status = await read();
  expect(Object.keys(status).sort()).toEqual(['checkedAt', 'lastDeliveryAt', 'provider', 'selling', 'status']);
  expect(status).toMatchObject({
    status: 'ok',
    selling: { Likes: 'selling', Views: 'selling' },
    provider: 'unknown',
    lastDeliveryAt: null,
  });
});

test('a paused category, and a paused checkout, do not sell', async () => {
  await pause(true);
  expect(await read()).toMatchObject({ status: 'ok', selling: { Likes: 'selling', Views: 'paused' } });
  await pause(false);
  await store.admin.call('PUT /api/admin/checkout-pause', { body: { paused: true } });
  expect(await read()).toMatchObject({ status: 'ok', selling: { Likes: 'paused', Views: 'paused' } });
  await store.admin.call('PUT /api/admin/checkout-pause', { body: { paused: false } });
});

test('is degraded while jobs stand still, and while no provider responds', async () => {
  store.app.queueStatus.update({ state: 'stalled' });
  expect(await read()).toMatchObject({ status: 'degraded' });
  store.app.queueStatus.update({ state: 'off' });
  await store.app.jobHandlers.look_at_providers({});
  expect(await read()).toMatchObject({ status: 'ok', provider: 'reachable' });
  await sql("update provider_looks set problem = 'It hangs.'");
  expect(await read()).toMatchObject({ status: 'ok', provider: 'reachable' });
  await sql("update provider_looks set balance_at = balance_at - interval '1 hour'");
  expect(await read()).toMatchObject({ status: 'degraded', provider: 'unreachable' });
});

test('one failed call to the gateway changes nothing; five of the last twenty make it degraded', async () => {
  await sql('update provider_looks set balance_at = now(), problem = null');
  const { callTimes } = store.app.ctx;
  callTimes.begin('gateway')('unavailable');
  expect(await read()).toMatchObject({ status: 'ok' });
  for (let call = 0; call < 4; call += 1) callTimes.begin('gateway')('unavailable');
  expect(await read()).toMatchObject({ status: 'degraded' });
  expect(await store.admin.call('GET /api/admin/system/checks', {})).toMatchObject({
    checks: expect.arrayContaining([expect.objectContaining({ id: 'gateway', level: 'red' })]),
  });
  store.advance(16 * 60_000);
  expect(await read()).toMatchObject({ status: 'ok' });
});

test('many requests cost the queries of one', async () => {
  const query = vi.spyOn(store.db.database.pool, 'query');
  // Other parts of the store may query meanwhile.
  const reads = () => query.mock.calls.filter((call) => JSON.stringify(call).includes('completed_at')).length;
  const startedMs = performance.now();
  await read();
  expect(reads()).toBe(1);
  await Promise.all(Array.from({ length: 50 }, () => store.visitor.call('GET /statusz', {})));
  // One more for each five seconds that a busy machine took.
  expect(reads()).toBeLessThanOrEqual(1 + Math.floor((performance.now() - startedMs) / 5_000));
  query.mockRestore();
});

const facts: PublicFacts = {
  isPaused: { Likes: false, Views: true },
  provider: 'reachable',
  isGatewayDown: false,
  lastDeliveryAt: new Date('2026-03-01T10:07:59.123Z'),
};
const clock = { now: () => new Date('2026-03-01T12:00:00Z') };

test('answers while the database is away: down, with the last facts, and without a query', async () => {
  let hasOutage = false;
  let nowMs = clock.now().getTime();
  const readFacts = vi.fn(async () => facts);
  const { databaseHealth } = store.app.ctx;
  const outage = { since: clock.now(), reason: 'disk_full' as const };
  const ctx = {
    ...store.app.ctx,
    clock: { now: () => new Date(nowMs) },
    databaseHealth: { ...databaseHealth, outage: () => (hasOutage ? outage : null) },
  };
  const status = () => readStatus(ctx, readFacts);
  expect(await status()).toMatchObject({ status: 'ok', lastDeliveryAt: '2026-03-01T10:07:00.000Z' });
  hasOutage = true;
  nowMs += 60_000;
  expect(await status()).toEqual({
    status: 'down',
    selling: { Likes: 'selling', Views: 'paused' },
    provider: 'reachable',
    lastDeliveryAt: '2026-03-01T10:07:00.000Z',
    checkedAt: '2026-03-01T12:01:00.000Z',
  });
  expect(readFacts).toHaveBeenCalledTimes(1);
});

test('a database that fails or hangs is down, too, and is read once in five seconds', async () => {
  const failing = vi.fn(() => Promise.reject(new Error('no connection')));
  const ctx = { ...store.app.ctx, clock };
  const status = () => readStatus(ctx, failing);
  for (const answer of [await status(), await status()]) {
    expect(answer).toMatchObject({ status: 'down', selling: null, provider: 'unknown', lastDeliveryAt: null });
  }
  expect(failing).toHaveBeenCalledTimes(1);
  const hanging = readStatus({ ...store.app.ctx, clock }, () => new Promise(() => {}), 1);
  expect(await hanging).toMatchObject({ status: 'down' });
});
