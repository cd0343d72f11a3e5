// A machine's clock that is wrong by hours and set right: what is done each minute is done each minute.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { silentLog } from '../observability/log.ts';
import type { JobHandlers } from './handlers.ts';
import { createQueue } from './queue.ts';
import { bringBackFromTheFuture, type JobSupervisor, startJobSupervisor } from './supervisor.ts';

const hourMs = 3_600_000;
let testDatabase: TestDatabase;
let worker: JobSupervisor | undefined;
/** A test that took too long must not turn the clock of the next one. */
let turn = 0;
beforeEach(async () => {
  testDatabase = await freshDatabase();
});
afterEach(async () => {
  turn += 1;
  await worker?.stop();
  worker = undefined;
  vi.useRealTimers();
  await testDatabase.drop();
});

test('D-23: a clock set forward and back by hours stops no schedule', { timeout: 60_000 }, async () => {
  const mine = turn;
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  vi.useFakeTimers({ toFake: ['Date'], now: minute - 100 });
  const swept = vi.fn(async () => {});
  const onJump = vi.fn();
  worker = await startJobSupervisor({
    openConnections: testDatabase.open,
    alone: false,
    limits: { checkEveryMs: 50 },
    log: { ...silentLog, warn: onJump },
    handlers: { sweep_orders: swept } as unknown as JobHandlers,
    schedule: [{ job: 'sweep_orders', pattern: '* * * * *' }],
  });
  /** A minute begins again and again, whenever the schedule looks. */
  const isServedAt = async (beginMs: number) => {
    swept.mockClear();
    while (mine === turn && swept.mock.calls.length === 0) {
      for (const ms of [beginMs - 100, beginMs]) {
        vi.setSystemTime(ms);
        await sleep(200);
      }
    }
  };
  const isSetTo = async (ms: number) => {
    onJump.mockClear();
    vi.setSystemTime(ms);
    while (mine === turn && !onJump.mock.calls.some(([, text]) => String(text) === 'the job queue is restarted'))
      await sleep(20);
  };
  await isServedAt(minute);
  await isSetTo(minute + 3 * hourMs - 100);
  await isServedAt(minute + 3 * hourMs);
  await isSetTo(minute + 60_000 - 100);
  await isServedAt(minute + 60_000);
});

test('a job that was added while the database’s clock ran ahead waits as long as it was to wait, and others are left alone', async () => {
  const queue = createQueue();
  for (const [id, delaySeconds] of [
    ['ahead', 60],
    ['delayed', 7_200],
  ] as const) {
    await queue.enqueue(testDatabase.database.db, 'settle_payment', { gatewayOrderId: id }, { key: id, delaySeconds });
  }
  const { pool } = testDatabase.database;
  await pool.query(`update graphile_worker._private_jobs set created_at = created_at + interval '3 hours',
    run_at = run_at + interval '3 hours' where payload ->> 'gatewayOrderId' = 'ahead'`);
  await bringBackFromTheFuture(testDatabase.database);
  const { rows } = await pool.query(`select payload ->> 'gatewayOrderId' as id,
    round(extract(epoch from run_at - created_at))::int as after, created_at <= now() as known
    from graphile_worker._private_jobs order by id`);
  expect(rows).toEqual([
    { id: 'ahead', after: 60, known: true },
    { id: 'delayed', after: 7_200, known: true },
  ]);
});
