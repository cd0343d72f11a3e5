// Codes of an authenticator app (TOTP, RFC 6238: SHA-1, 6 digits, 30 seconds).
import { Secret, TOTP } from 'otpauth';
import { cleanCode } from '../../../contract/characters.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import type { Admin } from '../../request-context.ts';
import * as authRepository from './auth.repository.ts';
import { addFactor, removeFactor, takeBackupCode } from './backup-codes.ts';
import * as secondFactorRepository from './second-factor.repository.ts';

const stepSeconds = 30;

/** Creates an unconfirmed secret; each call replaces it. Throws conflict when the factor is on. */
export async function startSecondFactor(ctx: StoreContext, admin: Admin): Promise<{ secret: string; uri: string }> {
  const made = new Secret({ size: 20 });
  const issuer = (await ctx.settings.profile()).profile.name;
  await ctx.database.transaction(async (tx) => {
    const sealed = ctx.sealer.seal(made.base32, purposeOf(admin.id));
    if (!(await secondFactorRepository.keepSecret(tx, admin.id, sealed)))
      throw new StoreError('conflict', { reason: 'factor_on' });
  });
  return { secret: made.base32, uri: new TOTP({ issuer, label: admin.email, secret: made }).toString() };
}

/** Throws wrong_code (403), or conflict when no setup is pending or the factor is on. */
export async function confirmSecondFactor(
  ctx: StoreContext,
  admin: Admin,
  code: string,
): Promise<{ backupCodes: string[] }> {
  const kept = await secondFactorRepository.findSecret(ctx.database.db, admin.id);
  if (!kept || kept.confirmed) throw new StoreError('conflict', { reason: kept ? 'factor_on' : 'factor_not_started' });
  const step = stepOf(ctx, admin.id, kept.sealed, code);
  if (step === null) throw new StoreError('wrong_code');
  return ctx.database.transaction(async (tx) => {
    const [isOn, codes] = await addFactor(ctx, tx, admin.id, () =>
      secondFactorRepository.switchOn(tx, admin.id, kept.sealed, step),
    );
    if (!isOn) throw new StoreError('conflict', { reason: 'factor_on' });
    await authRepository.noteSecondFactor(tx, admin.sessionId);
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'second_factor.on', subject: admin.id });
    return { backupCodes: codes };
  });
}

/** Throws not_found when the factor is off. */
export async function removeSecondFactor(ctx: StoreContext, admin: Admin): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    const isOff = await removeFactor(tx, admin.id, () => secondFactorRepository.switchOff(tx, admin.id));
    if (!isOff) throw new StoreError('not_found');
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'second_factor.off', subject: admin.id });
  });
}

/** True once for each app code and each backup code, which the caller's transaction consumes. */
export async function takeCode(ctx: StoreContext, tx: Tx, adminId: string, code: string): Promise<boolean> {
  const kept = await secondFactorRepository.findSecret(ctx.database.db, adminId);
  const step = kept?.confirmed ? stepOf(ctx, adminId, kept.sealed, code) : null;
  return step === null ? takeBackupCode(ctx, tx, adminId, code) : secondFactorRepository.takeStep(tx, adminId, step);
}

/** The time step of a code, at most one step away; null for a wrong code. */
function stepOf(ctx: StoreContext, adminId: string, sealed: string, code: string): number | null {
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
