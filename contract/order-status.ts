// The statuses of an order (section 5.1), defined once. Without zod: server and pages share it.

/** In the order in which an order passes through them. */
export const orderStatuses = ['pending', 'paid', 'processing', 'completed', 'failed'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Nothing more happens to an order by itself. */
export const endedStatuses = ['completed', 'failed'] as const satisfies readonly OrderStatus[];
type EndedStatus = (typeof endedStatuses)[number];

export function isEndedStatus(status: OrderStatus): status is EndedStatus {
  return endedStatuses.some((ended) => ended === status);
}

/** Every status that is not an end. */
export const openStatuses = orderStatuses.filter(
  (status): status is Exclude<OrderStatus, EndedStatus> => !isEndedStatus(status),
);

/** What an admin may set by hand, from any status (STATE-1, A-30). Only a payment sets `paid`. */
export const settableStatuses = orderStatuses.filter(
  (status): status is Exclude<OrderStatus, 'paid'> => status !== 'paid',
);
export type SettableStatus = (typeof settableStatuses)[number];
