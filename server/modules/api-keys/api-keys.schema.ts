// Table of API keys.
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ApiScope } from '../../../contract/api-access.ts';
import { at } from '../../database/columns.ts';
import { admins } from '../auth/auth.schema.ts';

/** Keys of programs, in place of an admin's token. Never deleted: the audit log refers to them. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** The first characters, which identify the key for people. */
    prefix: text('prefix').notNull(),
    /** SHA-256, in hexadecimal. */
    keyHash: text('key_hash').notNull(),
    scopes: text('scopes').array().$type<ApiScope[]>().notNull(),
    /** Whose key it is. Null: its admin was removed, or an earlier version created it for an unknown one. */
    adminId: uuid('admin_id').references(() => admins.id, { onDelete: 'set null' }),
    /** The admin's email. */
    createdBy: text('created_by').notNull(),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at'),
    expiresAt: at('expires_at'),
    revokedAt: at('revoked_at'),
  },
  (t) => [
    index('api_keys_admin').on(t.adminId),
    index('api_keys_expiring').on(t.expiresAt).where(sql`${t.revokedAt} is null and ${t.expiresAt} is not null`),
    uniqueIndex('api_keys_hash').on(t.keyHash),
    check('api_keys_name', sql`char_length(${t.name}) between 1 and 60`),
    check('api_keys_scopes', sql`cardinality(${t.scopes}) > 0`),
  ],
);
