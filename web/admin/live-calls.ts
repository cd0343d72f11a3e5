// The calls whose answers depend on one thing. A live update or an act renews them together.
import type { ReadCall } from './kit/use-api.ts';

/** The lists of orders, with the sizes of the queues. */
const orderListCalls = ['GET /api/orders', 'GET /api/admin/order-counts'] as const satisfies ReadCall[];

/** The orders, in lists and on their pages. */
export const orderCalls = [
  ...orderListCalls,
  'GET /api/orders/{id}',
  'GET /api/orders/{id}/api-orders',
  'GET /api/admin/orders/{id}/timeline',
  'GET /api/admin/orders/{id}/payments',
  'GET /api/admin/orders/{id}/refunds',
  'GET /api/admin/orders/{id}/evidence',
] as const satisfies ReadCall[];

export const customerCalls = [
  'GET /api/admin/customers',
  'GET /api/admin/customers/{email}',
  'GET /api/admin/customers/{email}/orders',
] as const satisfies ReadCall[];

/** Sums over orders. */
export const figureCalls = [
  'GET /api/admin/stats',
  'GET /api/admin/monthly-stats',
  'GET /api/admin/advanced-stats',
  'GET /api/admin/period-stats',
  'GET /api/admin/finances',
  'GET /api/admin/finances/groups',
  'GET /api/admin/finances/tax',
  'GET /api/admin/source-stats',
  ...customerCalls,
] as const satisfies ReadCall[];

/** Everything that a change of an order changes. */
export const allOrderCalls = [...orderCalls, ...figureCalls] as const satisfies ReadCall[];

/** The providers with their services, and what compares them. */
export const providerCalls = [
  'GET /api/admin/providers',
  'GET /api/admin/providers/{id}/services',
  'GET /api/admin/service-changes',
  'GET /api/admin/provider-scores',
] as const satisfies ReadCall[];

/** The reads of the store settings, and of data that depend on them. */
export const settingsCalls = [
  'GET /api/admin/store-settings',
  'GET /api/admin/store-settings/history',
  'GET /api/admin/store-settings/scheduled',
  'GET /api/admin/launch',
  'GET /api/admin/setup',
  'GET /api/admin/texts',
  'GET /api/admin/texts/versions',
  'GET /api/admin/time-zone',
  'GET /api/admin/pauses',
  'GET /api/admin/checkout-pause',
  'GET /api/admin/spending',
  'GET /api/admin/service-changes',
] as const satisfies ReadCall[];

/** Messages of visitors to the support. */
export const messageCalls = [
  'GET /api/admin/contact-messages',
  'GET /api/admin/contact-messages/{id}',
] as const satisfies ReadCall[];

/** Emails of the store. */
export const mailCalls = ['GET /api/admin/mails', 'GET /api/admin/mails/{id}'] as const satisfies ReadCall[];

/** Everything that an email to a customer changes. */
export const sentMailCalls = [
  ...messageCalls,
  ...mailCalls,
  'GET /api/admin/mails/unsent',
  'GET /api/admin/orders/{id}/timeline',
] as const satisfies ReadCall[];
