// Endpoints of the System page, the heartbeat and the public status.
import type { PublicStatus } from '../../../contract/public-status.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { Database, Queryable } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { version } from '../../platform/version.ts';
import type { Audit } from '../../ports/audit.ts';
import { adminOf, type Handlers } from '../../request-context.ts';
import type { Heartbeat } from './heartbeat.ts';
import { levelOfAll, type ReadSystemChecks } from './system-checks.ts';

type DeadJob = { id: string; name: string; orderId: string | null; at: Date; error: string };

export type SystemRoutesDeps = {
  database: Database;
  audit: Audit;
  clock: Clock;
  heartbeat: Heartbeat;
  readChecks: ReadSystemChecks;
  readPublicStatus: () => Promise<PublicStatus>;
  listDeadJobs: (limit: number) => Promise<DeadJob[]>;
  /** Null for a job that is unknown or has not failed finally. */
  deleteDeadJob: (tx: Queryable, id: string) => Promise<Omit<DeadJob, 'at'> | null>;
};

const shownJobs = 20;

export function systemRoutes({
  database,
  audit,
  clock,
  heartbeat,
  readChecks,
  readPublicStatus,
  listDeadJobs,
  deleteDeadJob,
}: SystemRoutesDeps): Handlers<
  'readSystem' | 'deleteJob' | 'getHeartbeat' | 'setHeartbeat' | 'removeHeartbeat' | 'statusz'
> {
  return {
    readSystem: async () => {
      const [checks, jobs] = await Promise.all([readChecks(), listDeadJobs(shownJobs)]);
      const nowMs = clock.now().getTime();
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

    deleteJob: async ({ params }, call) => {
      await database.transaction(async (tx) => {
        const deleted = await deleteDeadJob(tx, params.id);
        if (!deleted) throw new StoreError('not_found', { reason: 'job_unknown' });
        const { id, name, orderId, error } = deleted;
        const entry = { actor: `admin:${adminOf(call).id}`, action: 'job.deleted', subject: orderId ?? `job ${id}` };
        await audit.record(tx, { ...entry, details: { job: id, name, error } });
      });
      return { success: true };
    },

    getHeartbeat: () => heartbeat.read(),
    setHeartbeat: ({ body }, call) => heartbeat.save(body, adminOf(call)),
    removeHeartbeat: (_input, call) => heartbeat.remove(adminOf(call)),
    statusz: () => readPublicStatus(),
  };
}
