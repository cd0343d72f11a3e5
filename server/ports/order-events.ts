// THE PORT to other programs that follow orders. Events are written in the transaction that changes the order, so that
// every event happened, and none is left out.
import type { Queryable } from '../database/database.ts';

/** What of an order decides which events there are. */
export type OrderStanding = { id: string; status: string; paidAt: Date | null; refundedCents: number };

export type OrderEvents = {
  /** Owes a delivery to every endpoint that asked for what happened between the two; mostly nothing did. */
  note(at: Queryable, before: OrderStanding, after: OrderStanding): Promise<void>;
};
