// Every table of every module, for what concerns all of them: names in traces, and the check of the migrations.
import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as analytics from './analytics/analytics.schema.ts';
import * as apiKeys from './api-keys/api-keys.schema.ts';
import * as attention from './attention/attention.schema.ts';
import * as auth from './auth/auth.schema.ts';
import * as contact from './contact/contact.schema.ts';
import * as customers from './customers/customers.schema.ts';
import * as fulfilment from './fulfilment/fulfilment.schema.ts';
import * as limits from './http/limits.schema.ts';
import * as jobs from './jobs/jobs.schema.ts';
import * as mail from './mail/mail.schema.ts';
import * as orders from './orders/orders.schema.ts';
import * as payments from './payments/payments.schema.ts';
import * as presence from './presence/presence.schema.ts';
import * as security from './security/security.schema.ts';
import * as settings from './settings/settings.schema.ts';
import * as store from './store/store.schema.ts';
import * as visitors from './visitors/visitors.schema.ts';
import * as webhooks from './webhooks/webhooks.schema.ts';

const modules = [
  analytics,
  apiKeys,
  attention,
  auth,
  contact,
  customers,
  fulfilment,
  limits,
  jobs,
  mail,
  orders,
  payments,
  presence,
  security,
  settings,
  store,
  visitors,
  webhooks,
];

export const allTables: readonly PgTable[] = modules.flatMap((module) =>
  Object.values(module).filter((one) => is(one, PgTable)),
);
