// Limits attempts at passwords and codes: counted exactly, by account, by address and by its network, or by a known browser.
import { createHmac } from 'node:crypto';
import { emailKey } from '../../../contract/normal-address.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { type CodeWithoutParams, storeMessage } from '../../../contract/store-messages.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Alerts } from '../../ports/alerts.ts';
import { addressKey, networkOf } from '../../request-context.ts';
import type { GuessKeys } from './auth.repository.ts';
import * as authRepository from './auth.repository.ts';

const windowSeconds = 15 * 60;
const guessesPerWindow = 5;
/** Of one network, IPv4 /24 or IPv6 /48. */
const guessesOfNetwork = 20;
/** Alerts of failed sign-ins an hour; further failures share one. */
const mostFailuresListed = { network: 10, all: 40 };

/** The counter of an attempt. `device` and `session` have their own, so that strangers cannot lock them. */
export type Guesser = { account: string; ip: string } | { device: string } | { session: string };

export type Guess = {
  /** Failed attempts in the window, including this one; of the network where it is locked. */
  count: number;
  /** It succeeded: clears the failed attempts of this caller. */
  forgive(tx: Tx): Promise<void>;
  /** The attempt was neither right nor wrong: removes it. */
  takeBack(): Promise<void>;
};

/** The code of the failure. */
type FailedSignIn = Extract<CodeWithoutParams, `sign_in_failed${string}`>;
type Who = { email: string; ip: string; userAgent: string };

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

type LoginThrottleDeps = {
  database: Database;
  alerts: Alerts;
  clock: Clock;
  /** Key of the stored hashes of accounts and addresses. */
  secret: string;
  /** RATE_LIMIT_FACTOR. */
  factor: number;
};

export function createLoginThrottle({ database, alerts, clock, secret, factor }: LoginThrottleDeps) {
  const keyed = (text: string) => keyedHash(secret, text);
  const most = Math.ceil(guessesPerWindow * factor);
  const mostOfNetwork = Math.ceil(guessesOfNetwork * factor);

  function keysOf(guesser: Guesser): GuessKeys {
    if ('account' in guesser) {
      return {
        accountKey: accountKeyOf(secret, guesser.account),
        addressKey: keyed(`address ${addressKey(guesser.ip)}`),
        networkKey: keyed(`network ${networkOf(guesser.ip)}`),
      };
    }
    const own = keyed('device' in guesser ? `device ${guesser.device}` : `session ${guesser.session}`);
    return { accountKey: own, addressKey: own, networkKey: null };
  }

  /**
   * Counts the attempt as failed before the check, so that parallel attempts cannot pass the limit. Throws login_locked
   * (429) with the seconds to wait.
   */
  async function count(guesser: Guesser): Promise<Guess> {
    const keys = keysOf(guesser);
    return database.transaction(async (tx) => {
      await authRepository.lockAttempts(tx, [...new Set(Object.values(keys).filter((key) => key !== null))]);
      const { own, network } = await authRepository.recentGuesses(tx, keys, windowSeconds);
      const full = own.count >= most ? own : network.count >= mostOfNetwork ? network : null;
      if (full) {
        const minutes = Math.max(1, Math.ceil(full.secondsToWait / 60));
        throw new StoreError('login_locked', {
          reason: storeMessage('login_locked_for', { minutes }),
          retryAfterSeconds: full.secondsToWait,
          body: { retryAfter: Math.max(1, Math.ceil(full.secondsToWait)) },
        });
      }
      const id = await authRepository.addFailedAttempt(tx, keys);
      return {
        count: network.count + 1 >= mostOfNetwork ? network.count + 1 : own.count + 1,
        forgive: (later) => authRepository.forgiveGuesses(later, keys.accountKey, keys.addressKey),
        takeBack: () => authRepository.removeGuess(database.db, id),
      };
    });
  }

  /** Raises alerts for a failed attempt and for the lock after it. */
  async function report(who: Who, { count }: Guess, what: FailedSignIn = 'sign_in_failed'): Promise<void> {
    await database.transaction(async (tx) => {
      await reportFailure(tx, who, what);
      if (count < most) return;
      await alerts.raise(tx, {
        type: 'brute_force',
        severity: 'high',
        message: storeMessage('sign_in_locked', { failures: count }),
        details: { ...shortened(who), attempts: count },
        onceKey: `brute_force ${hourlyKey(who.ip)}`,
      });
    });
  }

  /** For an unknown passkey, which names no account. */
  async function reportPasskey(who: Omit<Who, 'email'>): Promise<void> {
    await database.transaction((tx) => reportFailure(tx, who, 'sign_in_failed_by_passkey'));
  }

  // One alert an hour for each network and account, which counts, and few of them: failed sign-ins cannot push other
  // alerts out of the list.
  async function reportFailure(tx: Tx, who: Partial<Who> & { ip: string }, failure: FailedSignIn): Promise<void> {
    const place = `failed_login ${hourlyKey(who.ip)}`;
    const listed = await authRepository.failuresWithinHour(tx, place);
    const account = keyed(`account ${emailKey(who.email ?? 'none')}`).slice(0, 16);
    const [onceKey, what]: [string, CodeWithoutParams] =
      listed.all >= mostFailuresListed.all
        ? [`failed_login ${hourlyKey('')}`, 'sign_ins_failed_everywhere']
        : listed.here >= mostFailuresListed.network
          ? [place, 'sign_ins_failed_here']
          : [`${place} ${account}`, failure];
    await alerts.raise(tx, {
      type: 'failed_login',
      severity: 'medium',
      message: storeMessage(what),
      details: { ...shortened(who), attempts: 1 },
      onceKey,
      counted: true,
    });
  }

  function hourlyKey(ip: string): string {
    return `${networkOf(ip)} ${clock.now().toISOString().slice(0, 13)}`;
  }

  /** A sign-in from a network that the admin has not used before. */
  async function reportNewPlace(tx: Tx, who: Who): Promise<void> {
    await alerts.raise(tx, {
      type: 'new_sign_in',
      severity: 'medium',
      message: storeMessage('signed_in_elsewhere', { email: who.email }),
      details: shortened(who),
      mailKey: accountKeyOf(secret, who.email).slice(0, 16),
    });
  }

  return { count, report, reportPasskey, reportNewPlace };
}

function shortened<T extends Partial<Who>>(who: T): T {
  return who.email === undefined ? who : { ...who, email: who.email.slice(0, 254) };
}

/** The key of an account's attempts, whether the account exists or not. */
export function accountKeyOf(secret: string, email: string): string {
  return keyedHash(secret, `account ${emailKey(email)}`);
}

function keyedHash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
