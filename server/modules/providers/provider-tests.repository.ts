import { desc, lt } from 'drizzle-orm';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { providerTests } from './provider-catalogue.schema.ts';

export type ProviderTest = typeof providerTests.$inferSelect;
export async function add(tx: Tx, test: Omit<ProviderTest, 'id' | 'testedAt'>): Promise<void> {
  await tx.insert(providerTests).values({ ...test, testedAt: dbNow(tx) });
}

/** Newest first; only IDs below `before` when it is set. */
export async function list(db: Queryable, limit: number, before: number | null): Promise<ProviderTest[]> {
  return db
    .select()
    .from(providerTests)
    .where(before === null ? undefined : lt(providerTests.id, before))
    .orderBy(desc(providerTests.id))
    .limit(limit);
}
