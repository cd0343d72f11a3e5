// The second factor: codes of an authenticator app (TOTP, RFC 6238: SHA-1, 6 digits, 30 seconds), and backup codes.
import { createHmac } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { StoreError } from '../../../contract/store-error.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Sealer } from '../../platform/secrets.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Admin } from '../../request-context.ts';
import type { AuthRepository } from './auth.repository.ts';
import type { SecondFactorRepository } from './second-factor.repository.ts';

const backupCodeCount = 10;
const stepSeconds = 30;

export type SecondFactor = ReturnType<typeof createSecondFactor>;

type SecondFactorDeps = {
  database: Database;
  repository: SecondFactorRepository;
  sealer: Sealer;
  ids: Ids;
  clock: Clock;
  audit: Audit;
  noteSecondFactor: AuthRepository['noteSecondFactor'];
  /** Key of the hashes of backup codes. */
  secret: string;
  /** The store's name, shown in the authenticator app. */
  storeName: () => Promise<string>;
};

export function createSecondFactor(deps: SecondFactorDeps) {
  const { database, repository, sealer, ids, clock, audit, secret, storeName } = deps;
  const purposeOf = (adminId: string) => `totp of ${adminId}`;
  const hashOf = (code: string) =>
    createHmac('sha256', secret)
      .update(`backup code ${plain(code)}`)
      .digest('hex');

  /** Creates an unconfirmed secret; each call replaces it. Throws conflict when the factor is on. */
  async function start(admin: Admin): Promise<{ secret: string; uri: string }> {
    const made = new Secret({ size: 20 });
    const issuer = await storeName();
    await database.transaction(async (tx) => {
      const sealed = sealer.seal(made.base32, purposeOf(admin.id));
      if (!(await repository.keepSecret(tx, admin.id, sealed))) throw new StoreError('conflict', alreadyOn);
    });
    return { secret: made.base32, uri: new TOTP({ issuer, label: admin.email, secret: made }).toString() };
  }

  /** Throws wrong_code (403), or conflict when no setup is pending or the factor is on. */
  async function confirm(admin: Admin, code: string): Promise<{ backupCodes: string[] }> {
    const kept = await repository.findSecret(admin.id);
    if (!kept || kept.confirmed) throw new StoreError('conflict', kept ? alreadyOn : notStarted);
    const step = stepOf(admin.id, kept.sealed, code);
    if (step === null) throw new StoreError('wrong_code');
    const backupCodes = Array.from({ length: backupCodeCount }, () => spaced(ids.secretHex(5)));
    await database.transaction(async (tx) => {
      if (!(await repository.switchOn(tx, admin.id, kept.sealed, step))) throw new StoreError('conflict', alreadyOn);
      await repository.replaceBackupCodes(tx, admin.id, backupCodes.map(hashOf));
      await deps.noteSecondFactor(tx, admin.sessionId);
      await audit.record(tx, { actor: `admin:${admin.id}`, action: 'second_factor.on', subject: admin.id });
    });
    return { backupCodes };
  }

  /** Throws not_found when the factor is off. */
  async function remove(admin: Admin): Promise<void> {
    await database.transaction(async (tx) => {
      if (!(await repository.switchOff(tx, admin.id))) throw new StoreError('not_found');
      await audit.record(tx, { actor: `admin:${admin.id}`, action: 'second_factor.off', subject: admin.id });
    });
  }

  /** True once for each app code and each backup code, which the caller's transaction consumes. */
  async function take(tx: Tx, adminId: string, code: string): Promise<boolean> {
    const kept = await repository.findSecret(adminId);
    if (!kept?.confirmed) return false;
    const step = stepOf(adminId, kept.sealed, code);
    if (step !== null) return repository.takeStep(tx, adminId, step);
    if (!(await repository.takeBackupCode(tx, adminId, hashOf(code)))) return false;
    await audit.record(tx, { actor: `admin:${adminId}`, action: 'second_factor.backup_code', subject: adminId });
    return true;
  }

  /** The time step of a code, at most one step away; null for a wrong code. */
  function stepOf(adminId: string, sealed: string, code: string): number | null {
    const token = plain(code);
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

const alreadyOn = { message: 'The second factor is already on.' };
const notStarted = { message: 'Start with a new secret for the authenticator app.' };

/** Users type spaces, dashes and capitals. */
function plain(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase();
}

function spaced(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}
