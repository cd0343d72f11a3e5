// Tables of settings, scheduled prices, the accepted terms and the launch attestation.
import { sql } from 'drizzle-orm';
import { bigint, check, customType, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { PackageChange } from '../../../contract/price-change.ts';
import type { PriceFacts } from '../../../contract/price-facts.ts';
import type { AnyMessage } from '../../../contract/store-messages.ts';
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

const waiting = sql`applied_at is null and refused_at is null and removed_at is null`;

/** Changes of prices at a time in the future. A row ends as applied or removed. */
export const scheduledPrices = pgTable(
  'scheduled_prices',
  {
    id: uuid('id').primaryKey(),
    dueAt: at('due_at').notNull(),
    /** Only what changes. */
    offers: jsonb('offers').$type<PriceFacts[]>().notNull(),
    /** The last version of the settings when it was scheduled: later changes of the same fields by hand refuse it. */
    basedOn: integer('based_on').notNull(),
    /** The large changes of packages that the admin confirmed. At its time others are refused. */
    confirmed: jsonb('confirmed').$type<PackageChange[]>().notNull().default([]),
    adminId: text('admin_id').notNull(),
    /** The admin's email. */
    createdBy: text('created_by').notNull(),
    createdAt: at('created_at').notNull(),
    refusedAt: at('refused_at'),
    refusal: text('refusal'),
    refusalCoded: jsonb('refusal_coded').$type<AnyMessage>(),
    appliedAt: at('applied_at'),
    /** The version of the settings that it made; null where nothing was left to change. */
    appliedVersion: integer('applied_version'),
    removedAt: at('removed_at'),
  },
  (t) => [
    index('scheduled_prices_due').on(t.dueAt).where(waiting),
    index('scheduled_prices_open').on(t.dueAt).where(sql`applied_at is null and removed_at is null`),
    index('scheduled_prices_refused')
      .on(t.refusedAt)
      .where(sql`refused_at is not null and applied_at is null and removed_at is null`),
    index('scheduled_prices_applied').on(t.appliedVersion).where(sql`applied_version is not null`),
  ],
);
