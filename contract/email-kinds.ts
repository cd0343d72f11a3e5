// The kinds of emails to buyers, and the states of an email. Without zod: pages use them too.

export const buyerEmailKinds = [
  'order_received',
  'transfer_instructions',
  'order_paid',
  'delivery_started',
  'part_missing',
  'order_completed',
  'order_refunded',
  'dispute_received',
  'link_replaced',
  'link_declined',
  'order_changed',
  'post_hidden',
  'drop_refilling',
  'drop_refilled',
  'drop_refused',
] as const;

export type BuyerEmailKind = (typeof buyerEmailKinds)[number];

/** All automatic emails with a preview, including the acknowledgement of a message and the code for My Orders. */
export const previewedEmailKinds = [...buyerEmailKinds, 'contact_received', 'track_code'] as const;
export type PreviewedEmailKind = (typeof previewedEmailKinds)[number];

/** Unsent emails that one call sends. */
export const mostResent = 200;
/** `counted`: on the System page, and sent together. `listed`: in the inbox and as action items. */
export const unsentDays = { counted: 7, listed: 90 } as const;

/**
 * kept: no SMTP server is configured, so the email is stored only. queued: a job will send it. sending: claimed by a
 * job.
 */
export const emailStates = ['kept', 'queued', 'sending', 'sent', 'failed'] as const;
export type EmailState = (typeof emailStates)[number];
