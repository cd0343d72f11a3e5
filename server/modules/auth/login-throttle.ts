// Limits attempts at passwords and codes: counted exactly, by account and by address, or by a known browser.
import { createHmac } from 'node:crypto';
import { StoreError } from '../../../contract/errors.ts';
import { messages } from '../../../contract/messages.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Alerts } from '../../ports/alerts.ts';
import { addressKey } from '../../request-context.ts';
import type { AuthRepository } from './auth.repository.ts';

const windowSeconds = 15 * 60;
const guessesPerWindow = 5;

/** The counter of an attempt. `device` and `session` have their own, so that strangers cannot lock them. */
export type Guesser = { account: string; ip: string } | { device: string } | { session: string };

export type Guess = {
  /** Failed attempts in the window, including this one. */
  count: number;
  /** It succeeded: clears the failed attempts of this caller. */
  forgive(tx: Tx): Promise<void>;
  /** The attempt was neither right nor wrong: removes it. */
  takeBack(): Promise<void>;
};

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

type LoginThrottleDeps = {
  database: Database;
  repository: AuthRepository;
  alerts: Alerts;
  /** Key of the stored hashes of accounts and addresses. */
  secret: string;
  /** RATE_LIMIT_FACTOR. */
  factor: number;
};

export function createLoginThrottle({ database, repository, alerts, secret, factor }: LoginThrottleDeps) {
  const keyed = (text: string) => keyedHash(secret, text);
  const most = Math.ceil(guessesPerWindow * factor);

  function keysOf(guesser: Guesser): { accountKey: string; addressHash: string } {
    if ('account' in guesser) {
      return {
        accountKey: accountKeyOf(secret, guesser.account),
        addressHash: keyed(`address ${addressKey(guesser.ip)}`),
      };
    }
    const own = keyed('device' in guesser ? `device ${guesser.device}` : `session ${guesser.session}`);
    return { accountKey: own, addressHash: own };
  }

  /**
   * Counts the attempt as failed before the check, so that parallel attempts cannot pass the limit. Throws login_locked
   * (429) with the seconds to wait.
   */
  async function count(guesser: Guesser): Promise<Guess> {
    const { accountKey, addressHash } = keysOf(guesser);
    return database.transaction(async (tx) => {
      await repository.lockAttempts(tx, [...new Set([accountKey, addressHash])]);
      const recent = await repository.recentGuesses(tx, accountKey, addressHash, windowSeconds);
      if (recent.count >= most) {
        const minutes = Math.max(1, Math.ceil(recent.secondsToWait / 60));
        throw new StoreError('login_locked', {
          message: messages.loginLocked(minutes),
          retryAfterSeconds: recent.secondsToWait,
          body: { retryAfter: Math.max(1, Math.ceil(recent.secondsToWait)) },
        });
      }
      const id = await repository.addFailedAttempt(tx, accountKey, addressHash);
      return {
        count: recent.count + 1,
        forgive: (later) => repository.forgiveGuesses(later, accountKey, addressHash),
        takeBack: () => repository.removeGuess(id),
      };
    });
  }

  /** Raises alerts for a failed attempt and for the lock after it. `what`: the failure, as a sentence. */
  async function report(
    who: { email: string; ip: string; userAgent: string },
    { count }: Guess,
    what = 'A sign-in failed.',
  ): Promise<void> {
    const details = { ...who, email: who.email.slice(0, 254), attempts: count };
    await database.transaction(async (tx) => {
      await alerts.raise(tx, { type: 'failed_login', severity: 'medium', message: what, details });
      if (count < most) return;
      const message = `Signing in is locked for 15 minutes after ${count} failures.`;
      await alerts.raise(tx, { type: 'brute_force', severity: 'high', message, details });
    });
  }

  /** For an unknown passkey, which names no account. */
  async function reportPasskey(details: { ip: string; userAgent: string }): Promise<void> {
    const message = 'A sign-in by passkey failed.';
    await alerts.raise(database.db, { type: 'failed_login', severity: 'medium', message, details });
  }

  return { count, report, reportPasskey };
}

/** The key of an account's attempts, whether the account exists or not. */
export function accountKeyOf(secret: string, email: string): string {
  return keyedHash(secret, `account ${email.trim().toLowerCase()}`);
}

function keyedHash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
