// The context of a demo order: its outcome, and the rows that it leaves.
import type { dispatches } from '../modules/dispatch/dispatch.schema.ts';
import type { orders } from '../modules/orders/orders.schema.ts';
import type { paymentFees } from '../modules/payments/payment-fees.schema.ts';
import type { paymentAttempts, paymentEvents } from '../modules/payments/payments.schema.ts';
import type { alerts, auditLog } from '../modules/security/security.schema.ts';
import type { Random } from './random.ts';

export type OrderRow = typeof orders.$inferInsert & { postLinks: string[] };
export type Rows = {
  orders: OrderRow[];
  attempts: (typeof paymentAttempts.$inferInsert)[];
  fees: (typeof paymentFees.$inferInsert)[];
  events: (typeof paymentEvents.$inferInsert)[];
  dispatches: (typeof dispatches.$inferInsert)[];
  audit: (typeof auditLog.$inferInsert)[];
  alerts: (typeof alerts.$inferInsert)[];
};

/**
 * The intended state of the order; time decides how far it is. waiting: paid, not sent. halfway: its links are in
 * different live states. refused: one link was refused. unknown: the response to one link was lost.
 */
export type Fate =
  | 'abandoned'
  | 'declined'
  | 'waiting'
  | 'halfway'
  | 'delivered'
  | 'refilled'
  | 'partial'
  | 'canceled'
  | 'refused'
  | 'unknown';

export type DemoContext = {
  random: Random;
  /** Nothing happens later. */
  nowMs: number;
  nextProviderOrderId: () => string;
  rows: Rows;
};
