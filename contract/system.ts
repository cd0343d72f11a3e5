// Calls of the System page: the state of each part of the store, its failed jobs, its backups, and the heartbeat: a regular
// ping to a monitor that alerts when it stays away.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { codedMessage, success } from './shared-schemas.ts';
import { heartbeatMinutes, systemChecks, systemLevels } from './system-rules.ts';

/** Measured beside the judged value. A part has those of its subject. */
const facts = z
  .object({
    size_bytes: z.number(),
    free_bytes: z.number(),
    /** Due jobs, counted up to 10,000. */
    waiting: z.number(),
    running: z.number(),
    p50_ms: z.number(),
    p95_ms: z.number(),
    /** Of the last day. */
    calls: z.number(),
    unsent: z.number(),
    interval_minutes: z.number(),
    version: z.string(),
    /** When the version of the database was released, YYYY-MM-DD; missing where this version of the store does not know it. */
    released_on: z.string(),
    /** The last day with security updates of this version. */
    ends_on: z.string(),
    /** A newer minor version of the database. */
    newest_version: z.string(),
    newest_released_on: z.string(),
  })
  .partial();

/** One part of the store, judged by `systemRules`. */
const systemCheck = z.object({
  id: z.enum(systemChecks),
  level: z.enum(systemLevels),
  /** off: not set up. unmeasured: no value yet, or it cannot be read now. */
  state: z.enum(['measured', 'unmeasured', 'off']),
  /** In the unit of its rule. */
  value: z.number().nullable(),
  /** When it last happened: a backup, its check, a sent email, a ping. ISO 8601 UTC. */
  at: z.string().nullable(),
  /** The error of the last failure. */
  problem: z.string().nullable(),
  problem_coded: codedMessage.optional(),
  facts,
});

/** Each part is read on its own: one that fails or hangs is unmeasured. Version and start are of the responding process. */
export const readSystem = endpoint('GET /api/admin/system/checks', {
  role: 'viewer',
  summary: 'Returns the state of each part of the store, and the failed jobs.',
  output: z.object({
    version: z.string(),
    started_at: z.string(),
    checked_at: z.string(),
    /** The most urgent of all parts. */
    level: z.enum(systemLevels),
    checks: z.array(systemCheck),
    /** The newest 20. */
    dead_jobs: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        order_id: z.string().nullable(),
        at: z.string(),
        error: z.string(),
      }),
    ),
  }),
});

/** Only an abandoned job. Its work is never done. */
export const deleteJob = endpoint('DELETE /api/admin/jobs/{id}', {
  role: 'manager',
  stepUp: { neverBecause: 'the audit log keeps the job, and sweepers find unfinished orders again' },
  summary: 'Deletes a failed job.',
  input: { params: z.object({ id: z.string().regex(/^\d{1,18}$/) }) },
  output: success,
  errors: ['not_found'],
});

/** Null: no heartbeat is set. Times in ISO 8601 UTC. */
const heartbeat = z
  .object({
    /** The host of the URL. No response contains the URL itself. */
    masked_url: z.string(),
    interval_minutes: z.number(),
    /** Of the last ping; null before the first one. */
    tried_at: z.string().nullable(),
    succeeded_at: z.string().nullable(),
    /** The HTTP status of the last response; null without one. */
    last_status: z.number().nullable(),
    /** Why the last ping failed; null after a success. */
    problem: z.string().nullable(),
    problem_coded: codedMessage.optional(),
    /** Failed pings in a row. */
    failures: z.number(),
  })
  .nullable();

export const getHeartbeat = endpoint('GET /api/admin/heartbeat', {
  role: 'owner',
  summary: 'Returns the heartbeat and its last response.',
  output: z.object({ heartbeat }),
});

/**
 * Sends a ping at once. Without `url`, or with `masked_url` as it, the saved one stays. The URL must be public and https,
 * except the local machine of a sandbox store.
 */
export const setHeartbeat = endpoint('PUT /api/admin/heartbeat', {
  role: 'owner',
  stepUp: true,
  summary: 'Sets the URL and the interval of the heartbeat.',
  input: {
    body: z.object({
      url: z.string().trim().min(1).max(2_000).optional(),
      interval_minutes: z.number().int().min(heartbeatMinutes.least).max(heartbeatMinutes.most),
    }),
  },
  output: z.object({ heartbeat }),
  errors: ['invalid_input'],
});

/** Without a heartbeat, nothing happens. */
export const removeHeartbeat = endpoint('DELETE /api/admin/heartbeat', {
  role: 'owner',
  stepUp: true,
  summary: 'Switches the heartbeat off.',
  output: z.object({ heartbeat }),
});

/** Newest first, from the backup folder of the responding process. */
export const listBackups = endpoint('GET /api/admin/backups', {
  role: 'viewer',
  summary: 'Lists the backups.',
  output: z.object({
    /** False while no folder is set; no backup can then be created. */
    configured: z.boolean(),
    backups: z.array(z.object({ name: z.string(), size_bytes: z.number(), made_at: z.string() })),
  }),
});

/** Starts in the background. Concurrent requests create one backup. */
export const makeBackup = endpoint('POST /api/admin/backups', {
  role: 'manager',
  stepUp: { neverBecause: 'the file stays on the machine' },
  summary: 'Starts a backup.',
  output: z.object({ status: z.literal('success') }),
  errors: ['conflict'],
});
