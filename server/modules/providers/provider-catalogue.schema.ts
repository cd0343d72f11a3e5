// Tables of what is known of providers: test calls, health, services.
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, jsonb, numeric, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { AnyMessage } from '../../../contract/store-messages.ts';
import { at } from '../../database/time-column.ts';

/** Append-only: test calls of admins to the provider, with their responses. */
export const providerTests = pgTable(
  'provider_tests',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    testedAt: at('tested_at').notNull(),
    /** The admin's email. */
    testedBy: text('tested_by').notNull(),
    action: text('action').notNull(),
    /** Without the API key. */
    parameters: jsonb('parameters').$type<Record<string, string>>().notNull(),
    outcome: text('outcome').$type<'answered' | 'refused' | 'not_sent' | 'lost'>().notNull(),
    httpStatus: smallint('http_status'),
    /** The error of the provider or of the store, or a summary of the response. */
    words: text('words').notNull(),
    wordsCoded: jsonb('words_coded').$type<AnyMessage>(),
  },
  (t) => [check('provider_tests_outcome', sql`${t.outcome} in ('answered', 'refused', 'not_sent', 'lost')`)],
);

/** The last observed funds and catalog of a provider. */
export const providerLooks = pgTable('provider_looks', {
  providerId: text('provider_id').primaryKey(),
  balance: numeric('balance', { precision: 18, scale: 5 }),
  currency: text('currency'),
  balanceAt: at('balance_at'),
  servicesAt: at('services_at'),
  /** Cause of the last failed check. */
  problem: text('problem'),
  problemCoded: jsonb('problem_coded').$type<AnyMessage>(),
  /** The last test call with key and services. It counts only while `checkedWith` matches the present settings. */
  checkState: text('check_state').$type<'passed' | 'key_refused' | 'unreachable' | 'service_missing'>(),
  checkProblem: text('check_problem'),
  checkProblemCoded: jsonb('check_problem_coded').$type<AnyMessage>(),
  checkedAt: at('checked_at'),
  checkedWith: text('checked_with'),
});

/** The current and former services of a provider. */
export const providerServices = pgTable(
  'provider_services',
  {
    providerId: text('provider_id').notNull(),
    serviceId: text('service_id').notNull(),
    name: text('name').notNull(),
    category: text('category').notNull(),
    /** The price of 1,000 units; null when the provider does not return it. */
    ratePerThousand: numeric('rate_per_thousand', { precision: 18, scale: 6 }),
    min: bigint('min', { mode: 'number' }),
    max: bigint('max', { mode: 'number' }),
    refill: boolean('refill'),
    cancel: boolean('cancel'),
    seenAt: at('seen_at').notNull(),
    /** Time since when the service is missing in the catalogue. */
    goneAt: at('gone_at'),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.serviceId] })],
);
