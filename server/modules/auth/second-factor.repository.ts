// SQL of the authenticator app: encrypted secret, last time step.
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { admins } from './auth.schema.ts';

const off = { totpSecret: null, totpConfirmedAt: null, totpLastStep: null };

export async function findSecret(
  db: Queryable,
  adminId: string,
): Promise<{ sealed: string; confirmed: boolean } | null> {
  const [found] = await db
    .select({ sealed: admins.totpSecret, confirmedAt: admins.totpConfirmedAt })
    .from(admins)
    .where(eq(admins.id, adminId));
  return found?.sealed ? { sealed: found.sealed, confirmed: found.confirmedAt !== null } : null;
}

export async function keepSecret(tx: Tx, adminId: string, sealed: string): Promise<boolean> {
  // Stores an unconfirmed secret; changes nothing when a confirmed one exists.
  const kept = await tx
    .update(admins)
    .set({ ...off, totpSecret: sealed })
    .where(and(eq(admins.id, adminId), isNull(admins.totpConfirmedAt)))
    .returning({ id: admins.id });
  return kept.length > 0;
}

export async function switchOn(tx: Tx, adminId: string, sealed: string, step: number): Promise<boolean> {
  // Confirms the secret; changes nothing when it is another one by now, or confirmed already.
  const on = await tx
    .update(admins)
    .set({ totpConfirmedAt: dbNow(tx), totpLastStep: step })
    .where(and(eq(admins.id, adminId), eq(admins.totpSecret, sealed), isNull(admins.totpConfirmedAt)))
    .returning({ id: admins.id });
  return on.length > 0;
}

export async function switchOff(tx: Tx, adminId: string): Promise<boolean> {
  const gone = await tx
    .update(admins)
    .set(off)
    .where(and(eq(admins.id, adminId), isNotNull(admins.totpConfirmedAt)))
    .returning({ id: admins.id });
  return gone.length > 0;
}

export async function takeStep(tx: Tx, adminId: string, step: number): Promise<boolean> {
  // Consumes the codes of this time step and all earlier ones. False when that happened before.
  const taken = await tx
    .update(admins)
    .set({ totpLastStep: step })
    .where(and(eq(admins.id, adminId), or(isNull(admins.totpLastStep), lt(admins.totpLastStep, step))))
    .returning({ id: admins.id });
  return taken.length > 0;
}
