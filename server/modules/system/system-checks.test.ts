// The System page: each part turned amber and red by its rule, and the failed jobs.
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SystemCheckId, systemChecks } from '../../../contract/system-rules.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let folder: string;
let store: TestStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'applaud-system-'));
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'shop@example.com' };
  store = await startStore({ BACKUP_DIR: join(folder, 'backups'), ...mail });
});
afterAll(async () => {
  await store.stop();
  await rm(folder, { recursive: true, force: true });
});

const sql = async (text: string, values: unknown[] = []) => (await store.db.database.pool.query(text, values)).rows;
const read = () => store.admin.call('GET /api/admin/system/checks', {});
const checkOf = async (id: SystemCheckId) => (await read()).checks.find((check) => check.id === id);

test('a new store: every part is listed, and what is not measured yet is unknown', async () => {
  const { checks, dead_jobs, started_at, checked_at } = await read();
  expect(checks.map(({ id }) => id)).toEqual([...systemChecks]);
  expect(dead_jobs).toEqual([]);
  expect(Date.parse(started_at)).toBeLessThan(Date.parse(checked_at));
  const levels = Object.fromEntries(checks.map(({ id, level, state }) => [id, `${level} ${state}`]));
  expect(levels).toMatchObject({
    database: 'green measured',
    database_version: expect.stringMatching(/^(green|unknown) measured$/),
    database_growth: 'unknown unmeasured',
    replica: 'unknown off',
    queue: 'unknown unmeasured',
    dead_jobs: 'green measured',
    backup: 'amber measured',
    backup_check: 'unknown unmeasured',
    mail: 'green measured',
    channels: 'unknown off',
    gateway: 'unknown unmeasured',
    provider: 'unknown unmeasured',
    heartbeat: 'unknown off',
  });
});

test('D-113: the version of the database with its days, which warns in live mode only', async () => {
  const [row] = await sql("select current_setting('server_version') as version");
  const check = await checkOf('database_version');
  expect(String(row.version)).toMatch(new RegExp(`^${check?.facts.version}( |$)`));
  expect(check?.level).toMatch(/^(green|unknown)$/);
  expect(check?.facts.ends_on).toMatch(/^20\d\d-\d\d-\d\d$/);
});

test('D-115: Node with the end of its security updates, which a sandbox store states without a warning', async () => {
  store.app.ctx.nodeVersion = '21.7.3';
  expect(await checkOf('node')).toMatchObject({
    level: 'unknown',
    value: expect.any(Number),
    facts: { version: '21.7.3', ends_on: '2024-06-01' },
  });
  const { checks } = await store.admin.call('GET /api/admin/launch', {});
  expect(checks.find(({ id }) => id === 'node')).toMatchObject({
    done: false,
    required: false,
    title: 'Node 21.7.3 has had no security updates since 2024-06-01. Install a newer one (docs/install.md).',
  });
  store.app.ctx.nodeVersion = '99.1.0';
  expect(await checkOf('node')).toMatchObject({ level: 'green', value: 0, facts: { version: '99.1.0' } });
  const launch = await store.admin.call('GET /api/admin/launch', {});
  expect(launch.checks.map(({ id }) => id)).not.toContain('node');
});

test('growth: bytes a day since the oldest sample of the last week', async () => {
  await store.app.jobHandlers.sample_system({});
  expect((await checkOf('database_growth'))?.level).toBe('unknown');
  for (const [gigabytes, level] of [
    [0, 'green'],
    [2.1, 'amber'],
    [10.1, 'red'],
  ] as const) {
    await sql(
      `insert into database_sizes values ((now() at time zone 'UTC')::date - 2, pg_database_size(current_database()) - $1::bigint)
       on conflict (day) do update set bytes = excluded.bytes`,
      [gigabytes * 1e9],
    );
    expect(await checkOf('database_growth')).toMatchObject({ level, facts: { size_bytes: expect.any(Number) } });
  }
});

test('queue: the age of the oldest due job, and a queue that stands still', async () => {
  for (const [state, oldestDueSeconds, level] of [
    ['running', 4, 'green'],
    ['running', 60, 'amber'],
    ['running', 300, 'red'],
    ['stalled', 61, 'red'],
  ] as const) {
    store.app.queueStatus.update({ state, oldestDueSeconds, waiting: 3 });
    expect(await checkOf('queue')).toMatchObject({ level, value: oldestDueSeconds, facts: { waiting: 3 } });
  }
  store.app.queueStatus.update({ state: 'off' });
});

