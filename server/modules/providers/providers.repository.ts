// SQL of the list of providers and their priorities.
import { and, asc, desc, eq, getTableColumns, lt, sql } from 'drizzle-orm';
import { dbNow, getDatabase, oncePerDatabase, type Queryable, type Tx } from '../../database/database.ts';
import { offerRoutes, providerSettings, providers, providerTests } from './providers.schema.ts';

export type ProviderEntryRow = typeof providers.$inferSelect;
export type ProviderEntryChange = Partial<Omit<ProviderEntryRow, 'id' | 'changedBy' | 'changedAt'>>;
/** Adds the API tab's provider, unless the row exists. */
export async function addDefault(db: Queryable): Promise<void> {
  await db
    .insert(providers)
    .values({ id: 'default', name: 'Default', priority: 100, enabled: true, changedAt: dbNow(db) })
    .onConflictDoNothing();
}

/** `routes`: its service of each offer beside the specified ones, by the ID of the offer. */
export type ListedProvider = ProviderEntryRow & { routes: Record<string, string> };

const withRoutes = {
  ...getTableColumns(providers),
  routes: sql<Record<string, string>>`(select coalesce(jsonb_object_agg(r.offer_id, r.service_id), '{}')
    from ${offerRoutes} as r where r.provider_id = ${providers.id})`,
};

export async function list(db: Queryable): Promise<ListedProvider[]> {
  return db.select(withRoutes).from(providers).orderBy(asc(providers.priority), asc(providers.id));
}

/** Locks the list of providers until the end of the transaction. */
export async function hold(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('providers', 11))`);
}

export async function find(at: Queryable, id: string): Promise<ListedProvider | null> {
  const [found] = await at.select(withRoutes).from(providers).where(eq(providers.id, id));
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

/** An empty service removes the route. */
export async function saveRoutes(
  tx: Tx,
  providerId: string,
  routes: Readonly<Record<string, string>>,
  changedBy: string,
): Promise<void> {
  for (const [offerId, serviceId] of Object.entries(routes)) {
    const { offerId: offer, providerId: provider } = offerRoutes;
    if (serviceId === '') {
      await tx.delete(offerRoutes).where(and(eq(offer, offerId), eq(provider, providerId)));
      continue;
    }
    const set = { serviceId, changedBy, changedAt: dbNow(tx) };
    await tx
      .insert(offerRoutes)
      .values({ offerId, providerId, ...set })
      .onConflictDoUpdate({ target: [offer, provider], set });
  }
}

export type ProviderSettingsRow = typeof providerSettings.$inferSelect;
export type ProviderSettingsChange = Partial<
  Pick<ProviderSettingsRow, 'apiUrl' | 'apiKeySealed' | 'likesServiceId' | 'viewsServiceId'>
>;
const saved = oncePerDatabase(({ db }) => db.select().from(providerSettings).prepare('provider_settings'));

export async function findSettings(at: Queryable): Promise<ProviderSettingsRow | null> {
  // A prepared statement runs outside of a transaction.
  const isPool = at === getDatabase(at).db;
  const [found] = await (isPool ? saved(at).execute() : at.select().from(providerSettings));
  return found ?? null;
}

/** As committed; nobody else saves until the end of the transaction. */
export async function lockSettings(tx: Tx): Promise<ProviderSettingsRow | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('provider settings', 11))`);
  return (await tx.select().from(providerSettings))[0] ?? null;
}

/** Changes only the fields in `change`, so that concurrent saves of different fields both persist. */
export async function saveSettings(tx: Tx, change: ProviderSettingsChange, changedBy: string): Promise<void> {
  const set = { ...change, changedBy, changedAt: dbNow(tx) };
  await tx.insert(providerSettings).values(set).onConflictDoUpdate({ target: providerSettings.id, set });
}

export type ProviderTest = typeof providerTests.$inferSelect;
export async function addTest(tx: Tx, test: Omit<ProviderTest, 'id' | 'testedAt'>): Promise<void> {
  await tx.insert(providerTests).values({ ...test, testedAt: dbNow(tx) });
}

/** Newest first; only IDs below `before` when it is set. */
export async function listTests(db: Queryable, limit: number, before: number | null): Promise<ProviderTest[]> {
  return db
    .select()
    .from(providerTests)
    .where(before === null ? undefined : lt(providerTests.id, before))
    .orderBy(desc(providerTests.id))
    .limit(limit);
}
