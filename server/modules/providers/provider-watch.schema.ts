// Tables of how providers change over time: whether their API answers, and what they change about services in use.
import { bigint, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ServiceChangeKind } from '../../../contract/providers.ts';
import { at } from '../../database/time-column.ts';

/** Health checks of a provider, by the day (UTC). A refusal is a response. */
export const providerCheckDays = pgTable(
  'provider_check_days',
  {
    day: date('day').notNull(),
    providerId: text('provider_id').notNull(),
    answered: integer('answered').notNull(),
    failed: integer('failed').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.providerId] })],
);

/** Differences between two catalogs, of the services that the store used at that time. */
export const serviceChanges = pgTable(
  'service_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    providerId: text('provider_id').notNull(),
    serviceId: text('service_id').notNull(),
    kind: text('kind').$type<ServiceChangeKind>().notNull(),
    /** A price of 1,000 units, a name, a category or a term; null for a service that left or returned. */
    before: text('before'),
    after: text('after'),
    changedAt: at('changed_at').notNull(),
  },
  (t) => [index('service_changes_newest').on(t.changedAt)],
);
