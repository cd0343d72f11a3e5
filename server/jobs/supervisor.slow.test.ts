// The job queue under faults of single queries: it goes on by itself, runs nothing twice at once, and says when it cannot.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { faultyConnections, type QueryFault } from '../../tests/support/faulty-queries.ts';
import { jobHandlers } from '../../tests/support/job-handlers.ts';
import { silentLog } from '../observability/log.ts';
import { createQueue, createQueueStatus } from './queue.ts';
import { type JobSupervisor, type SupervisorOptions, startJobSupervisor } from './supervisor.ts';

let db: TestDatabase;
let supervisor: JobSupervisor | null = null;
const queue = createQueue();
const status = createQueueStatus();
beforeEach(async () => {
  db = await freshDatabase();
});
afterEach(async () => {
  await supervisor?.stop();
  supervisor = null;
  await db.drop();
});

const completion = /delete from .*_private_jobs/s;
const failure = /last_error = /;
const getJob = /locked_at = now\(\)\s+from j/;
const quick = { checkEveryMs: 50, restartAfterMs: 400, reportAfterMs: 1_200, busyAfterMs: 1_500 };

async function start(
  settle: (payload: { gatewayOrderId: string }) => Promise<void>,
  faultOf: (text: string) => QueryFault = () => null,
  more: Partial<SupervisorOptions> = {},
): Promise<void> {
  supervisor = await startJobSupervisor({
    openConnections: faultyConnections(db, faultOf),
    handlers: jobHandlers(settle),
    schedule: [],
    log: silentLog,
    alone: false,
    status,
    limits: quick,
    ...more,
  });
}

const enqueue = (id: string) => queue.enqueue(db.database.db, 'settle_payment', { gatewayOrderId: id }, { key: id });
const sql = async (text: string) => (await db.database.pool.query(text)).rows;
const left = () => sql('select attempts, locked_by from graphile_worker.jobs');
const until = (check: () => void | Promise<void>, ms = 15_000) => vi.waitFor(check, { timeout: ms, interval: 20 });

describe('a completion that fails', () => {
  test.each([
    ['done', completion, async () => {}, []],
    ['failed', failure, () => Promise.reject(new Error('not now')), [{ attempts: 1, locked_by: null }]],
  ] as const)('a job that was %s runs again, and the next ones too', async (_how, recorded, work, end) => {
    const ran = vi.fn<() => Promise<void>>(work);
    let faults = 0;
    await start(ran, (text) => (ran.mock.calls.length === 1 && recorded.test(text) && ++faults > 0 ? 'fail' : null));
    await enqueue('one');
    await until(() => expect(ran).toHaveBeenCalledTimes(2));
    await until(async () => expect(await left()).toEqual(end));
    expect(faults).toBe(1);
  });

  test('two completions that fail at the same moment do not stop the queue', async () => {
    const release: (() => void)[] = [];
    let faults = 0;
    const ran: string[] = [];
    const settle = async ({ gatewayOrderId }: { gatewayOrderId: string }) => {
      ran.push(gatewayOrderId);
      if (ran.length <= 2) await new Promise<void>((resolve) => release.push(resolve));
    };
    await start(settle, (text) => (completion.test(text) && faults < 2 && ++faults > 0 ? 'fail' : null));
    await enqueue('one');
    await enqueue('two');
    await until(() => expect(release).toHaveLength(2));
    for (const finish of release) finish();
    await until(() => expect(faults).toBe(2));
    await enqueue('three');
    await until(async () => expect(await left()).toEqual([]));
    const timesOf = (id: string) => ran.filter((one) => one === id).length;
    expect(timesOf('one')).toBeGreaterThanOrEqual(2);
    expect(timesOf('two')).toBeGreaterThanOrEqual(2);
    // It may have been taken by the runner that was about to be replaced.
    expect(timesOf('three')).toBeGreaterThanOrEqual(1);
  });

  test('a completion without an answer does not stop the queue', async () => {
    const ran = vi.fn(async () => {});
    let hung = 0;
    await start(ran, (text) => (completion.test(text) && ++hung === 1 ? 'hang' : null));
    await enqueue('one');
    await until(() => expect(ran).toHaveBeenCalledTimes(2));
    await enqueue('two');
    await until(async () => expect(await left()).toEqual([]));
  });
});

