// SQL of API keys. Stores only the hash of a key.
import { and, desc, eq, getTableColumns, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { dbNow, getDatabase, oncePerDatabase, type Queryable, type Tx } from '../../database/database.ts';
import { apiKeys } from './api-keys.schema.ts';

type Row = typeof apiKeys.$inferSelect;
export type ApiKeyRow = Omit<Row, 'keyHash'> & { live: boolean };
type NewApiKey = Pick<Row, 'id' | 'name' | 'prefix' | 'keyHash' | 'scopes' | 'adminId' | 'createdBy'> & {
  lifeDays: number | null;
};

/** A limit far above the number of programs of one store. */
const mostListed = 200;
const noteUseAfterSeconds = 60;

const shiftedNow = sql`(now() + ${sql.placeholder('offsetMs')}::float8 * interval '1 millisecond')`;
const liveKey = oncePerDatabase(({ db }) =>
  db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      isNoted: sql<boolean>`coalesce(${apiKeys.lastUsedAt} > ${shiftedNow} - ${noteUseAfterSeconds} * interval '1 second', false)`,
    })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.keyHash, sql.placeholder('keyHash')),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, shiftedNow)),
      ),
    )
    .prepare('live_api_key'),
);

function isLive(db: Queryable) {
  return sql<boolean>`${apiKeys.revokedAt} is null and coalesce(${apiKeys.expiresAt} > ${dbNow(db)}, true)`;
}

const { keyHash: _, ...shownColumns } = getTableColumns(apiKeys);

function columns(db: Queryable) {
  return { ...shownColumns, live: isLive(db) };
}

/** Runs the same query for every key, so that valid and invalid keys take the same time. */
export async function findLiveKey(db: Queryable, keyHash: string) {
  const [found] = await liveKey(db).execute({ keyHash, offsetMs: getDatabase(db).clockOffsetMs() });
  return found ?? null;
}

/** At most once a minute across all processes. */
export async function noteUse(db: Queryable, id: string): Promise<void> {
  await db
    .update(apiKeys)
    .set({ lastUsedAt: dbNow(db) })
    .where(
      and(
        eq(apiKeys.id, id),
        sql`coalesce(${apiKeys.lastUsedAt} <= ${dbNow(db)} - ${noteUseAfterSeconds} * interval '1 second', true)`,
      ),
    );
}

export async function listKeys(db: Queryable): Promise<ApiKeyRow[]> {
  return db
    .select(columns(db))
    .from(apiKeys)
    .orderBy(desc(isLive(db)), desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(mostListed);
}

/** Takes a lock, so that concurrent additions are counted exactly. */
export async function countLiveKeys(tx: Tx): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('api keys', 17))`);
  return tx.$count(apiKeys, isLive(tx));
}

export async function addKey(tx: Tx, { lifeDays, ...key }: NewApiKey): Promise<ApiKeyRow> {
  const expiresAt = lifeDays === null ? null : sql`${dbNow(tx)} + ${lifeDays} * interval '1 day'`;
  const [added] = await tx
    .insert(apiKeys)
    .values({ ...key, createdAt: dbNow(tx), expiresAt })
    .returning(columns(tx));
  if (!added) throw new Error('The key was not written.');
  return added;
}

export async function listLiveKeys(at: Queryable, adminId: string): Promise<ApiKeyRow[]> {
  return at
    .select(columns(at))
    .from(apiKeys)
    .where(and(eq(apiKeys.adminId, adminId), isLive(at)))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

/** Returns the keys that were live before. */
export async function revokeKeys(tx: Tx, adminId: string): Promise<ApiKeyRow[]> {
  const live = await listLiveKeys(tx, adminId);
  if (live.length === 0) return [];
  const ids = live.map(({ id }) => id);
  return tx
    .update(apiKeys)
    .set({ revokedAt: dbNow(tx) })
    .where(and(inArray(apiKeys.id, ids), isNull(apiKeys.revokedAt)))
    .returning(columns(tx));
}

/** Null for an unknown key; `isNew` is false for a key that was revoked before. */
export async function revokeKey(tx: Tx, id: string): Promise<{ key: ApiKeyRow; isNew: boolean } | null> {
  const [held] = await tx
    .select({ revokedAt: apiKeys.revokedAt })
    .from(apiKeys)
    .where(eq(apiKeys.id, id))
    .for('update');
  if (!held) return null;
  const [key] = await tx
    .update(apiKeys)
    .set({ revokedAt: held.revokedAt ?? dbNow(tx) })
    .where(eq(apiKeys.id, id))
    .returning(columns(tx));
  return key ? { key, isNew: held.revokedAt === null } : null;
}
