// Tables of settings, the accepted terms and the launch attestation.
import { sql } from 'drizzle-orm';
import { bigint, check, customType, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { SettingsChange, StoredSettings } from '../../../contract/store-settings.ts';
import { at } from '../../database/columns.ts';

/** Append-only: the store settings, a whole document per version; the highest one counts. */
export const storeSettingsVersions = pgTable(
  'store_settings_versions',
  {
    version: integer('version').primaryKey(),
    settings: jsonb('settings').$type<StoredSettings>().notNull(),
    /** The differences from the version before, shortened, for the history. */
    changes: jsonb('changes').$type<SettingsChange[]>().notNull(),
    /** The admin's email; null for the values that a store starts with. */
    changedBy: text('changed_by'),
    changedAt: at('changed_at').notNull(),
  },
  (t) => [check('store_settings_versions_version', sql`${t.version} > 0`)],
);

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Uploaded logos by their name. One of any version of the settings is never deleted, so that the version can be restored. */
export const storeLogos = pgTable('store_logos', {
  name: text('name').primaryKey(),
  image: bytes('image').notNull(),
  uploadedAt: at('uploaded_at').notNull(),
});

/** The terms and the refund rules as buyers accepted them, once for each wording and language. Orders name the hash. */
export const acceptedTerms = pgTable('accepted_terms', {
  /** SHA-256 of both texts. */
  hash: text('hash').primaryKey(),
  terms: text('terms').notNull(),
  refunds: text('refunds').notNull(),
  recordedAt: at('recorded_at').notNull(),
});

/** Append-only: the operator's attestation that opens the store for real money. */
export const launchAttestations = pgTable('launch_attestations', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** The confirmed statements, as displayed. */
  statements: text('statements').array().notNull(),
  /** The operator's description of the delivery method, and of the evidence for published figures. */
  delivery: text('delivery').notNull(),
  figures: text('figures').notNull(),
  attestedBy: text('attested_by').notNull(),
  attestedAt: at('attested_at').notNull(),
});
