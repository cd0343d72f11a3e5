// Health checks for proxies and monitors, the System page, the heartbeat and the public status.
import { StoreError } from '../../../contract/store-error.ts';
import { listDeadJobs, removeDeadJob } from '../../jobs/dead-jobs.ts';
import { version } from '../../platform/project-root.ts';
import { getAdmin } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { readPublicStatus, readSystemChecks } from '../../workflows/read-system.ts';
import { readHeartbeat, removeHeartbeat, saveHeartbeat } from './heartbeat.ts';
import { levelOfAll } from './system-checks.ts';

const shownJobs = 20;

export const systemRoutes = routes({
  healthz: async () => ({ status: 'ok', version }),

  readyz: async (ctx, { query }) => {
    await ctx.checkReady();
    const { state, oldestDueSeconds, waiting } = ctx.readQueue();
    if (state !== 'stalled') return { status: 'ready', jobs: state };
    const stalled = { jobs: state, oldest_due_seconds: Math.round(oldestDueSeconds) };
    if (query.jobs !== '1') return { status: 'ready', ...stalled };
    throw new StoreError('unavailable', { reason: 'jobs_not_running', body: { ...stalled, waiting } });
  },

  systemStatus: async ({ readQueue }) => {
    const { state, waiting, oldestDueSeconds, running, restarts } = readQueue();
    return {
      version,
      jobs: { state, waiting, oldest_due_seconds: Math.round(oldestDueSeconds), running, restarts },
    };
  },

  readSystem: async (ctx) => {
    const [checks, jobs] = await Promise.all([readSystemChecks(ctx), listDeadJobs(ctx.database.db, shownJobs)]);
    const nowMs = ctx.clock.now().getTime();
    return {
      version,
      started_at: new Date(nowMs - process.uptime() * 1_000).toISOString(),
      checked_at: new Date(nowMs).toISOString(),
      level: levelOfAll(checks),
      checks,
      dead_jobs: jobs.map(({ id, name, orderId, at, error }) => ({
        id,
        name,
        order_id: orderId,
        at: at.toISOString(),
        error,
      })),
    };
  },

  deleteJob: async (ctx, { params }, call) => {
    await ctx.database.transaction(async (tx) => {
      const deleted = await removeDeadJob(tx, params.id);
      if (!deleted) throw new StoreError('not_found', { reason: 'job_unknown' });
      const { id, name, orderId, error } = deleted;
      const entry = { actor: `admin:${getAdmin(call).id}`, action: 'job.deleted', subject: orderId ?? `job ${id}` };
      await ctx.audit.record(tx, { ...entry, details: { job: id, name, error } });
    });
    return { success: true };
  },

  getHeartbeat: readHeartbeat,
  setHeartbeat: (ctx, { body }, call) => saveHeartbeat(ctx, body, getAdmin(call)),
  removeHeartbeat: (ctx, _input, call) => removeHeartbeat(ctx, getAdmin(call)),
  statusz: readPublicStatus,
});
