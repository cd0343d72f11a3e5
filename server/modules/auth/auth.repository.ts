// SQL of admins, sessions and sign-in attempts.
import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Factor } from '../../../contract/auth.ts';
import { firstSessions } from '../../../contract/setting-fields.ts';
import { dbNow, getDatabase, oncePerDatabase, type Queryable, type Tx } from '../../database/database.ts';
import type { Admin } from '../../request-context.ts';
import { alerts } from '../security/security.schema.ts';
import { storeSettingsVersions } from '../settings/settings.schema.ts';
import { adminBackupCodes, adminPasskeys, adminSessions, admins, loginGuesses } from './auth.schema.ts';

/** The keys that a failed attempt counts for. */
export type GuessKeys = { accountKey: string; addressKey: string; networkKey: string | null };
const noGuesses = { count: 0, secondsToWait: 0 };

/** A session that has not ended. Empty `secretHashes`: the token alone is enough. Else one of them is the cookie's. */
type LiveSession = { admin: Admin; secretHashes: string[]; usedLately: boolean };

const shiftedNow = sql`(now() + ${sql.placeholder('offsetMs')}::float8 * interval '1 millisecond')`;
const hasPasskey = sql<boolean>`exists (select from ${adminPasskeys} where ${adminPasskeys.adminId} = ${admins.id})`;
const hasCode = sql<boolean>`${admins.totpConfirmedAt} is not null`;
const backupCodes = sql<number>`(select count(*)::int from ${adminBackupCodes}
  where ${adminBackupCodes.adminId} = ${admins.id})`;
const isRequired = sql<boolean>`coalesce((select (settings ->> 'require_second_factor')::boolean
  from ${storeSettingsVersions} order by version desc limit 1), false)`;
const idleMinutes = sql`coalesce((select (settings #>> '{sessions,idle_minutes}')::float8
  from ${storeSettingsVersions} order by version desc limit 1), ${sql.raw(String(firstSessions.idle_minutes))})`;
const lastUse = sql`greatest(${adminSessions.loginAt}, ${adminSessions.lastUsedAt})`;
// An unbound token is of an API client, which has no idle end.
const isInUse = sql`(${adminSessions.secretHash} is null
  or ${lastUse} > ${shiftedNow} - ${idleMinutes} * interval '1 minute')`;
const liveSession = oncePerDatabase(({ db }) =>
  db
    .select({
      id: admins.id,
      email: admins.email,
      role: admins.role,
      sessionId: adminSessions.id,
      expiresAt: adminSessions.expiresAt,
      signedInFrom: adminSessions.ip,
      secretHash: adminSessions.secretHash,
      formerSecretHash: sql<string | null>`case when ${adminSessions.formerSecretUntil} > ${shiftedNow}
      then ${adminSessions.formerSecretHash} end`,
      provedRecently: sql<boolean>`greatest(${adminSessions.loginAt}, ${adminSessions.steppedUpAt})
      > ${shiftedNow} - ${sql.placeholder('proofSeconds')}::float8 * interval '1 second'`,
      proved: adminSessions.secondFactor,
      hasCode,
      hasPasskey,
      backupCodes,
      isRequired,
      usedLately: sql<boolean>`${lastUse} > ${shiftedNow} - interval '1 minute'`,
    })
    .from(adminSessions)
    .innerJoin(admins, eq(admins.id, adminSessions.adminId))
    .where(
      and(
        eq(adminSessions.id, sql.placeholder('id')),
        isNull(adminSessions.revokedAt),
        gt(adminSessions.expiresAt, shiftedNow),
        isInUse,
      ),
    )
    .prepare('live_session'),
);

export async function findAdmin(at: Queryable, email: string) {
  const [found] = await at
    .select()
    .from(admins)
    .where(eq(sql`lower(${admins.email})`, email.toLowerCase()));
  return found ?? null;
}

export async function addFirstAdmin(
  tx: Tx,
  admin: { id: string; email: string; passwordHash: string },
): Promise<boolean> {
  const made = await tx.execute(sql`
    insert into ${admins} (id, email, password_hash, created_at)
    select ${admin.id}, ${admin.email}, ${admin.passwordHash}, ${dbNow(tx)}
    where not exists (select from ${admins}) returning id`);
  return made.rows.length > 0;
}

/** Until the end of the transaction. Sign-ins of the admin do not wait. */
export async function lockAdmin(tx: Tx, id: string): Promise<void> {
  await tx.select({ id: admins.id }).from(admins).where(eq(admins.id, id)).for('no key update');
}

