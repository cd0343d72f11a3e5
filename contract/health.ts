// Health checks.

import { z } from 'zod';
import { categories } from './category.ts';
import { endpoint } from './endpoint.ts';
import { providerStates, publicStates, sellingStates } from './public-status.ts';

/** Liveness: the process runs. Does not check the database. */
export const healthz = endpoint('GET /healthz', {
  access: 'public',
  summary: 'Returns 200 while the process is alive.',
  output: z.object({ status: z.literal('ok'), version: z.string() }),
  noStore: true,
});

/** Reasons why the database cannot serve the store. */
export const databaseOutages = ['unreachable', 'read_only', 'disk_full', 'out_of_connections', 'server_error'] as const;

export type DatabaseOutage = (typeof databaseOutages)[number];

/** `off`: this process runs no background jobs (yet). `stalled`: jobs are due, and none started for a minute. */
export const queueStates = ['off', 'running', 'stalled'] as const;

/**
 * 503 while the database cannot be reached or written, with the reason as `database` beside the message. Stalled jobs
 * return 200, because the store can still sell and must stay behind its proxy. With `jobs=1`, for monitors, they return
 * 503.
 */
export const readyz = endpoint('GET /readyz', {
  access: 'public',
  summary: 'Checks whether the store can serve, and with jobs=1 whether background jobs run.',
  input: { query: z.object({ jobs: z.enum(['0', '1']).optional() }) },
  output: z.object({
    status: z.literal('ready'),
    jobs: z.enum(queueStates),
    /** Age of the oldest due job, in whole seconds; only while jobs are stalled. */
    oldest_due_seconds: z.number().optional(),
  }),
  errors: ['unavailable'],
  noStore: true,
});

/** The System line of the admin, for the responding process. */
export const systemStatus = endpoint('GET /api/admin/system', {
  role: 'viewer',
  summary: 'Returns the version of the store and the state of the background jobs.',
  output: z.object({
    /** Of the responding process. */
    version: z.string(),
    jobs: z.object({
      state: z.enum(queueStates),
      /** Due jobs, counted up to 10,000. */
      waiting: z.number(),
      /** Age of the oldest due job, in seconds. */
      oldest_due_seconds: z.number(),
      /** Jobs that this process runs now. */
      running: z.number(),
      /** Queue restarts of this process since its start. */
      restarts: z.number(),
    }),
  }),
});

/** Read at most every 5 s, whatever the number of requests. Returns 200 also while the database is away. */
export const statusz = endpoint('GET /statusz', {
  access: 'public',
  summary: 'Returns whether the store sells and delivers, for status pages.',
  output: z.object({
    status: z.enum(publicStates),
    /** Null: not read yet. */
    selling: z.record(z.enum(categories), z.enum(sellingStates)).nullable(),
    provider: z.enum(providerStates),
    /** When a link was last complete, to the minute. */
    lastDeliveryAt: z.string().nullable(),
    checkedAt: z.string(),
  }),
  noStore: true,
});
