// SQL of API keys. Stores only the hash of a key.
import { and, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { type Database, oncePerDatabase, type Queryable, type Tx } from '../../database/database.ts';
import { apiKeys } from './api-keys.schema.ts';

type Row = typeof apiKeys.$inferSelect;
export type ApiKeyRow = Omit<Row, 'keyHash'> & { live: boolean };
export type NewApiKey = Pick<Row, 'id' | 'name' | 'prefix' | 'keyHash' | 'scopes' | 'adminId' | 'createdBy'> & {
  lifeDays: number | null;
};

export type ApiKeysRepository = ReturnType<typeof createApiKeysRepository>;

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

export function createApiKeysRepository(database: Database) {
  const isLive = () => sql<boolean>`${apiKeys.revokedAt} is null
    and coalesce(${apiKeys.expiresAt} > ${database.now()}, true)`;
  const columns = () => ({
    id: apiKeys.id,
    name: apiKeys.name,
    prefix: apiKeys.prefix,
    scopes: apiKeys.scopes,
    adminId: apiKeys.adminId,
    createdBy: apiKeys.createdBy,
    createdAt: apiKeys.createdAt,
    lastUsedAt: apiKeys.lastUsedAt,
    expiresAt: apiKeys.expiresAt,
    revokedAt: apiKeys.revokedAt,
    live: isLive(),
  });

  return {
    /** Runs the same query for every key, so that valid and invalid keys take the same time. */
    async findLiveKey(keyHash: string) {
      const [found] = await liveKey(database.db).execute({ keyHash, offsetMs: database.clockOffsetMs() });
      return found ?? null;
    },

    async noteUse(id: string): Promise<void> {
      // Records the use at most once a minute across all processes.
      await database.db
        .update(apiKeys)
        .set({ lastUsedAt: database.now() })
        .where(
          and(
            eq(apiKeys.id, id),
            sql`coalesce(${apiKeys.lastUsedAt} <= ${database.now()} - ${noteUseAfterSeconds} * interval '1 second', true)`,
          ),
        );
    },

    async listKeys(): Promise<ApiKeyRow[]> {
      return database.db
        .select(columns())
        .from(apiKeys)
        .orderBy(desc(isLive()), desc(apiKeys.createdAt), desc(apiKeys.id))
        .limit(mostListed);
    },

    /** Takes a lock, so that concurrent additions are counted exactly. */
    async countLiveKeys(tx: Tx): Promise<number> {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('api keys', 17))`);
      return tx.$count(apiKeys, isLive());
    },

    async addKey(tx: Tx, { lifeDays, ...key }: NewApiKey): Promise<ApiKeyRow> {
      const expiresAt = lifeDays === null ? null : sql`${database.now()} + ${lifeDays} * interval '1 day'`;
      const [added] = await tx
        .insert(apiKeys)
        .values({ ...key, createdAt: database.now(), expiresAt })
        .returning(columns());
      if (!added) throw new Error('The key was not written.');
      return added;
    },

    async listLiveKeysOf(at: Queryable, adminId: string): Promise<ApiKeyRow[]> {
      return at
        .select(columns())
        .from(apiKeys)
        .where(and(eq(apiKeys.adminId, adminId), isLive()))
        .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
    },

    /** Returns the keys that were live before. */
    async revokeKeysOf(tx: Tx, adminId: string): Promise<ApiKeyRow[]> {
      const live = await this.listLiveKeysOf(tx, adminId);
      if (live.length === 0) return [];
      const ids = live.map(({ id }) => id);
      return tx
        .update(apiKeys)
        .set({ revokedAt: database.now() })
        .where(and(inArray(apiKeys.id, ids), isNull(apiKeys.revokedAt)))
        .returning(columns());
    },

    /** Null for an unknown key; `isNew` is false for a key that was revoked before. */
    async revokeKey(tx: Tx, id: string): Promise<{ key: ApiKeyRow; isNew: boolean } | null> {
      const [held] = await tx
        .select({ revokedAt: apiKeys.revokedAt })
        .from(apiKeys)
        .where(eq(apiKeys.id, id))
        .for('update');
      if (!held) return null;
      const [key] = await tx
        .update(apiKeys)
        .set({ revokedAt: held.revokedAt ?? database.now() })
        .where(eq(apiKeys.id, id))
        .returning(columns());
      return key ? { key, isNew: held.revokedAt === null } : null;
    },
  };
}
