// Table of the mail servers and the folder for backups.
import { sql } from 'drizzle-orm';
import { boolean, check, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { SavedServers } from '../../../contract/infrastructure.ts';
import { type InfrastructureKind, infrastructureKinds } from '../../../contract/infrastructure-rules.ts';
import { sqlList } from '../../database/columns.ts';

/** A row each. No row: not set up, or set by the environment. */
export const infrastructureSettings = pgTable(
  'infrastructure_settings',
  {
    kind: text('kind').$type<InfrastructureKind>().primaryKey(),
    value: jsonb('value').$type<SavedServers[InfrastructureKind]>().notNull(),
    /** Encrypted for its security, host and port. Null: a server without sign-in, and the folder. */
    password: text('password'),
    /** Of the mail server: the last test email was not sent. */
    testFailed: boolean('test_failed').notNull().default(false),
  },
  (t) => [check('infrastructure_settings_kind', sql`${t.kind} in (${sqlList(infrastructureKinds)})`)],
);