test('backups: a backup of the night is green, an older one amber, and red after two nights', async () => {
  await store.app.jobHandlers.make_backup({});
  expect(await checkOf('backup')).toMatchObject({ level: 'green', facts: { size_bytes: expect.any(Number) } });
  expect(await checkOf('backup_check')).toMatchObject({ level: 'green', problem: null });
  await sql("update backup_checks set problem = 'Its checksum is wrong.'");
  expect(await checkOf('backup_check')).toMatchObject({ level: 'red', problem: 'Its checksum is wrong.' });
  for (const [hours, level] of [
    [51, 'amber'],
    [200, 'red'],
  ] as const) {
    await sql(`update backup_checks set problem = null, checked_at = now() - $1 * interval '1 hour'`, [hours]);
    expect(await checkOf('backup_check')).toMatchObject({ level });
  }
  const old = join(folder, 'backups');
  await rm(old, { recursive: true });
  await mkdir(old);
  const name = join(old, 'applaud-sandbox-20260101T020700Z.gz');
  await writeFile(name, 'x');
  for (const [hours, level] of [
    [27, 'amber'],
    [51, 'red'],
  ] as const) {
    const at = new Date(Date.now() - hours * 3_600_000);
    await utimes(name, at, at);
    expect(await checkOf('backup')).toMatchObject({ level });
  }
});

test('mail: emails that failed, and those whose first attempt did', async () => {
  const body = { name: 'A buyer', email: 'buyer@example.com', subject: 'Hello' };
  const fail = async (count: number, state: string) => {
    for (let n = 0; n < count; n += 1) {
      const message = `Question ${n} of ${count} about an order.`;
      await store.visitor.call('POST /api/contact', { body: { ...body, message } });
    }
    await sql("delete from mails where kind = 'contact_received'");
    await sql(`update mails set state = $1, attempts = 1, last_error = 'Mailbox full'`, [state]);
  };
  await fail(1, 'queued');
  expect(await checkOf('mail')).toMatchObject({ level: 'amber', value: 1, problem: 'Mailbox full' });
  await fail(4, 'failed');
  expect(await checkOf('mail')).toMatchObject({ level: 'red', value: 5 });
  await sql("update mails set state = 'sent', sent_at = now()");
  expect(await checkOf('mail')).toMatchObject({ level: 'green', value: 0, at: expect.any(String) });
});

describe('calls', () => {
  const add = (service: string, bucketMs: number, calls: number) =>
    sql(`insert into call_times values (date_trunc('hour', now()), $1, $2, $3)`, [service, bucketMs, calls]);

  test.each([
    ['gateway', 1_000, 5_000, 15_000],
    ['provider', 2_000, 10_000, 30_000],
  ] as const)(
    'of the %s: their P95 of the last day, which alone is no trouble',
    async (service, fast, slow, slowest) => {
      await sql('delete from call_times');
      await add(service, fast, 4);
      expect(await checkOf(service)).toMatchObject({ state: 'unmeasured', facts: { calls: 4 } });
      await add(service, 50, 96);
      expect(await checkOf(service)).toMatchObject({ level: 'green', facts: { calls: 100, p50_ms: 26 } });
      await add(service, slow, 20);
      await add(service, slowest, 100);
      expect(await checkOf(service)).toMatchObject({ level: 'green', value: expect.any(Number) });
      await sql("update call_times set hour = hour - interval '25 hours'");
      expect(await checkOf(service)).toMatchObject({ state: 'unmeasured', facts: { calls: 0 } });
    },
  );

  test('are counted as they happen, and old ones are deleted', async () => {
    await sql('delete from call_times');
    await store.app.jobHandlers.look_at_providers({});
    expect((await checkOf('provider'))?.facts.calls).toBeGreaterThan(0);
    await sql("update call_times set hour = hour - interval '3 days'");
    await store.app.jobHandlers.purge_expired({});
    expect(await sql('select from call_times')).toEqual([]);
  });
});

test('failed jobs: amber, red from ten on; one is deleted with an entry in the audit log', async () => {
  const fail = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      await sql(
        `select from graphile_worker.add_job('expire_order', '{"orderId": "AAAAAAAAAAAA"}', job_key := $1, run_at := now() + interval '1 day')`,
        [`failed ${count} ${n}`],
      );
    }
    await sql(`update graphile_worker._private_jobs set attempts = max_attempts, last_error = E'It broke\\n at x.ts'
      where key like 'failed %'`);
  };
  await fail(1);
  expect(await checkOf('dead_jobs')).toMatchObject({ level: 'amber', value: 1 });
  await fail(9);
  expect(await checkOf('dead_jobs')).toMatchObject({ level: 'red', value: 10 });
  const [first] = (await read()).dead_jobs;
  expect(first).toMatchObject({ name: 'expire_order', order_id: 'AAAAAAAAAAAA', error: 'It broke' });
  const params = { id: first?.id ?? '' };
  expect((await store.admin.ask('DELETE /api/admin/jobs/{id}', { params })).status).toBe(200);
  expect((await store.admin.ask('DELETE /api/admin/jobs/{id}', { params })).status).toBe(404);
  expect((await read()).dead_jobs).toHaveLength(9);
  expect(await sql("select details ->> 'name' as name from audit_log where action = 'job.deleted'")).toEqual([
    { name: 'expire_order' },
  ]);
});
