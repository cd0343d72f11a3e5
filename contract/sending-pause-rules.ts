// The pause of the sending of one order, which its buyer sets. Pure, without zod: pages load it.

/** How long a pause lasts. */
export const pauseHours = 72;
/** How long the link of an email is valid: longer than any delivery takes. */
export const pauseLinkDays = 30;

export const pauseStates = ['open', 'paused', 'ended'] as const;

/** What the link of an email shows. open: it was not used. ended: its pause is over, or an admin lifted it. */
export type SendingPauseView = {
  order_id: string;
  state: (typeof pauseStates)[number];
  /** ISO 8601 UTC; null unless paused. */
  paused_until: string | null;
};
