import { sql } from 'drizzle-orm';
import { dbNow, oncePerDatabase, type Queryable, type Tx } from '../../database/database.ts';
import { providerSettings } from './providers.schema.ts';

export type ProviderSettingsRow = typeof providerSettings.$inferSelect;
export type ProviderSettingsChange = Partial<
  Pick<ProviderSettingsRow, 'apiUrl' | 'apiKeySealed' | 'likesServiceId' | 'viewsServiceId'>
>;
const saved = oncePerDatabase(({ db }) => db.select().from(providerSettings).prepare('provider_settings'));

export async function find(db: Queryable): Promise<ProviderSettingsRow | null> {
  return (await saved(db).execute())[0] ?? null;
}

/** As committed; nobody else saves until the end of the transaction. */
export async function lock(tx: Tx): Promise<ProviderSettingsRow | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('provider settings', 11))`);
  return (await tx.select().from(providerSettings))[0] ?? null;
}

/** Changes only the fields in `change`, so that concurrent saves of different fields both persist. */
export async function save(tx: Tx, change: ProviderSettingsChange, changedBy: string): Promise<void> {
  const set = { ...change, changedBy, changedAt: dbNow(tx) };
  await tx.insert(providerSettings).values(set).onConflictDoUpdate({ target: providerSettings.id, set });
}
