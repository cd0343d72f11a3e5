// API keys and webhooks: scopes, events, limits, and how long they live. Pure: used by the dialogs, the server and the docs.

export const apiScopes = [
  'orders:read',
  'customers:read',
  'figures:read',
  'orders:write',
  'refunds:write',
  'catalog:write',
] as const;
export type ApiScope = (typeof apiScopes)[number];

/** The description of each scope in the dialog that creates keys. */
export const apiScopeTitles: Record<ApiScope, string> = {
  'orders:read': 'Read orders, their deliveries and their refunds',
  'customers:read': 'Read customers and what they ordered',
  'figures:read': 'Read revenue and the other figures',
  'orders:write': 'Send the links of paid orders, request refills',
  'refunds:write': 'Refund buyers',
  'catalog:write': 'Change offers, their prices and their services',
};

/** The prefix of every key, for secret scanners. */
export const apiKeyMark = 'ak_';
/** Maximum length of a key's name, in characters. */
export const longestKeyName = 60;

/** How long API keys and webhooks live, in days: the limits, and the lifetime where none is named. */
export const accessLifeDays = { least: 1, most: 3650, first: 90 } as const;
/** That many days before the end, an action item announces it. */
export const expiryNoticeDays = 7;

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
