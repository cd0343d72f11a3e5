// SQL of the list of providers and their priorities.
import { asc, eq, sql } from 'drizzle-orm';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { providers } from './providers.schema.ts';

export type ProviderEntryRow = typeof providers.$inferSelect;
export type ProviderEntryChange = Partial<Omit<ProviderEntryRow, 'id' | 'changedBy' | 'changedAt'>>;
/** Adds the API tab's provider, unless the row exists. */
export async function addDefault(db: Queryable): Promise<void> {
  await db
    .insert(providers)
    .values({ id: 'default', name: 'Default', priority: 100, enabled: true, changedAt: dbNow(db) })
    .onConflictDoNothing();
}

export async function list(db: Queryable): Promise<ProviderEntryRow[]> {
  return db.select().from(providers).orderBy(asc(providers.priority), asc(providers.id));
}

/** Locks the list of providers until the end of the transaction. */
export async function hold(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('providers', 11))`);
}

export async function find(at: Queryable, id: string): Promise<ProviderEntryRow | null> {
  const [found] = await at.select().from(providers).where(eq(providers.id, id));
  return found ?? null;
}

/** `p2`, `p3`, ...: never reused, because no provider is removed. */
export async function nextId(tx: Tx): Promise<string> {
  const [found] = await tx
    .select({ last: sql<number>`coalesce(max(substr(${providers.id}, 2)::int), 1)` })
    .from(providers)
    .where(sql`${providers.id} ~ '^p[0-9]+$'`);
  return `p${(found?.last ?? 1) + 1}`;
}

export async function add(tx: Tx, entry: Omit<ProviderEntryRow, 'changedAt'>): Promise<void> {
  await tx.insert(providers).values({ ...entry, changedAt: dbNow(tx) });
}

export async function change(tx: Tx, id: string, change: ProviderEntryChange, changedBy: string): Promise<void> {
  await tx
    .update(providers)
    .set({ ...change, changedBy, changedAt: dbNow(tx) })
    .where(eq(providers.id, id));
}
