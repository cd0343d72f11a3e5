// The result of the last reconciliation of the ledger with the gateway.
import { z } from 'zod';
import { codedMessage } from './coded-message.ts';
import { endpoint } from './endpoint.ts';

const difference = z.object({
  kind: z.enum(['captured', 'refunded', 'currency', 'disputed', 'unknown', 'not_asked']),
  order_id: z.string(),
  gateway_order_id: z.string(),
  /** The values of the ledger and of the gateway, as text. */
  ours: z.string(),
  theirs: z.string(),
});

const report = z.object({
  /** YYYY-MM-DD, in UTC, both included: the days on which the attempts were opened. */
  from: z.string(),
  to: z.string(),
  /** `running` also while it waits for the gateway; `problem` then has the reason. */
  state: z.enum(['running', 'done']),
  problem: z.string().nullable(),
  problem_coded: codedMessage.optional(),
  started_at: z.string(),
  updated_at: z.string(),
  compared: z.number(),
  difference_count: z.number(),
  /** The first 200. */
  differences: z.array(difference),
});

/** The most recently started report; null before the first one. */
export const getReconciliation = endpoint('GET /api/admin/reconciliation', {
  role: 'viewer',
  summary: 'Returns the last reconciliation of the ledger with the gateway, and its differences.',
  output: z.object({ report: report.nullable() }),
});
