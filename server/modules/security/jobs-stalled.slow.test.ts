// What the operator sees of background jobs that have stopped, from the health check to the email.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../../tests/support/program.ts';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { startMailServer, type TestMailServer } from '../../../tests/support/smtp-server.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { startJobSupervisor } from '../../jobs/supervisor.ts';
import { silentLog } from '../../observability/log.ts';

let mailServer: TestMailServer;
let store: TestStore;
let supervisor: Awaited<ReturnType<typeof startJobSupervisor>> | null = null;
beforeEach(async () => {
  mailServer = await startMailServer();
  store = await startStore({ SMTP_URL: mailServer.url, MAIL_FROM: 'shop@example.com' });
});
afterEach(async () => {
  await supervisor?.stop();
  supervisor = null;
  await store.stop();
  await mailServer.stop();
});

const sql = async (text: string) => (await store.db.database.pool.query(text)).rows;
const readyz = async (query = '') => {
  const answer = await store.raw(`/readyz${query}`);
  return { status: answer.status, body: await answer.json() };
};
const alerts = async (type: string) =>
  (await store.admin.call('GET /api/admin/security-alerts', {})).alerts.filter((alert) => alert.type === type);
const actionItems = async () =>
  (await store.admin.call('GET /api/admin/attention', { query: {} })).kinds.filter(
    ({ kind }) => kind === 'jobs_stalled',
  );

const { save } = settingsSteps(() => store);

async function startQueue(): Promise<void> {
  const { jobHandlers, queueStatus, stallObserver } = store.app;
  supervisor = await startJobSupervisor({
    openConnections: store.db.open,
    handlers: jobHandlers,
    schedule: [],
    log: silentLog,
    alone: false,
    status: queueStatus,
    observer: stallObserver,
    limits: { checkEveryMs: 50, restartAfterMs: 300, reportAfterMs: 800 },
  });
}

test('stopped jobs are reported by health check, action item, alert and email, and all of it ends when they run', async () => {
  await save((settings) => {
    settings.support_email = 'owner@shop.example';
  });
  await startQueue();
  await until('jobs run', async () => (await readyz('?jobs=1')).body.jobs === 'running');
  expect(await actionItems()).toEqual([]);

  await sql(`create function refuse_locks() returns trigger language plpgsql as
    $$ begin if new.locked_at is not null then raise 'stopped'; end if; return new; end $$`);
  await sql(`create trigger refuse_locks before update on graphile_worker._private_jobs
    for each row execute function refuse_locks()`);
  await sql("select graphile_worker.add_job('fold_counts', '{}'::json)");

  const stalled = await until('the stall is reported', async () => {
    const answer = await readyz();
    return answer.body.jobs === 'stalled' && answer;
  });
  expect(stalled).toMatchObject({ status: 200, body: { status: 'ready', oldest_due_seconds: expect.any(Number) } });
  expect(await readyz('?jobs=1')).toMatchObject({
    status: 503,
    body: {
      message: 'Background jobs have stopped.',
      jobs: 'stalled',
      oldest_due_seconds: expect.any(Number),
      // The email of the alert may wait, too.
      waiting: expect.any(Number),
    },
  });
  expect(await store.admin.call('GET /api/admin/system', {})).toMatchObject({
    jobs: { state: 'stalled', waiting: expect.any(Number), restarts: expect.any(Number) },
  });
  await until('the action item is there', async () => (await actionItems()).length > 0);
  const [item] = await actionItems();
  expect(item).toMatchObject({ count: 1, may_set_aside: false, items: [{ subject: 'jobs', order_id: null }] });
  expect(item?.items[0]?.words).toMatch(/^Waiting jobs: \d+\. The oldest has been due for \d+ s\./);
  expect(await alerts('jobs_stalled')).toMatchObject([
    {
      severity: 'critical',
      message: expect.stringMatching(/^Background jobs have stopped: 1 job waits, the oldest for \d+ s\./),
    },
  ]);
  expect(mailServer.taken).toEqual([]);

  await sql('drop trigger refuse_locks on graphile_worker._private_jobs');
  await until('jobs run again', async () => (await readyz('?jobs=1')).status === 200);
  await until('the alert is closed', async () => (await alerts('jobs_stalled')).length === 0);
  expect(await actionItems()).toEqual([]);
  expect(await alerts('jobs_resumed')).toMatchObject([{ severity: 'medium' }]);
  await until('the email goes out', () => mailServer.taken.length > 0);
  expect(mailServer.taken).toHaveLength(1);
  expect(mailServer.taken[0]).toMatchObject({ to: ['owner@shop.example'] });
});

test('an alert that a former process left open is closed by the next one whose jobs run', async () => {
  await sql(`insert into alerts (id, type, severity, message, details, raised_at)
    values (gen_random_uuid(), 'jobs_stalled', 'critical', 'Background jobs have stopped.', '{}', now() - interval '7 minutes')`);
  await startQueue();
  await until('the alert is closed', async () => (await alerts('jobs_stalled')).length === 0);
  await until('it is recorded', async () => (await alerts('jobs_resumed')).length > 0);
  const [resumed] = await alerts('jobs_resumed');
  expect(resumed?.message).toContain('They had stopped for about 7 min');
});
