// Codes of an authenticator app (TOTP, RFC 6238: SHA-1, 6 digits, 30 seconds).
import { Secret, TOTP } from 'otpauth';
import { cleanCode } from '../../../contract/characters.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Sealer } from '../../platform/secrets.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Admin } from '../../request-context.ts';
import * as authRepository from './auth.repository.ts';
import type { BackupCodes } from './backup-codes.ts';
import * as secondFactorRepository from './second-factor.repository.ts';

const stepSeconds = 30;

export type SecondFactor = ReturnType<typeof createSecondFactor>;

type SecondFactorDeps = {
  database: Database;
  sealer: Sealer;
  backupCodes: BackupCodes;
  clock: Clock;
  audit: Audit;
  /** The store's name, shown in the authenticator app. */
  storeName: () => Promise<string>;
};

export function createSecondFactor(deps: SecondFactorDeps) {
  const { database, sealer, backupCodes, clock, audit, storeName } = deps;
  const purposeOf = (adminId: string) => `totp of ${adminId}`;

  /** Creates an unconfirmed secret; each call replaces it. Throws conflict when the factor is on. */
  async function start(admin: Admin): Promise<{ secret: string; uri: string }> {
    const made = new Secret({ size: 20 });
    const issuer = await storeName();
    await database.transaction(async (tx) => {
      const sealed = sealer.seal(made.base32, purposeOf(admin.id));
      if (!(await secondFactorRepository.keepSecret(tx, admin.id, sealed)))
        throw new StoreError('conflict', { reason: 'factor_on' });
    });
    return { secret: made.base32, uri: new TOTP({ issuer, label: admin.email, secret: made }).toString() };
  }

  /** Throws wrong_code (403), or conflict when no setup is pending or the factor is on. */
  async function confirm(admin: Admin, code: string): Promise<{ backupCodes: string[] }> {
    const kept = await secondFactorRepository.findSecret(database.db, admin.id);
    if (!kept || kept.confirmed)
      throw new StoreError('conflict', { reason: kept ? 'factor_on' : 'factor_not_started' });
    const step = stepOf(admin.id, kept.sealed, code);
    if (step === null) throw new StoreError('wrong_code');
    return database.transaction(async (tx) => {
      const [isOn, codes] = await backupCodes.adding(tx, admin.id, () =>
        secondFactorRepository.switchOn(tx, admin.id, kept.sealed, step),
      );
      if (!isOn) throw new StoreError('conflict', { reason: 'factor_on' });
      await authRepository.noteSecondFactor(tx, admin.sessionId);
      await audit.record(tx, { actor: `admin:${admin.id}`, action: 'second_factor.on', subject: admin.id });
      return { backupCodes: codes };
    });
  }

  /** Throws not_found when the factor is off. */
  async function remove(admin: Admin): Promise<void> {
    await database.transaction(async (tx) => {
      const isOff = await backupCodes.removing(tx, admin.id, () => secondFactorRepository.switchOff(tx, admin.id));
      if (!isOff) throw new StoreError('not_found');
      await audit.record(tx, { actor: `admin:${admin.id}`, action: 'second_factor.off', subject: admin.id });
    });
  }

  /** True once for each app code and each backup code, which the caller's transaction consumes. */
  async function take(tx: Tx, adminId: string, code: string): Promise<boolean> {
    const kept = await secondFactorRepository.findSecret(database.db, adminId);
    const step = kept?.confirmed ? stepOf(adminId, kept.sealed, code) : null;
    return step === null ? backupCodes.take(tx, adminId, code) : secondFactorRepository.takeStep(tx, adminId, step);
  }

  /** The time step of a code, at most one step away; null for a wrong code. */
  function stepOf(adminId: string, sealed: string, code: string): number | null {
    const token = cleanCode(code);
    // The library throws for other characters.
    const opened = /^\d{6}$/.test(token) ? sealer.open(sealed, purposeOf(adminId)) : null;
    if (opened === null) return null;
    const timestamp = clock.now().getTime();
    const app = new TOTP({ secret: Secret.fromBase32(opened), period: stepSeconds });
    const delta = app.validate({ token, timestamp, window: 1 });
    return delta === null ? null : Math.floor(timestamp / 1000 / stepSeconds) + delta;
  }

  return { start, confirm, remove, take };
}