export async function hasAdmin(db: Queryable): Promise<boolean> {
  return (await db.select({ id: admins.id }).from(admins).limit(1)).length > 0;
}

export async function openSession(
  tx: Tx,
  session: Pick<
    typeof adminSessions.$inferSelect,
    'id' | 'adminId' | 'ip' | 'userAgent' | 'secondFactor' | 'secretHash'
  > & { lifeSeconds: number },
): Promise<{ id: string; loginAt: Date; expiresAt: Date }> {
  const { lifeSeconds, ...row } = session;
  const expiresAt = sql`${dbNow(tx)} + ${lifeSeconds} * interval '1 second'`;
  const [opened] = await tx
    .insert(adminSessions)
    .values({ ...row, loginAt: dbNow(tx), expiresAt })
    .returning({ id: adminSessions.id, loginAt: adminSessions.loginAt, expiresAt: adminSessions.expiresAt });
  if (!opened) throw new Error('The session was not written.');
  return opened;
}

/** The addresses of the admin's sign-ins, as long as their sessions are kept. */
export async function signInAddresses(at: Queryable, adminId: string): Promise<string[]> {
  const rows = await at
    .selectDistinct({ ip: adminSessions.ip })
    .from(adminSessions)
    .where(eq(adminSessions.adminId, adminId))
    .limit(1_000);
  return rows.map(({ ip }) => ip);
}

/** Alerts of failed sign-ins within the hour, counted to 100: all, and those whose key begins like this. */
export async function failuresWithinHour(at: Queryable, keyStart: string): Promise<{ all: number; here: number }> {
  const { rows } = await at.execute<{ all: number; here: number }>(sql`
    select count(*)::int as all, count(*) filter (where starts_with(once_key, ${keyStart}))::int as here
    from (select once_key from ${alerts}
      where type = 'failed_login' and raised_at > ${dbNow(at)} - interval '1 hour' limit 100) as recent`);
  return rows[0] ?? { all: 0, here: 0 };
}

/**
 * When a second factor is required, a session that began without its admin's present factor is invalid: the
 * password alone must not be enough.
 */
export async function findLiveSession(db: Queryable, id: string, proofSeconds: number): Promise<LiveSession | null> {
  const [found] = await liveSession(db).execute({ id, proofSeconds, offsetMs: getDatabase(db).clockOffsetMs() });
  if (!found) return null;
  const { proved, hasCode, hasPasskey, backupCodes, isRequired, secretHash, formerSecretHash, usedLately, ...admin } =
    found;
  const hasFactor = hasCode || hasPasskey;
  if (isRequired && hasFactor && !proved) return null;
  return {
    admin: {
      ...admin,
      factors: listFactors({ hasPasskey, hasCode, backupCodes }),
      backupCodes: hasFactor ? backupCodes : null,
      // A sign-in by the password alone proves nothing where the admin has a second factor.
      provedRecently: admin.provedRecently && (proved || !hasFactor),
      isBound: secretHash !== null,
      hasSecondFactor: hasFactor && proved,
      lacksSecondFactor: isRequired && !hasFactor,
    },
    secretHashes: [secretHash, formerSecretHash].filter((hash) => hash !== null),
    usedLately,
  };
}

export async function noteUse(db: Queryable, sessionId: string): Promise<void> {
  await db
    .update(adminSessions)
    .set({ lastUsedAt: dbNow(db) })
    .where(eq(adminSessions.id, sessionId));
}

/** The factors of an admin who may not sign in with the password alone, although there is no app; else null. */
export async function requiredInsteadOfApp(db: Queryable, adminId: string): Promise<Factor[] | null> {
  const { rows } = await db.execute<{ hasPasskey: boolean; hasCode: boolean; backupCodes: number }>(sql`
    select ${hasPasskey} as "hasPasskey", ${hasCode} as "hasCode", ${backupCodes} as "backupCodes"
    from ${admins} where ${admins.id} = ${adminId} and ${isRequired}`);
  const [found] = rows;
  return found?.hasPasskey && !found.hasCode ? listFactors(found) : null;
}

export async function proveSession(tx: Tx, id: string): Promise<void> {
  await tx
    .update(adminSessions)
    .set({ steppedUpAt: dbNow(tx) })
    .where(eq(adminSessions.id, id));
}

