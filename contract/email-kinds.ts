// The kinds of emails to buyers, and the states of an email. Without zod: pages use them too.

export const buyerEmailKinds = [
  'order_received',
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

/** All that leave automatically and have a preview: also the acknowledgement of a message to the support. */
export const previewedEmailKinds = [...buyerEmailKinds, 'contact_received'] as const;
export type PreviewedEmailKind = (typeof previewedEmailKinds)[number];

/** Those that an operator may switch off: the others are owed to the buyer, or protect an order. */
export const switchableEmailKinds = [
  'delivery_started',
  'part_missing',
  'dispute_received',
  'contact_received',
] as const satisfies readonly PreviewedEmailKind[];
type SwitchableEmailKind = (typeof switchableEmailKinds)[number];
export type EmailSwitches = Readonly<Record<SwitchableEmailKind, boolean>>;

export function isSwitchable(kind: string): kind is SwitchableEmailKind {
  return switchableEmailKinds.some((one) => one === kind);
}

/**
 * kept: no SMTP server is configured, so the email is stored only. queued: a job will send it. sending: claimed by a
 * job.
 */
export const emailStates = ['kept', 'queued', 'sending', 'sent', 'failed'] as const;
export type EmailState = (typeof emailStates)[number];
