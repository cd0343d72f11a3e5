import { sql } from 'drizzle-orm';
import { type Database, oncePerDatabase, type Tx } from '../../database/database.ts';
import { providerSettings } from './providers.schema.ts';

export type ProviderSettingsRow = typeof providerSettings.$inferSelect;
export type ProviderSettingsChange = Partial<
  Pick<ProviderSettingsRow, 'apiUrl' | 'apiKeySealed' | 'likesServiceId' | 'viewsServiceId'>
>;
export type ProviderSettingsRepository = ReturnType<typeof createProviderSettingsRepository>;

const saved = oncePerDatabase(({ db }) => db.select().from(providerSettings).prepare('provider_settings'));

export function createProviderSettingsRepository(database: Database) {
  return {
    async find(): Promise<ProviderSettingsRow | null> {
      return (await saved(database.db).execute())[0] ?? null;
    },

    /** As committed; nobody else saves until the end of the transaction. */
    async lock(tx: Tx): Promise<ProviderSettingsRow | null> {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('provider settings', 11))`);
      return (await tx.select().from(providerSettings))[0] ?? null;
    },

    /** Changes only the fields in `change`, so that concurrent saves of different fields both persist. */
    async save(tx: Tx, change: ProviderSettingsChange, changedBy: string): Promise<void> {
      const set = { ...change, changedBy, changedAt: database.now() };
      await tx.insert(providerSettings).values(set).onConflictDoUpdate({ target: providerSettings.id, set });
    },
  };
}
