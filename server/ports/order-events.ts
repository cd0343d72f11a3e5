// THE PORT to other programs that want to know what became of an order: told in the transaction that changes it, so that
// nothing is told that did not happen, and nothing that happened is left out.
import type { Queryable } from '../database/database.ts';

/** What of an order decides which events there are. */
export type OrderStanding = { id: string; status: string; paidAt: Date | null; refundedCents: number };

export type OrderEvents = {
  /** Owes a delivery to every endpoint that asked for what happened between the two; mostly nothing did. */
  note(at: Queryable, before: OrderStanding, after: OrderStanding): Promise<void>;
};
