import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { jobHandlers as handlers } from '../../tests/support/job-handlers.ts';
import { silentLog } from '../observability/log.ts';
import type { EnqueueOptions } from '../ports/jobs.ts';
import { listDeadJobs, retryDeadJob } from './dead-jobs.ts';
import { drainJobs } from './handlers.ts';
import { createQueue } from './queue.ts';
import { freeDeadJobs } from './queue-repository.ts';
import { type JobSupervisor, type SupervisorOptions, startJobSupervisor } from './supervisor.ts';

let testDatabase: TestDatabase;
let workers: JobSupervisor[];
const jobs = createQueue();
beforeEach(async () => {
  testDatabase = await freshDatabase();
  workers = [];
});
afterEach(async () => {
  for (const worker of workers) await worker.stop();
  await testDatabase.drop();
});

async function start(
  settle: (payload: { gatewayOrderId: string }) => Promise<void>,
  alone = false,
  openConnections = testDatabase.open,
  more: Partial<SupervisorOptions> = {},
): Promise<JobSupervisor> {
  const worker = await startJobSupervisor({
    openConnections,
    log: silentLog,
    alone,
    schedule: [],
    handlers: handlers(settle),
    ...more,
  });
  workers.push(worker);
  return worker;
}

const enqueue = (id: string, options: Partial<EnqueueOptions> = {}) =>
  jobs.enqueue(testDatabase.database.db, 'settle_payment', { gatewayOrderId: id }, { key: id, ...options });

/** A job that a process was working on when it was killed: locked by a worker that nobody hears of any more. */
async function leaveBehind(id: string): Promise<void> {
  await enqueue(id);
  await testDatabase.database.pool.query(
    "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker of a dead process'",
  );
}

describe('the job queue', () => {
  test('a job of a transaction that is rolled back never runs; one that is committed does', async () => {
    const ran: string[] = [];
    const failing = testDatabase.database.transaction(async (tx) => {
      await jobs.enqueue(tx, 'settle_payment', { gatewayOrderId: 'undone' }, { key: 'undone' });
      throw new Error('undo');
    });
    await expect(failing).rejects.toThrow('undo');
    await testDatabase.database.transaction((tx) =>
      jobs.enqueue(tx, 'settle_payment', { gatewayOrderId: 'done' }, { key: 'done' }),
    );
    await drainJobs(
      testDatabase.database,
      handlers(async ({ gatewayOrderId }) => void ran.push(gatewayOrderId)),
      silentLog,
    );
    expect(ran).toEqual(['done']);
  });

  test('a waiting job under the same key is replaced, not doubled', async () => {
    const ran: string[] = [];
    await enqueue('first', { key: 'one' });
    await enqueue('second', { key: 'one' });
    await drainJobs(
      testDatabase.database,
      handlers(async ({ gatewayOrderId }) => void ran.push(gatewayOrderId)),
      silentLog,
    );
    expect(ran).toEqual(['second']);
  });

  test('a job that fails is kept and tried again later', async () => {
    await enqueue('failing');
    await drainJobs(
      testDatabase.database,
      handlers(() => Promise.reject(new Error('not now'))),
      silentLog,
    );
    const { rows } = await testDatabase.database.pool.query(
      'select attempts, run_at > now() as later from graphile_worker.jobs',
    );
    expect(rows).toEqual([{ attempts: 1, later: true }]);
  });

  test('a job that was replaced while it ran is not given up when it fails: the new one goes on', async () => {
    const { db } = testDatabase.database;
    await enqueue('replaced', { key: 'one' });
    await drainJobs(
      testDatabase.database,
      handlers(async ({ gatewayOrderId }) => {
        if (gatewayOrderId !== 'replaced') return;
        await enqueue('new', { key: 'one', delaySeconds: 3_600 });
        throw new Error('not now');
      }),
      silentLog,
    );
    const { rows } = await testDatabase.database.pool.query<{ id: string; key: string | null }>(
      'select id::text, key from graphile_worker.jobs order by id',
    );
    expect(rows.map(({ key }) => key)).toEqual([null, 'one']);
    expect(await listDeadJobs(db, 10)).toEqual([]);
    expect(await retryDeadJob(db, rows[0]?.id ?? '')).toBe(false);
  });

  test('a running worker takes a job within moments of the commit', async () => {
    const ran = vi.fn(async () => {});
    await start(ran);
    await enqueue('now');
    await expect.poll(() => ran).toHaveBeenCalledOnce();
  });

  test('a stop lets the running job finish', async () => {
    let finish = () => {};
    let finished = false;
    const started = vi.fn(async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      finished = true;
    });
    const worker = await start(started);
    await enqueue('long');
    await expect.poll(() => started).toHaveBeenCalled();
    const stopped = worker.stop();
    finish();
    await stopped;
    expect(finished).toBe(true);
  });
});

describe('the jobs of a process that was killed', () => {
  test('are done at once by a store that is alone on its database', async () => {
    const ran = vi.fn(async () => {});
    await leaveBehind('orphan');
    await start(ran, true);
    await expect.poll(() => ran).toHaveBeenCalledOnce();
  });

  test('are freed by any other process once nothing was heard of it for a minute, and not before', async () => {
    await leaveBehind('orphan');
    const lockedJobs = async () =>
      (await testDatabase.database.pool.query('select from graphile_worker.jobs where locked_at is not null')).rows
        .length;
    await freeDeadJobs(testDatabase.database, 60);
    expect(await lockedJobs()).toBe(1);
    testDatabase.advance(61_000);
    await freeDeadJobs(testDatabase.database, 60);
    expect(await lockedJobs()).toBe(0);
  });

  test('a worker that says that it lives keeps its job, however long it takes', async () => {
    await leaveBehind('long');
    testDatabase.advance(600_000);
    await testDatabase.database.db.execute(
      sql`insert into worker_heartbeats (worker_id, beat_at) values ('worker of a dead process', ${testDatabase.database.now()})`,
    );
    await freeDeadJobs(testDatabase.database, 60);
    const { rows } = await testDatabase.database.pool.query('select locked_by from graphile_worker.jobs');
    expect(rows).toEqual([{ locked_by: 'worker of a dead process' }]);
  });
});

describe('a worker whose job runs for long', () => {
  test('says that it lives under the name that holds the job', async () => {
    let finish = () => {};
    const started = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    await start(started);
    await enqueue('long');
    await expect.poll(() => started).toHaveBeenCalled();
    const { rows } = await testDatabase.database.pool.query(
      `select from graphile_worker.jobs where locked_by in (select worker_id from worker_heartbeats)`,
    );
    finish();
    expect(rows).toHaveLength(1);
  });
});
