// The order statuses. Without zod: used by server and pages.

/** In the order of the lifecycle. */
export const orderStatuses = ['pending', 'paid', 'processing', 'completed', 'failed'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** The status filter of the card "Pending Orders". */
export const pendingOrPaid = 'pending,paid';

/** Ended: nothing more is sent. Only money changes them: a late capture, or a full refund. */
export const endedStatuses = ['completed', 'failed'] as const satisfies readonly OrderStatus[];
type EndedStatus = (typeof endedStatuses)[number];

export function isEndedStatus(status: OrderStatus): status is EndedStatus {
  return endedStatuses.some((ended) => ended === status);
}

/** Every status that is not ended. */
export const openStatuses = orderStatuses.filter(
  (status): status is Exclude<OrderStatus, EndedStatus> => !isEndedStatus(status),
);

/** Statuses that an admin may set from any status. Only a payment, or an undo, sets `paid`. */
export const settableStatuses = orderStatuses.filter(
  (status): status is Exclude<OrderStatus, 'paid'> => status !== 'paid',
);
export type SettableStatus = (typeof settableStatuses)[number];
