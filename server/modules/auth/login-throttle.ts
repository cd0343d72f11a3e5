// Limits attempts at passwords and codes: counted exactly, by account, by address and by its network, or by a known browser.
import { createHmac } from 'node:crypto';
import { emailKey } from '../../../contract/normal-address.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { type CodeWithoutParams, storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import { addressKey, toNetwork } from '../../request-context.ts';
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

/** A counted attempt. `count`: failed ones in the window, with this one; of the network where that is locked. */
export type Guess = { id: number; keys: GuessKeys; count: number };

/** The code of the failure. */
type FailedSignIn = Extract<CodeWithoutParams, `sign_in_failed${string}`>;
type Who = { email: string; ip: string; userAgent: string };

function buildKeys(ctx: StoreContext, guesser: Guesser): GuessKeys {
  if ('account' in guesser) {
    return {
      accountKey: toAccountKey(ctx, guesser.account),
      addressKey: keyedHash(ctx, `address ${addressKey(guesser.ip)}`),
      networkKey: keyedHash(ctx, `network ${toNetwork(guesser.ip)}`),
    };
  }
  const own = keyedHash(ctx, 'device' in guesser ? `device ${guesser.device}` : `session ${guesser.session}`);
  return { accountKey: own, addressKey: own, networkKey: null };
}

/**
 * Counts the attempt as failed before the check, so that parallel attempts cannot pass the limit. Throws login_locked
 * (429) with the seconds to wait.
 */
export async function countGuess(ctx: StoreContext, guesser: Guesser): Promise<Guess> {
  const keys = buildKeys(ctx, guesser);
  const { most, mostOfNetwork } = computeLimits(ctx);
  return ctx.database.transaction(async (tx) => {
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
    return { id, keys, count: network.count + 1 >= mostOfNetwork ? network.count + 1 : own.count + 1 };
  });
}

function computeLimits({ config }: StoreContext): { most: number; mostOfNetwork: number } {
  const factor = config.rateLimitFactor;
  return { most: Math.ceil(guessesPerWindow * factor), mostOfNetwork: Math.ceil(guessesOfNetwork * factor) };
}

/** Raises alerts for a failed attempt and for the lock after it. */
export async function reportGuess(
  ctx: StoreContext,
  who: Who,
  { count }: Guess,
  what: FailedSignIn = 'sign_in_failed',
): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    await reportFailure(ctx, tx, who, what);
    if (count < computeLimits(ctx).most) return;
    await ctx.alerts.raise(tx, {
      type: 'brute_force',
      severity: 'high',
      message: storeMessage('sign_in_locked', { failures: count }),
      details: { ...shortened(who), attempts: count },
      onceKey: `brute_force ${hourlyKey(ctx, who.ip)}`,
    });
  });
}

/** For an unknown passkey, which names no account. */
export async function reportPasskeyGuess(ctx: StoreContext, who: Omit<Who, 'email'>): Promise<void> {
  await ctx.database.transaction((tx) => reportFailure(ctx, tx, who, 'sign_in_failed_by_passkey'));
}

// One alert an hour for each network and account, which counts, and few of them: failed sign-ins cannot push other
// alerts out of the list.
async function reportFailure(
  ctx: StoreContext,
  tx: Tx,
  who: Partial<Who> & { ip: string },
  failure: FailedSignIn,
): Promise<void> {
  const place = `failed_login ${hourlyKey(ctx, who.ip)}`;
  const listed = await authRepository.failuresWithinHour(tx, place);
  const account = toAccountKey(ctx, who.email ?? 'none').slice(0, 16);
  const [onceKey, what]: [string, CodeWithoutParams] =
    listed.all >= mostFailuresListed.all
      ? [`failed_login ${hourlyKey(ctx, '')}`, 'sign_ins_failed_everywhere']
      : listed.here >= mostFailuresListed.network
        ? [place, 'sign_ins_failed_here']
        : [`${place} ${account}`, failure];
  await ctx.alerts.raise(tx, {
    type: 'failed_login',
    severity: 'medium',
    message: storeMessage(what),
    details: { ...shortened(who), attempts: 1 },
    onceKey,
    counted: true,
  });
}

function hourlyKey(ctx: StoreContext, ip: string): string {
  return `${toNetwork(ip)} ${ctx.clock.now().toISOString().slice(0, 13)}`;
}

/** A sign-in from a network that the admin has not used before. */
export async function reportNewPlace(ctx: StoreContext, tx: Tx, who: Who): Promise<void> {
  await ctx.alerts.raise(tx, {
    type: 'new_sign_in',
    severity: 'medium',
    message: storeMessage('signed_in_elsewhere', { email: who.email }),
    details: shortened(who),
    mailKey: toAccountKey(ctx, who.email).slice(0, 16),
  });
}

function shortened<T extends Partial<Who>>(who: T): T {
  return who.email === undefined ? who : { ...who, email: who.email.slice(0, 254) };
}

/** The key of an account's attempts, whether the account exists or not. */
export function toAccountKey(ctx: Pick<StoreContext, 'jwtSecret'>, email: string): string {
  return keyedHash(ctx, `account ${emailKey(email)}`);
}

function keyedHash({ jwtSecret }: Pick<StoreContext, 'jwtSecret'>, text: string): string {
  return createHmac('sha256', jwtSecret).update(text).digest('hex');
}
