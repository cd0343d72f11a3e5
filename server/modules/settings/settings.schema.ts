// Tables of settings, providers and the launch attestation.
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import type { SettingsChange, StoreSettings } from '../../../contract/store-settings.ts';
import { at } from '../../database/time-column.ts';

/** Append-only: what the operator decided about the store (D-1), a whole document per version; the highest one counts. */
export const storeSettingsVersions = pgTable(
  'store_settings_versions',
  {
    version: integer('version').primaryKey(),
    settings: jsonb('settings').$type<StoreSettings>().notNull(),
    /** What differs from the version before, shortened, for the history. */
    changes: jsonb('changes').$type<SettingsChange[]>().notNull(),
    /** The admin's e-mail; null for the values that a store starts with. */
    changedBy: text('changed_by'),
    changedAt: at('changed_at').notNull(),
  },
  (t) => [check('store_settings_versions_version', sql`${t.version} > 0`)],
);

/** One row once an admin saved any: what is null still has its first value, from the environment or the sandbox. */
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

/**
 * Where links can be sent, the lowest priority number first. Of `default` only this is here: how it is reached stands in
 * `provider_settings`.
 */
export const providers = pgTable(
  'providers',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    priority: integer('priority').notNull(),
    /** Gets new links. What it has is followed all the same. */
    enabled: boolean('enabled').notNull(),
    apiUrl: text('api_url'),
    /** Encrypted with SECRETS_KEY. */
    apiKeySealed: text('api_key_sealed'),
    likesServiceId: text('likes_service_id').notNull().default(''),
    viewsServiceId: text('views_service_id').notNull().default(''),
    /** Below it the operator is warned; in the provider's currency. */
    lowBalance: numeric('low_balance', { precision: 18, scale: 2 }),
    changedBy: text('changed_by'),
    changedAt: at('changed_at').notNull(),
  },
  (t) => [check('providers_id', sql`${t.id} ~ '^(default|p[0-9]+)$'`)],
);

/** Append-only: an operator stated that the store may open for real money (D-25). */
export const launchAttestations = pgTable('launch_attestations', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** The sentences that were confirmed, as they were shown. */
  statements: text('statements').array().notNull(),
  /** How delivery is made, and which figures are substantiated, in the operator's words. */
  delivery: text('delivery').notNull(),
  figures: text('figures').notNull(),
  attestedBy: text('attested_by').notNull(),
  attestedAt: at('attested_at').notNull(),
});
