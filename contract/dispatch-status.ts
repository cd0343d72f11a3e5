// The states of a dispatch and of delivery requests. Without zod: used by server and pages.

/**
 * Of one post link. sending: claimed, the call may be running. sent: placed at the provider. failed: refused, or never
 * sent. unknown: no response, or one that decides nothing. waiting: sent later.
 */
export const dispatchStates = ['sending', 'sent', 'failed', 'unknown', 'waiting'] as const;
export type DispatchState = (typeof dispatchStates)[number];

/** The result of the call is unknown. */
export const unsettledDispatchStates = ['sending', 'unknown'] as const satisfies readonly DispatchState[];
/** Placed at a provider, or possibly placed. */
export const placedDispatchStates = ['sending', 'sent', 'unknown'] as const satisfies readonly DispatchState[];
/** Not at a provider: the link can be claimed. */
export const claimableDispatchStates = ['failed', 'waiting'] as const satisfies readonly DispatchState[];

/** A refill or a cancellation that an admin requests from the provider. */
export const deliveryRequestKinds = ['refill', 'cancel'] as const;
export type DeliveryRequestKind = (typeof deliveryRequestKinds)[number];

/**
 * asking: the call is running. accepted: by the provider. done, rejected: the outcome. refused: not accepted. unknown: no
 * response, or one that decides nothing.
 */
export const deliveryRequestStates = ['asking', 'accepted', 'done', 'rejected', 'refused', 'unknown'] as const;
export type DeliveryRequestState = (typeof deliveryRequestStates)[number];

export const openRequestStates = ['asking', 'accepted'] as const satisfies readonly DeliveryRequestState[];
/** Ended without a confirmed effect. */
export const failedRequestStates = [
  'rejected',
  'refused',
  'unknown',
] as const satisfies readonly DeliveryRequestState[];

/** The resolution of the undelivered part of a link. */
export const shortfalls = ['refilled', 'refunded', 'dismissed'] as const;
export type Shortfall = (typeof shortfalls)[number];
