// Webhook events and limits. Pure: used by the dialog, the server and the docs.

export const webhookEvents = ['order.paid', 'order.completed', 'order.refunded'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const webhookEventTitles: Record<WebhookEvent, string> = {
  'order.paid': 'An order was paid',
  'order.completed': 'An order was completed',
  'order.refunded': 'An order was refunded',
};

export const longestWebhookUrl = 500;
/** The prefix of a signing secret (Standard Webhooks). */
export const webhookSecretMark = 'whsec_';

/** waiting: for its first attempt or a retry. sending: claimed. failed: no further retries. */
export const webhookDeliveryStates = ['waiting', 'sending', 'delivered', 'failed'] as const;
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number];
