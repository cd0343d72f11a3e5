// The kinds of emails to buyers, and the states of an email. Without zod: pages use them too.

export const buyerEmailKinds = [
  'order_received',
  'order_paid',
  'order_completed',
  'order_refunded',
  'link_replaced',
  'order_changed',
  'post_hidden',
  'drop_refilling',
  'drop_refilled',
  'drop_refused',
] as const;

export type BuyerEmailKind = (typeof buyerEmailKinds)[number];

/**
 * kept: no SMTP server is configured, so the email is stored only. queued: a job will send it. sending: claimed by a
 * job.
 */
export const emailStates = ['kept', 'queued', 'sending', 'sent', 'failed'] as const;
export type EmailState = (typeof emailStates)[number];
