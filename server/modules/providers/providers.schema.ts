// Tables of the providers' settings.
import { sql } from 'drizzle-orm';
import { boolean, check, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { defaultProviderKind } from '../../../contract/provider-kinds.ts';
import { at } from '../../database/time-column.ts';

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
