// Calls of the System page: the state of each part of the store, and its failed jobs.
import { z } from 'zod';
import { codedMessage } from './coded-message.ts';
import { endpoint } from './endpoint.ts';
import { success } from './shared-schemas.ts';
import { systemChecks, systemLevels } from './system-rules.ts';

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
