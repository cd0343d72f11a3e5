// Codes of an authenticator app (TOTP, RFC 6238: SHA-1, 6 digits, 30 seconds).

import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { cleanCode } from '../../../contract/characters.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { StoreContext } from '../../context.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import type { Admin } from '../../request-context.ts';
import * as authRepository from './auth.repository.ts';
import { admins } from './auth.schema.ts';
import { addFactor, removeFactor, takeBackupCode } from './backup-codes.ts';

const stepSeconds = 30;

/** Creates an unconfirmed secret; each call replaces it. Throws conflict when the factor is on. */
export async function startSecondFactor(ctx: StoreContext, admin: Admin): Promise<{ secret: string; uri: string }> {
  const made = new Secret({ size: 20 });
  const issuer = (await ctx.settings.profile()).profile.name;
  await ctx.database.transaction(async (tx) => {
    const sealed = ctx.sealer.seal(made.base32, purposeOf(admin.id));
    if (!(await keepSecret(tx, admin.id, sealed))) throw new StoreError('conflict', { reason: 'factor_on' });
  });
  return { secret: made.base32, uri: new TOTP({ issuer, label: admin.email, secret: made }).toString() };
}

/** Throws wrong_code (403), or conflict when no setup is pending or the factor is on. */
export async function confirmSecondFactor(
  ctx: StoreContext,
  admin: Admin,
  code: string,
): Promise<{ backupCodes: string[] }> {
  const kept = await findSecret(ctx.database.db, admin.id);
  if (!kept || kept.confirmed) throw new StoreError('conflict', { reason: kept ? 'factor_on' : 'factor_not_started' });
  const step = findStep(ctx, admin.id, kept.sealed, code);
  if (step === null) throw new StoreError('wrong_code');
  return ctx.database.transaction(async (tx) => {
    const [isOn, codes] = await addFactor(ctx, tx, admin.id, () => switchOn(tx, admin.id, kept.sealed, step));
    if (!isOn) throw new StoreError('conflict', { reason: 'factor_on' });
    await authRepository.noteSecondFactor(tx, admin.sessionId);
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'second_factor.on', subject: admin.id });
    return { backupCodes: codes };
  });
}

/** Throws not_found when the factor is off. */
export async function removeSecondFactor(ctx: StoreContext, admin: Admin): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    const isOff = await removeFactor(tx, admin.id, () => switchOff(tx, admin.id));
    if (!isOff) throw new StoreError('not_found');
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'second_factor.off', subject: admin.id });
  });
}

/** True once for each app code and each backup code, which the caller's transaction consumes. */
export async function takeCode(ctx: StoreContext, tx: Tx, adminId: string, code: string): Promise<boolean> {
  const kept = await findSecret(ctx.database.db, adminId);
  const step = kept?.confirmed ? findStep(ctx, adminId, kept.sealed, code) : null;
  return step === null ? takeBackupCode(ctx, tx, adminId, code) : takeStep(tx, adminId, step);
}

/** The time step of a code, at most one step away; null for a wrong code. */
function findStep(ctx: StoreContext, adminId: string, sealed: string, code: string): number | null {
  const token = cleanCode(code);
  // The library throws for other characters.
  const opened = /^\d{6}$/.test(token) ? ctx.sealer.open(sealed, purposeOf(adminId)) : null;
  if (opened === null) return null;
  const timestamp = ctx.clock.now().getTime();
  const app = new TOTP({ secret: Secret.fromBase32(opened), period: stepSeconds });
  const delta = app.validate({ token, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1000 / stepSeconds) + delta;
}

function purposeOf(adminId: string): string {
  return `totp of ${adminId}`;
}

const off = { totpSecret: null, totpConfirmedAt: null, totpLastStep: null };

async function findSecret(db: Queryable, adminId: string): Promise<{ sealed: string; confirmed: boolean } | null> {
  const [found] = await db
    .select({ sealed: admins.totpSecret, confirmedAt: admins.totpConfirmedAt })
    .from(admins)
    .where(eq(admins.id, adminId));
  return found?.sealed ? { sealed: found.sealed, confirmed: found.confirmedAt !== null } : null;
}

async function keepSecret(tx: Tx, adminId: string, sealed: string): Promise<boolean> {
  // Stores an unconfirmed secret; changes nothing when a confirmed one exists.
  const { rowCount } = await tx
    .update(admins)
    .set({ ...off, totpSecret: sealed })
    .where(and(eq(admins.id, adminId), isNull(admins.totpConfirmedAt)));
  return rowCount === 1;
}

async function switchOn(tx: Tx, adminId: string, sealed: string, step: number): Promise<boolean> {
  // Confirms the secret; changes nothing when it is another one by now, or confirmed already.
  const { rowCount } = await tx
    .update(admins)
    .set({ totpConfirmedAt: dbNow(tx), totpLastStep: step })
    .where(and(eq(admins.id, adminId), eq(admins.totpSecret, sealed), isNull(admins.totpConfirmedAt)));
  return rowCount === 1;
}

async function switchOff(tx: Tx, adminId: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(admins)
    .set(off)
    .where(and(eq(admins.id, adminId), isNotNull(admins.totpConfirmedAt)));
  return rowCount === 1;
}

async function takeStep(tx: Tx, adminId: string, step: number): Promise<boolean> {
  // Consumes the codes of this time step and all earlier ones. False when that happened before.
  const { rowCount } = await tx
    .update(admins)
    .set({ totpLastStep: step })
    .where(and(eq(admins.id, adminId), or(isNull(admins.totpLastStep), lt(admins.totpLastStep, step))));
  return rowCount === 1;
}