/** Replaces the cookie's secret; the former one is valid for a moment. Null while another rotation is that young. */
export async function rotateSecret(tx: Tx, id: string, secretHash: string, graceSeconds: number) {
  const [rotated] = await tx
    .update(adminSessions)
    .set({
      formerSecretHash: sql`${adminSessions.secretHash}`,
      formerSecretUntil: sql`${dbNow(tx)} + ${graceSeconds} * interval '1 second'`,
      secretHash,
    })
    .where(
      and(
        eq(adminSessions.id, id),
        or(isNull(adminSessions.formerSecretUntil), lte(adminSessions.formerSecretUntil, dbNow(tx))),
      ),
    )
    .returning({
      secondsLeft: sql<number>`extract(epoch from ${adminSessions.expiresAt} - ${dbNow(tx)})::int`,
    });
  return rotated ?? null;
}

export async function noteSecondFactor(tx: Tx, sessionId: string): Promise<void> {
  await tx.update(adminSessions).set({ secondFactor: true }).where(eq(adminSessions.id, sessionId));
}

export async function revokeSession(tx: Tx, id: string): Promise<void> {
  await tx
    .update(adminSessions)
    .set({ revokedAt: dbNow(tx) })
    .where(and(eq(adminSessions.id, id), isNull(adminSessions.revokedAt)));
}

/** Locks until the end of the transaction; in one order, so that two attempts never wait for each other. */
export async function lockAttempts(tx: Tx, keys: string[]): Promise<void> {
  for (const key of [...keys].sort()) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 7))`);
}

/** The failed attempts of the account or address, whichever has more; and of the network, where there is one. */
export async function recentGuesses(tx: Tx, { accountKey, addressKey, networkKey }: GuessKeys, windowSeconds: number) {
  const since = sql`${dbNow(tx)} - ${windowSeconds} * interval '1 second'`;
  const count = (column: AnyPgColumn, key: string) =>
    tx
      .select({
        count: sql<number>`count(*)::int`,
        secondsToWait: sql<number>`coalesce(extract(epoch from min(${loginGuesses.guessedAt}) - (${since})), 0)::float8`,
      })
      .from(loginGuesses)
      .where(and(eq(column, key), eq(loginGuesses.succeeded, false), gt(loginGuesses.guessedAt, since)));
  const [byAccount] = await count(loginGuesses.accountKey, accountKey);
  const [byAddress] = await count(loginGuesses.addressKey, addressKey);
  const worst = (byAccount?.count ?? 0) >= (byAddress?.count ?? 0) ? byAccount : byAddress;
  const [byNetwork] = networkKey === null ? [] : await count(loginGuesses.networkKey, networkKey);
  return { own: worst ?? noGuesses, network: byNetwork ?? noGuesses };
}

export async function addFailedAttempt(tx: Tx, keys: GuessKeys): Promise<number> {
  // Counts an attempt as failed until it succeeds.
  const [added] = await tx
    .insert(loginGuesses)
    .values({ ...keys, guessedAt: dbNow(tx) })
    .returning({ id: loginGuesses.id });
  if (!added) throw new Error('The guess was not written.');
  return added.id;
}

export async function removeGuess(db: Queryable, id: number): Promise<void> {
  await db.delete(loginGuesses).where(eq(loginGuesses.id, id));
}

export async function removeGuesses(tx: Tx, accountKey: string): Promise<void> {
  // Unlocks an account, with the addresses that attempted it and their networks.
  await tx.execute(sql`
    with own as (select address_key, network_key from ${loginGuesses} where account_key = ${accountKey})
    delete from ${loginGuesses} where not succeeded and (account_key = ${accountKey}
      or address_key in (select address_key from own) or network_key in (select network_key from own))`);
}

export async function purgeOld(at: Queryable): Promise<void> {
  await at.execute(sql`delete from ${loginGuesses} where guessed_at < ${dbNow(at)} - interval '1 day'`);
}

/** After a success: clears the failed attempts of this caller. */
export async function forgiveGuesses(tx: Tx, { accountKey, addressKey }: GuessKeys): Promise<void> {
  await tx
    .update(loginGuesses)
    .set({ succeeded: true })
    .where(
      and(
        eq(loginGuesses.accountKey, accountKey),
        eq(loginGuesses.addressKey, addressKey),
        eq(loginGuesses.succeeded, false),
      ),
    );
}

/** The strongest first. Backup codes stand in for a factor, and the password counts only where there is none. */
function listFactors(found: { hasPasskey: boolean; hasCode: boolean; backupCodes: number }): Factor[] {
  if (!found.hasPasskey && !found.hasCode) return ['password'];
  return [
    ...(found.hasPasskey ? ['passkey' as const] : []),
    ...(found.hasCode ? ['code' as const] : []),
    ...(found.backupCodes > 0 ? ['backup_code' as const] : []),
  ];
}
