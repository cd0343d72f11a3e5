// SQL of admins and their sessions.
import { and, asc, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Role } from '../../../contract/account-rules.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { adminPasskeys, adminSessions, admins } from './auth.schema.ts';

export type AdminRow = Awaited<ReturnType<typeof listAdmins>>[number];

/** A limit far above the number of admins of one store. */
const mostAdmins = 200;
const mostSessions = 200;

function live(db: Queryable, adminId: string) {
  return and(
    eq(adminSessions.adminId, adminId),
    isNull(adminSessions.revokedAt),
    gt(adminSessions.expiresAt, dbNow(db)),
  );
}

export async function listAdmins(db: Queryable) {
  const lastSignInAt = sql<string | null>`(
    select max(s.login_at) from ${adminSessions} s where s.admin_id = "admins"."id")`;
  const found = await db
    .select({
      id: admins.id,
      email: admins.email,
      role: admins.role,
      createdAt: admins.createdAt,
      lastSignInAt,
      secondFactor: sql<boolean>`${admins.totpConfirmedAt} is not null`,
      passkeys: sql<number>`(
        select count(*)::int from ${adminPasskeys} p where p.admin_id = "admins"."id")`,
    })
    .from(admins)
    .orderBy(asc(admins.createdAt), asc(admins.id))
    .limit(mostAdmins);
  return found.map((row) => ({ ...row, lastSignInAt: row.lastSignInAt ? new Date(row.lastSignInAt) : null }));
}

/** False when there is one with this email. */
export async function addAdmin(
  tx: Tx,
  admin: { id: string; email: string; passwordHash: string; role: Role },
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(admins)
    .values({ ...admin, createdAt: dbNow(tx) })
    .onConflictDoNothing();
  return rowCount === 1;
}

/**
 * Locks the owners until the end of the transaction, in one order, so that two changes of roles never wait for each
 * other. Returns their IDs.
 */
export async function lockOwners(tx: Tx): Promise<string[]> {
  const owners = await tx
    .select({ id: admins.id })
    .from(admins)
    .where(eq(admins.role, 'owner'))
    .orderBy(asc(admins.id))
    .for('update');
  return owners.map(({ id }) => id);
}

/** The role before; null without this admin. */
export async function setRole(tx: Tx, id: string, role: Role): Promise<Role | null> {
  const [before] = await tx.select({ role: admins.role }).from(admins).where(eq(admins.id, id)).for('update');
  if (before && before.role !== role) await tx.update(admins).set({ role }).where(eq(admins.id, id));
  return before?.role ?? null;
}

export async function hasAdmin(at: Queryable, id: string): Promise<boolean> {
  return (await at.select({ id: admins.id }).from(admins).where(eq(admins.id, id))).length > 0;
}

/** Cascades to sessions and known browsers. */
export async function removeAdmin(tx: Tx, id: string): Promise<boolean> {
  return (await tx.delete(admins).where(eq(admins.id, id))).rowCount === 1;
}

export async function setPassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx.update(admins).set({ passwordHash }).where(eq(admins.id, id));
}

export async function listSessions(db: Queryable, adminId: string) {
  return db
    .select({
      id: adminSessions.id,
      ip: adminSessions.ip,
      userAgent: adminSessions.userAgent,
      loginAt: adminSessions.loginAt,
      expiresAt: adminSessions.expiresAt,
    })
    .from(adminSessions)
    .where(live(db, adminId))
    .orderBy(desc(adminSessions.loginAt), desc(adminSessions.id))
    .limit(mostSessions);
}

/** False for another admin's session, and for one that has ended. */
export async function endSession(tx: Tx, adminId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(adminSessions)
    .set({ revokedAt: dbNow(tx) })
    .where(and(live(tx, adminId), eq(adminSessions.id, id)));
  return rowCount === 1;
}

/** Ends all sessions but one; without `keptId` all. Returns the number of ended sessions. */
export async function endSessions(tx: Tx, adminId: string, keptId?: string): Promise<number> {
  const ended = await tx
    .update(adminSessions)
    .set({ revokedAt: dbNow(tx) })
    .where(and(live(tx, adminId), keptId === undefined ? undefined : ne(adminSessions.id, keptId)));
  return ended.rowCount ?? 0;
}
