// Every table of every module, for names in traces and the check of the migrations.

import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as store from './database/store.schema.ts';
import * as limits from './http/rate-limits.schema.ts';
import * as jobs from './jobs/jobs.schema.ts';
import * as attention from './modules/action-items/action-items.schema.ts';
import * as analytics from './modules/analytics/analytics.schema.ts';
import * as apiKeys from './modules/api-keys/api-keys.schema.ts';
import * as auth from './modules/auth/auth.schema.ts';
import * as contact from './modules/contact/contact.schema.ts';
import * as customers from './modules/customers/customers.schema.ts';
import * as delivery from './modules/delivery/delivery.schema.ts';
import * as digest from './modules/digest/digest.schema.ts';
import * as deliveryMarks from './modules/dispatch/delivery-marks.schema.ts';
import * as dispatch from './modules/dispatch/dispatch.schema.ts';
import * as mail from './modules/email/email.schema.ts';
import * as currencyRates from './modules/finances/currency-rates.schema.ts';
import * as financeDays from './modules/finances/finance-days.schema.ts';
import * as otherCosts from './modules/finances/other-costs.schema.ts';
import * as taxDays from './modules/finances/tax-days.schema.ts';
import * as taxRates from './modules/finances/tax-rates.schema.ts';
import * as incomingEmail from './modules/incoming-email/incoming-email.schema.ts';
import * as infrastructure from './modules/infrastructure/infrastructure.schema.ts';
import * as notifications from './modules/notifications/notifications.schema.ts';
import * as orders from './modules/orders/orders.schema.ts';
import * as paymentMethods from './modules/payment-methods/payment-methods.schema.ts';
import * as cardDeclines from './modules/payments/card-declines.schema.ts';
import * as paymentFees from './modules/payments/payment-fees.schema.ts';
import * as payments from './modules/payments/payments.schema.ts';
import * as payouts from './modules/payments/payouts.schema.ts';
import * as presence from './modules/presence/presence.schema.ts';
import * as providers from './modules/providers/providers.schema.ts';
import * as security from './modules/security/security.schema.ts';
import * as settings from './modules/settings/settings.schema.ts';
import * as spending from './modules/spending/spending.schema.ts';
import * as system from './modules/system/system.schema.ts';
import * as tracking from './modules/tracking/tracking.schema.ts';
import * as transfers from './modules/transfers/transfers.schema.ts';
import * as visitors from './modules/visitors/visitors.schema.ts';
import * as webhooks from './modules/webhooks/webhooks.schema.ts';

const modules = [
  analytics,
  apiKeys,
  attention,
  auth,
  cardDeclines,
  contact,
  customers,
  deliveryMarks,
  delivery,
  digest,
  dispatch,
  financeDays,
  incomingEmail,
  infrastructure,
  limits,
  jobs,
  mail,
  notifications,
  orders,
  currencyRates,
  otherCosts,
  paymentFees,
  paymentMethods,
  payments,
  payouts,
  presence,
  providers,
  security,
  settings,
  store,
  spending,
  system,
  taxDays,
  taxRates,
  tracking,
  transfers,
  visitors,
  webhooks,
];

export const allTables: readonly PgTable[] = modules.flatMap((module) =>
  Object.values(module).filter((one) => is(one, PgTable)),
);
