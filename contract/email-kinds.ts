// The emails that buyers get, and the states of an email. Without zod: pages list them, too.

export const buyerEmailKinds = [
  'order_received',
  'order_paid',
  'order_completed',
  'order_refunded',
  'link_replaced',
] as const;

export type BuyerEmailKind = (typeof buyerEmailKinds)[number];

/** kept: no mail server is configured, the email stays in the store. queued: a job sends it. sending: claimed. */
export const emailStates = ['kept', 'queued', 'sending', 'sent', 'failed'] as const;
export type EmailState = (typeof emailStates)[number];
