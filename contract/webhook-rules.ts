// What other programs can be told of. Pure: the dialog, the server and the docs say the same.

export const webhookEvents = ['order.paid', 'order.completed', 'order.refunded'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const webhookEventTitles: Record<WebhookEvent, string> = {
  'order.paid': 'An order was paid',
  'order.completed': 'An order was completed',
  'order.refunded': 'Money of an order was given back',
};

export const longestWebhookUrl = 500;
/** How a signing secret begins (Standard Webhooks). */
export const webhookSecretMark = 'whsec_';

/** waiting: for its first or its next try. sending: claimed. failed: it is not tried again. */
export const webhookDeliveryStates = ['waiting', 'sending', 'delivered', 'failed'] as const;
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number];
