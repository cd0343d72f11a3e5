// THE PORT to other programs that follow orders. Events are written in the transaction that changes the order, so that
// every event happened, and none is left out.
import type { Queryable } from '../database/database.ts';

/** The facts of an order that decide which events occur. */
export type OrderStanding = { id: string; status: string; paidAt: Date | null; refundedCents: number };

export type OrderEvents = {
  /** Enqueues a delivery to every endpoint that subscribes to an event between the two states. */
  note(at: Queryable, before: OrderStanding, after: OrderStanding): Promise<void>;
};
