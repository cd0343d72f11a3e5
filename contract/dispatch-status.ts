// The states of a link at a provider (section 5.3) and of requests about it, defined once. Without zod: server and pages share it.

/**
 * Of one post link. sending: claimed, the call may be under way. sent: placed. failed: refused, or never left. unknown: the
 * answer was lost. waiting: sent later.
 */
export const dispatchStates = ['sending', 'sent', 'failed', 'unknown', 'waiting'] as const;
export type DispatchState = (typeof dispatchStates)[number];

/** The result of the call is not known. */
export const unsettledDispatchStates = ['sending', 'unknown'] as const satisfies readonly DispatchState[];
/** At a provider, or maybe at one. */
export const placedDispatchStates = ['sending', 'sent', 'unknown'] as const satisfies readonly DispatchState[];
/** At no provider: the link can be claimed. */
export const claimableDispatchStates = ['failed', 'waiting'] as const satisfies readonly DispatchState[];

/** A refill or a cancel that an admin requests of the provider. */
export const deliveryRequestKinds = ['refill', 'cancel'] as const;
export type DeliveryRequestKind = (typeof deliveryRequestKinds)[number];

/**
 * asking: the call is under way. accepted: the provider took it. done, rejected: its outcome. refused: it was not taken.
 * unknown: the answer was lost.
 */
export const deliveryRequestStates = ['asking', 'accepted', 'done', 'rejected', 'refused', 'unknown'] as const;
export type DeliveryRequestState = (typeof deliveryRequestStates)[number];

export const openRequestStates = ['asking', 'accepted'] as const satisfies readonly DeliveryRequestState[];
/** Ended without what was requested. */
export const failedRequestStates = [
  'rejected',
  'refused',
  'unknown',
] as const satisfies readonly DeliveryRequestState[];

/** What settled the part of a link that was not delivered. */
export const shortfalls = ['refilled', 'refunded', 'dismissed'] as const;
export type Shortfall = (typeof shortfalls)[number];
