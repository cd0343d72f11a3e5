// Health checks.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** The process is alive; says nothing of the database. */
export const healthz = endpoint({
  method: 'GET',
  path: '/healthz',
  access: 'public',
  summary: 'Says that the process is alive.',
  input: {},
  output: z.object({ status: z.literal('ok') }),
  errors: [],
  noStore: true,
});

/** Why the database cannot serve the store. */
export const databaseOutages = ['unreachable', 'read_only', 'disk_full', 'out_of_connections', 'server_error'] as const;

export type DatabaseOutage = (typeof databaseOutages)[number];

/** `off`: this process runs no background jobs (yet). `stalled`: jobs are due, and none is taken for a minute. */
export const queueStates = ['off', 'running', 'stalled'] as const;

/**
 * 503 until the database can be reached and written, with the reason as `database` beside the message. Stalled jobs leave it at
 * 200, because the store still sells and a proxy must not take it out of service; with `jobs=1`, for monitors, they make it 503.
 */
export const readyz = endpoint({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  summary: 'Checks whether the store can serve, and with jobs=1 whether background jobs run.',
  input: { query: z.object({ jobs: z.enum(['0', '1']).optional() }) },
  output: z.object({
    status: z.literal('ready'),
    jobs: z.enum(queueStates),
    /** Of the oldest due job, in whole seconds; only while jobs are stalled. */
    oldest_due_seconds: z.number().optional(),
  }),
  errors: ['unavailable'],
  noStore: true,
});

/** What the admin's System line shows, of the process that answers. */
export const systemStatus = endpoint({
  method: 'GET',
  path: '/api/admin/system',
  access: 'admin',
  summary: 'Returns the state of the background jobs.',
  input: {},
  output: z.object({
    jobs: z.object({
      state: z.enum(queueStates),
      /** Due jobs, counted up to 10,000. */
      waiting: z.number(),
      /** Of the oldest due job. */
      oldest_due_seconds: z.number(),
      /** Jobs that this process runs now. */
      running: z.number(),
      /** How often this process has restarted its queue since it began. */
      restarts: z.number(),
    }),
  }),
  errors: [],
});
