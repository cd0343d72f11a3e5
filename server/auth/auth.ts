// Signing in and out: equal answers for strangers and wrong passwords, exact lockout, a session row behind every token.
import { createHmac } from 'node:crypto';
import { StoreError } from '../../contract/errors.ts';
import { messages } from '../../contract/messages.ts';
import { type Admin, addressKey } from '../caller.ts';

import type { Ids } from '../ids.ts';
import type { Alerts } from '../ports/alerts.ts';
import type { Audit } from '../ports/audit.ts';
import type { Database } from '../store/database.ts';
import type { AuthStore } from './auth-store.ts';
import type { Passwords } from './passwords.ts';
import type { Tokens } from './tokens.ts';

export const sessionSeconds = 86_400;
/** How long a given password opens the guarded calls (D-30). */
export const stepUpSeconds = 600;
const guessWindowSeconds = 15 * 60;
const guessesPerWindow = 5;

export type AuthParts = {
  database: Database;
  store: AuthStore;
  passwords: Passwords;
  tokens: Tokens;
  ids: Ids;
  alerts: Alerts;
  audit: Audit;
  /** Keys the stored hashes of accounts and addresses. */
  secret: string;
  /** RATE_LIMIT_FACTOR. */
  factor: number;
};

type LoginRequest = { email: string; password: string; ip: string; userAgent: string };

export type Auth = ReturnType<typeof createAuth>;

export function createAuth(parts: AuthParts) {
  const { database, store, passwords, tokens, ids, alerts, audit } = parts;
  const keyed = (text: string) => createHmac('sha256', parts.secret).update(text).digest('hex');
  const mostGuesses = Math.ceil(guessesPerWindow * parts.factor);

  /** LOGIN-12, A-52, A-55. Throws bad_credentials (401) or login_locked (429). */
  async function login(request: LoginRequest): Promise<{ token: string; expiresIn: 86_400 }> {
    const email = request.email.trim();
    const { accountKey, addressHash } = keysOf(email, request.ip);
    const guess = await countGuess(accountKey, addressHash);
    const admin = await store.findAdmin(database.db, email);
    // A stranger's password is hashed all the same, so that the answer takes as long.
    const right = await passwords.matches(request.password, admin?.passwordHash ?? null);
    if (!admin || !right) {
      await reportFailure(request, guess.count);
      throw new StoreError('bad_credentials');
    }
    return database.transaction(async (tx) => {
      await store.forgiveGuesses(tx, accountKey, addressHash);
      const session = await store.openSession(tx, {
        id: ids.uuid(),
        adminId: admin.id,
        ip: request.ip,
        userAgent: request.userAgent,
        lifeSeconds: sessionSeconds,
      });
      await audit.record(tx, { actor: `admin:${admin.id}`, action: 'session.opened', subject: session.id });
      const token = tokens.sign({
        email: admin.email,
        role: 'admin',
        ip: request.ip,
        loginTime: session.loginAt.toISOString(),
        iat: Math.floor(session.loginAt.getTime() / 1000),
        exp: Math.floor(session.expiresAt.getTime() / 1000),
        jti: session.id,
      });
      return { token, expiresIn: sessionSeconds };
    });
  }

  /** D-30. Throws wrong_password (403) or login_locked (429): a stolen token guesses no faster than a stranger. */
  async function stepUp({ email, sessionId, id }: Admin, given: Omit<LoginRequest, 'email'>): Promise<void> {
    const { accountKey, addressHash } = keysOf(email, given.ip);
    const guess = await countGuess(accountKey, addressHash);
    const admin = await store.findAdmin(database.db, email);
    if (!admin || !(await passwords.matches(given.password, admin.passwordHash))) {
      await reportFailure({ ...given, email }, guess.count);
      throw new StoreError('wrong_password');
    }
    await database.transaction(async (tx) => {
      await store.forgiveGuesses(tx, accountKey, addressHash);
      await store.proveSession(tx, sessionId);
      await audit.record(tx, { actor: `admin:${id}`, action: 'session.stepped_up', subject: sessionId });
    });
  }

  function keysOf(email: string, ip: string): { accountKey: string; addressHash: string } {
    return { accountKey: keyed(`account ${email.toLowerCase()}`), addressHash: keyed(`address ${addressKey(ip)}`) };
  }

  /** Null for a token that is malformed, forged, expired or revoked (D-14). */
  async function verify(token: string): Promise<Admin | null> {
    const claims = tokens.read(token);
    return claims ? store.findLiveSession(claims.jti, stepUpSeconds) : null;
  }

  /** D-13: the token is dead at once, on every process. */
  async function logout(admin: Admin): Promise<void> {
    await database.transaction(async (tx) => {
      await store.revokeSession(tx, admin.sessionId);
      await audit.record(tx, { actor: `admin:${admin.id}`, action: 'session.closed', subject: admin.sessionId });
    });
  }

  // Counted before the password is looked at, so that parallel guesses cannot outrun the lock.
  async function countGuess(accountKey: string, addressHash: string): Promise<{ count: number }> {
    return database.transaction(async (tx) => {
      await store.lockGuesses(tx, [accountKey, addressHash]);
      const recent = await store.recentGuesses(tx, accountKey, addressHash, guessWindowSeconds);
      if (recent.count >= mostGuesses) {
        const minutes = Math.max(1, Math.ceil(recent.secondsToWait / 60));
        throw new StoreError('login_locked', {
          message: messages.loginLocked(minutes),
          retryAfterSeconds: recent.secondsToWait,
          body: { retryAfter: Math.max(1, Math.ceil(recent.secondsToWait)) },
        });
      }
      await store.addGuess(tx, accountKey, addressHash);
      return { count: recent.count + 1 };
    });
  }

  async function reportFailure({ email, ip, userAgent }: LoginRequest, count: number): Promise<void> {
    const details = { email: email.slice(0, 254), ip, userAgent, attempts: count };
    await database.transaction(async (tx) => {
      await alerts.raise(tx, { type: 'failed_login', severity: 'medium', message: 'A sign-in failed.', details });
      if (count < mostGuesses) return;
      const message = `Signing in is locked for 15 minutes after ${count} failures.`;
      await alerts.raise(tx, { type: 'brute_force', severity: 'high', message, details });
    });
  }

  return { login, verify, logout, stepUp };
}
