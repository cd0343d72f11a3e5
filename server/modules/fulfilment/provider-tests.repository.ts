import { desc, lt } from 'drizzle-orm';
import type { Database, Tx } from '../../database/database.ts';
import { providerTests } from './fulfilment.schema.ts';

export type ProviderTest = typeof providerTests.$inferSelect;
export type ProviderTestsRepository = ReturnType<typeof createProviderTestsRepository>;

export function createProviderTestsRepository(database: Database) {
  return {
    async add(tx: Tx, test: Omit<ProviderTest, 'id' | 'testedAt'>): Promise<void> {
      await tx.insert(providerTests).values({ ...test, testedAt: database.now() });
    },

    /** Newest first; only IDs below `before` when it is set. */
    async list(limit: number, before: number | null): Promise<ProviderTest[]> {
      return database.db
        .select()
        .from(providerTests)
        .where(before === null ? undefined : lt(providerTests.id, before))
        .orderBy(desc(providerTests.id))
        .limit(limit);
    },
  };
}
