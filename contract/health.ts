// Calls for whoever watches the process.
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

/** The database is reachable and migrated; 503 until then. */
export const readyz = endpoint({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  summary: 'Says whether the store can serve.',
  input: {},
  output: z.object({ status: z.literal('ready') }),
  errors: ['unavailable'],
  noStore: true,
});
