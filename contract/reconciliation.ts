// What the last comparing of the ledger with the gateway found.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const difference = z.object({
  kind: z.enum(['captured', 'refunded', 'currency', 'disputed', 'unknown', 'not_asked']),
  order_id: z.string(),
  gateway_order_id: z.string(),
  /** What the ledger tells and what the gateway shows, in words. */
  ours: z.string(),
  theirs: z.string(),
});

const report = z.object({
  /** YYYY-MM-DD, in UTC, both included: the days on which the attempts were opened. */
  from: z.string(),
  to: z.string(),
  /** running also when it waits for the gateway: then `problem` says why. */
  state: z.enum(['running', 'done']),
  problem: z.string().nullable(),
  started_at: z.string(),
  updated_at: z.string(),
  compared: z.number(),
  difference_count: z.number(),
  /** The first 200. */
  differences: z.array(difference),
});

/** The report that was begun last; null before the first. */
export const getReconciliation = endpoint({
  method: 'GET',
  path: '/api/admin/reconciliation',
  access: 'admin',
  summary: 'The last comparing of the ledger with the gateway, and every difference.',
  input: {},
  output: z.object({ report: report.nullable() }),
  errors: [],
});
