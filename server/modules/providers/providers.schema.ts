// Tables of the providers' settings.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import type { OfferAction, Platform } from '../../../contract/offer-kinds.ts';
import { defaultProviderKind } from '../../../contract/provider-kinds.ts';
import type { ServiceChangeKind } from '../../../contract/providers.ts';
import type { ServiceChangeEnd } from '../../../contract/service-changes.ts';
import type { AnyMessage } from '../../../contract/store-messages.ts';
import { at } from '../../database/columns.ts';

/** One row after the first save. A null column has the value of the environment or the sandbox. */
export const providerSettings = pgTable(
  'provider_settings',
  {
    id: boolean('id').primaryKey().default(true),
    apiUrl: text('api_url'),
    /** Encrypted with SECRETS_KEY. */
    apiKeySealed: text('api_key_sealed'),
    likesServiceId: text('likes_service_id'),
    viewsServiceId: text('views_service_id'),
    changedBy: text('changed_by').notNull(),
    changedAt: at('changed_at').notNull(),
  },
  (t) => [check('provider_settings_one_row', sql`${t.id}`)],
);

/** Where links can be sent, the lowest priority number first. For `default`, `provider_settings` has the connection. */
export const providers = pgTable(
  'providers',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    priority: integer('priority').notNull(),
    /** True: gets new links. Its existing links are tracked in any case. */
    enabled: boolean('enabled').notNull(),
    /** A kind of `contract/provider-kinds.ts`, or one that only a newer version has. */
    kind: text('kind').notNull().default(defaultProviderKind),
    apiUrl: text('api_url'),
    /** Encrypted with SECRETS_KEY. */
    apiKeySealed: text('api_key_sealed'),
    likesServiceId: text('likes_service_id').notNull().default(''),
    viewsServiceId: text('views_service_id').notNull().default(''),
    /** Threshold of the low-balance warning, in the provider's currency. */
    lowBalance: numeric('low_balance', { precision: 18, scale: 2 }),
    changedBy: text('changed_by'),
    changedAt: at('changed_at').notNull(),
  },
  (t) => [check('providers_id', sql`${t.id} ~ '^(default|p[0-9]+)$'`)],
);

/** The service of an offer beside the specified ones at a provider, whose row has the services of those. */
export const offerRoutes = pgTable(
  'offer_routes',
  {
    offerId: text('offer_id').notNull(),
    providerId: text('provider_id').notNull(),
    serviceId: text('service_id').notNull(),
    changedBy: text('changed_by').notNull(),
    changedAt: at('changed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.offerId, t.providerId] })],
);

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
  /** The last balance as received, where it may be two amounts. */
  balanceText: text('balance_text'),
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

/** `rate`: the price of 1,000 units as stored. */
export type ServiceFingerprint = {
  name: string;
  category: string;
  type: string | null;
  rate: string | null;
  min: number | null;
  max: number | null;
  refill: boolean | null;
  cancel: boolean | null;
};

/** The current and former services of a provider. */
export const providerServices = pgTable(
  'provider_services',
  {
    providerId: text('provider_id').notNull(),
    serviceId: text('service_id').notNull(),
    name: text('name').notNull(),
    category: text('category').notNull(),
    /** `Default` takes a link and a quantity. Null when the provider does not return it. */
    type: text('type'),
    /** The price of 1,000 units; null when the provider does not return it. */
    ratePerThousand: numeric('rate_per_thousand', { precision: 18, scale: 6 }),
    min: bigint('min', { mode: 'number' }),
    max: bigint('max', { mode: 'number' }),
    refill: boolean('refill'),
    cancel: boolean('cancel'),
    /** The offer that it could deliver, read from its name with the import of the catalog; both null where it is of no kind, and before. */
    platform: text('platform').$type<Platform>(),
    action: text('action').$type<OfferAction>(),
    /** For the search: comparing with `ilike` takes three times as long. */
    searchText: text('search_text').generatedAlwaysAs(sql`lower(name || ' ' || category)`),
    seenAt: at('seen_at').notNull(),
    /** Time since when the service is missing in the catalogue. */
    goneAt: at('gone_at'),
    /** What the operator chose, or confirmed later. Null: never in use. */
    confirmed: jsonb('confirmed').$type<ServiceFingerprint>(),
    /** It means something else than what the operator confirmed: nothing is sent by it. */
    isHeld: boolean('is_held').generatedAlwaysAs(
      sql`coalesce(
  confirmed ->> 'name' <> name or confirmed ->> 'type' <> type
  or (confirmed ->> 'category' <> category and (confirmed ->> 'rate')::numeric is distinct from rate_per_thousand), false)`,
    ),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.serviceId] }),
    index('provider_services_kind').on(t.providerId, t.platform, t.action),
    // The order of the list: `catalogue.repository.ts`.
    index('provider_services_order').on(
      t.providerId,
      sql`(${t.goneAt} is not null)`,
      sql`coalesce(${t.ratePerThousand}, 1000000000000)`,
      t.serviceId,
    ),
    index('provider_services_held').on(t.providerId, t.serviceId).where(sql`${t.isHeld}`),
  ],
);

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

/** Differences between two catalogs, of the services that the store used at that time. Open until they are settled. */
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
    /** `before` of the first open change that this one continues; null where it continues none. */
    openFrom: text('open_from'),
    /** Null while it is open. */
    settledAt: at('settled_at'),
    settledAs: text('settled_as').$type<ServiceChangeEnd>(),
    /** The admin's email, or null for the store. */
    settledBy: text('settled_by'),
    note: text('note'),
  },
  (t) => [
    index('service_changes_newest').on(t.changedAt),
    index('service_changes_open').on(t.id).where(sql`${t.settledAt} is null`),
    index('service_changes_of_terms').on(t.id).where(sql`${t.kind} not in ('price_up', 'price_down')`),
    index('service_changes_of_service').on(t.providerId, t.serviceId, t.changedAt),
  ],
);
