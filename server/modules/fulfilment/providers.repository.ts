// SQL of the list of providers and their priorities.
import { asc, eq, sql } from 'drizzle-orm';
import type { Database, Queryable, Tx } from '../../database/database.ts';
import { providers } from './providers.schema.ts';

export type ProviderEntryRow = typeof providers.$inferSelect;
export type ProviderEntryChange = Partial<Omit<ProviderEntryRow, 'id' | 'changedBy' | 'changedAt'>>;
export type ProvidersRepository = ReturnType<typeof createProvidersRepository>;

export function createProvidersRepository(database: Database) {
  return {
    /** Adds the API tab's provider, unless the row exists. */
    async addDefault(): Promise<void> {
      await database.db
        .insert(providers)
        .values({ id: 'default', name: 'Default', priority: 100, enabled: true, changedAt: database.now() })
        .onConflictDoNothing();
    },

    async list(): Promise<ProviderEntryRow[]> {
      return database.db.select().from(providers).orderBy(asc(providers.priority), asc(providers.id));
    },

    /** Locks the list of providers until the end of the transaction. */
    async hold(tx: Tx): Promise<void> {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('providers', 11))`);
    },

    async find(at: Queryable, id: string): Promise<ProviderEntryRow | null> {
      const [found] = await at.select().from(providers).where(eq(providers.id, id));
      return found ?? null;
    },

    /** `p2`, `p3`, ...: never reused, because no provider is removed. */
    async nextId(tx: Tx): Promise<string> {
      const [found] = await tx
        .select({ last: sql<number>`coalesce(max(substr(${providers.id}, 2)::int), 1)` })
        .from(providers)
        .where(sql`${providers.id} ~ '^p[0-9]+$'`);
      return `p${(found?.last ?? 1) + 1}`;
    },

    async add(tx: Tx, entry: Omit<ProviderEntryRow, 'changedAt'>): Promise<void> {
      await tx.insert(providers).values({ ...entry, changedAt: database.now() });
    },

    async change(tx: Tx, id: string, change: ProviderEntryChange, changedBy: string): Promise<void> {
      await tx
        .update(providers)
        .set({ ...change, changedBy, changedAt: database.now() })
        .where(eq(providers.id, id));
    },
  };
}
