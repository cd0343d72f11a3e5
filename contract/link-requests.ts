// A buyer's request for another link. Pure, without zod: used by server and pages.

/**
 * declined: an admin declined it with a reason. ended: before an admin decided, the link was sent or replaced with another
 * one, or the order ended.
 */
export const linkRequestStates = ['requested', 'accepted', 'declined', 'ended'] as const;
/** So long after the request the store does not send the old link automatically, unless an admin decides before. */
export const requestHoldHours = 24;

export type LinkRequestState = (typeof linkRequestStates)[number];
