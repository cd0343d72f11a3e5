// A buyer's request for another link. Pure, without zod: used by server and pages.

/**
 * declined: by an admin, with a reason. ended: the link was sent or replaced otherwise, or the order ended, before an admin
 * decided.
 */
export const linkRequestStates = ['requested', 'accepted', 'declined', 'ended'] as const;
export type LinkRequestState = (typeof linkRequestStates)[number];
