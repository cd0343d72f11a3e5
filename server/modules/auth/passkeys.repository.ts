// SQL of passkeys and of open challenges.
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { adminPasskeys, admins, passkeyChallenges } from './auth.schema.ts';

export type PasskeyRow = typeof adminPasskeys.$inferSelect;

export async function listPasskeys(db: Queryable, adminId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(adminPasskeys)
    .where(eq(adminPasskeys.adminId, adminId))
    .orderBy(asc(adminPasskeys.createdAt), asc(adminPasskeys.id));
}

export async function findPasskey(db: Queryable, id: string): Promise<(PasskeyRow & { email: string }) | null> {
  const [found] = await db
    .select({ passkey: adminPasskeys, email: admins.email })
    .from(adminPasskeys)
    .innerJoin(admins, eq(admins.id, adminPasskeys.adminId))
    .where(eq(adminPasskeys.id, id));
  return found ? { ...found.passkey, email: found.email } : null;
}

/** Null for an existing passkey. */
export async function addPasskey(
  tx: Tx,
  passkey: Pick<PasskeyRow, 'id' | 'adminId' | 'publicKey' | 'counter' | 'transports' | 'name'>,
): Promise<PasskeyRow | null> {
  const [added] = await tx
    .insert(adminPasskeys)
    .values({ ...passkey, createdAt: dbNow(tx) })
    .onConflictDoNothing()
    .returning();
  return added ?? null;
}

export async function removePasskey(tx: Tx, adminId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .delete(adminPasskeys)
    .where(and(eq(adminPasskeys.id, id), eq(adminPasskeys.adminId, adminId)));
  return rowCount === 1;
}

/** False when a concurrent sign-in used it, so that one response works once. */
export async function noteUse(
  tx: Tx,
  { id, counter }: Pick<PasskeyRow, 'id' | 'counter'>,
  newCounter: number,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(adminPasskeys)
    .set({ counter: newCounter, lastUsedAt: dbNow(tx) })
    .where(and(eq(adminPasskeys.id, id), eq(adminPasskeys.counter, counter)));
  return rowCount === 1;
}

/** `adminId` is null for a sign-in. */
export async function addChallenge(
  db: Queryable,
  challenge: string,
  adminId: string | null,
  lifeSeconds: number,
): Promise<void> {
  const expiresAt = sql`${dbNow(db)} + ${lifeSeconds} * interval '1 second'`;
  await db.insert(passkeyChallenges).values({ challenge, adminId, expiresAt });
}

export async function takeChallenge(db: Queryable, challenge: string, adminId: string | null): Promise<boolean> {
  // Deletes a challenge of this admin, or of a sign-in, with its use.
  const taken = await db
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.challenge, challenge), gt(passkeyChallenges.expiresAt, dbNow(db))))
    .returning({ adminId: passkeyChallenges.adminId });
  return taken.length > 0 && taken[0]?.adminId === adminId;
}

export async function purgeChallenges(at: Queryable): Promise<void> {
  await at.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, dbNow(at)));
}