describe('a lock without its job', () => {
  test('an answer to "get job" that is lost: the job is freed and done', async () => {
    const ran = vi.fn(async () => {});
    let lost = 0;
    const open = faultyConnections(db, (text) =>
      getJob.test(text) && lost === 1 && ++lost > 1 ? 'lose_answer' : null,
    );
    await start(ran, undefined, { openConnections: open });
    lost = 1;
    await enqueue('one');
    await until(() => expect(ran).toHaveBeenCalledOnce());
    await until(async () => expect(await left()).toEqual([]));
    expect(lost).toBe(2);
  });

  test('a lock of a runner that was replaced, taken by a late query, is freed', async () => {
    const ran = vi.fn(async () => {});
    let faults = 0;
    await start(ran, (text) => (completion.test(text) && ++faults === 1 ? 'fail' : null));
    const [holder] = await sql('select worker_id from worker_heartbeats');
    await enqueue('one');
    await until(() => expect(ran).toHaveBeenCalledTimes(2));
    await until(async () => expect(await left()).toEqual([]));
    await queue.enqueue(db.database.db, 'settle_payment', { gatewayOrderId: 'late' }, { key: 'late', delaySeconds: 1 });
    await db.database.pool.query('update graphile_worker._private_jobs set locked_by = $1, locked_at = now()', [
      holder?.worker_id,
    ]);
    await until(() => expect(ran).toHaveBeenCalledTimes(3));
  });
});

test('a job that still runs when its runner is replaced is not started a second time before it ended', async () => {
  let finish = () => {};
  let atOnce = 0;
  let mostAtOnce = 0;
  const settle = vi.fn(async ({ gatewayOrderId }: { gatewayOrderId: string }) => {
    if (gatewayOrderId !== 'long') return;
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    if (settle.mock.calls.filter(([{ gatewayOrderId: id }]) => id === 'long').length === 1) {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    }
    atOnce -= 1;
  });
  let faults = 0;
  await start(settle, (text) => (completion.test(text) && ++faults === 1 ? 'fail' : null));
  await enqueue('long');
  await until(() => expect(settle).toHaveBeenCalledOnce());
  await enqueue('fault');
  // The runner is replaced while the long job goes on; the other one is done by the next runner.
  await until(() =>
    expect(settle.mock.calls.filter(([{ gatewayOrderId }]) => gatewayOrderId === 'fault')).toHaveLength(2),
  );
  await until(async () => expect((await left()).length).toBe(1));
  finish();
  await until(async () => expect(await left()).toEqual([]));
  expect(mostAtOnce).toBe(1);
});

describe('a queue that cannot take any job', () => {
  const stop = `create function refuse_locks() returns trigger language plpgsql as
      $$ begin if new.locked_at is not null then raise 'stopped'; end if; return new; end $$;
    create trigger refuse_locks before update on graphile_worker._private_jobs for each row execute function refuse_locks()`;

  test('is restarted, reported, and reported as running once it can again', async () => {
    const seen: string[] = [];
    const observer = {
      stalled: async () => void seen.push('stalled'),
      resumed: async () => void seen.push('resumed'),
    };
    const ran = vi.fn(async () => {});
    await start(ran, undefined, { observer });
    await until(() => expect(seen).toEqual(['resumed']));
    await db.database.pool.query(stop);
    await enqueue('one');
    await until(() => expect(status.read()).toMatchObject({ state: 'stalled', waiting: 1 }));
    expect(status.read().restarts).toBeGreaterThanOrEqual(1);
    const recorded = () => sql('select from worker_heartbeats where stalled_since is not null and waiting = 1');
    await until(async () => expect((await recorded()).length).toBeGreaterThan(0));
    await db.database.pool.query('drop trigger refuse_locks on graphile_worker._private_jobs');
    await until(() => expect(ran).toHaveBeenCalledOnce());
    await until(() => expect(status.read()).toMatchObject({ state: 'running', waiting: 0 }));
    await until(() => expect(seen).toEqual(['resumed', 'stalled', 'resumed']));
    await until(async () =>
      expect(await sql('select from worker_heartbeats where stalled_since is not null')).toEqual([]),
    );
  });

  test('gives the process up once three restarts did not help, and not before the operator was notified', async () => {
    const events: string[] = [];
    await db.database.pool.query(stop);
    await enqueue('one');
    await start(async () => {}, undefined, {
      observer: { stalled: async () => void events.push('stalled'), resumed: async () => {} },
      limits: { ...quick, hopelessAfterMs: 300 },
      onHopeless: () => void events.push('hopeless'),
    });
    await until(() => expect(events).toContain('hopeless'));
    expect(events.slice(0, 2)).toEqual(['stalled', 'hopeless']);
  });

  test('a table that cannot be read while the database takes writes counts as standing still', async () => {
    await start(async () => {});
    await enqueue('one');
    await until(async () => expect(await left()).toEqual([]));
    await db.database.pool.query('alter table graphile_worker._private_jobs rename to hidden_jobs');
    await until(() => expect(status.read().state).toBe('stalled'));
    await db.database.pool.query('alter table graphile_worker.hidden_jobs rename to _private_jobs');
    await until(() => expect(status.read().state).toBe('running'));
  });

  test('a queue that is only busy is not reported', async () => {
    const finish: (() => void)[] = [];
    await start(() => new Promise<void>((resolve) => finish.push(resolve)), undefined, {
      limits: { ...quick, busyAfterMs: 60_000 },
    });
    for (let job = 0; job < 6; job += 1) await enqueue(String(job));
    await until(() => expect(finish).toHaveLength(4));
    let looks = 0;
    const beats = async () => (await sql('select max(beat_at) as at from worker_heartbeats'))[0]?.at;
    for (let last = await beats(); looks < 40; ) {
      const now = await beats();
      if (String(now.getTime()) !== String(last.getTime())) looks += 1;
      last = now;
    }
    expect(status.read()).toMatchObject({ state: 'running', waiting: 2, running: 4 });
    const release = setInterval(() => finish.splice(0).forEach((end) => void end()), 20);
    await until(async () => expect(await left()).toEqual([]));
    clearInterval(release);
  });
});

test('sessions ended at random while jobs run: every job is done, none is left', { timeout: 60_000 }, async () => {
  const done = new Set<string>();
  await start(async ({ gatewayOrderId }) => void done.add(gatewayOrderId));
  for (let round = 0; round < 40; round += 1) {
    for (let job = 0; job < 5; job += 1) await enqueue(`${round} ${job}`);
    await db.database.pool
      .query(`select pg_terminate_backend(pid) from (select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() order by random() limit 2) as some`)
      .catch(() => {});
  }
  await until(async () => {
    expect(await left()).toEqual([]);
    expect(done.size).toBe(200);
  }, 40_000);
});

test('new work does not wait behind a backlog, and the backlog is done in order of age', {
  timeout: 60_000,
}, async () => {
  const order: string[] = [];
  await db.database.pool.query(`select graphile_worker.add_job('settle_payment',
    json_build_object('gatewayOrderId', 'old ' || lpad(n::text, 4, '0')), run_at := now() - (1000 - n) * interval '1 second')
    from generate_series(1, 300) as n`);
  await start(async ({ gatewayOrderId }) => {
    order.push(gatewayOrderId);
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  await until(() => expect(order.length).toBeGreaterThan(20));
  await enqueue('new');
  await until(() => expect(order).toContain('new'));
  expect(order.length).toBeLessThan(250);
  await until(async () => expect(await left()).toEqual([]), 30_000);
  const old = order.filter((id) => id.startsWith('old'));
  const displaced = old.filter((id, at) => Math.abs(at - [...old].sort().indexOf(id)) > 40);
  // While the statement that marks the backlog locks the oldest jobs, a free slot takes the first one it has not reached.
  expect(displaced.length).toBeLessThanOrEqual(3);
});
