// Sign-in and sign-out. Unknown emails and wrong passwords get the same response; every token has a session row.
import { createHash } from 'node:crypto';
import { StoreError } from '../../../contract/store-error.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import { type Admin, proofRefusal, toNetwork } from '../../request-context.ts';
import * as authRepository from './auth.repository.ts';
import { findDevice, noteDeviceUse } from './devices.ts';
import { countGuess, reportGuess, reportNewPlace, reportPasskeyGuess } from './login-throttle.ts';
import { type ShownPasskey, takePasskey } from './passkeys.ts';
import { matchesPassword } from './passwords.ts';
import { takeCode } from './second-factor.ts';
import { readToken, signToken } from './tokens.ts';

export const sessionSeconds = 86_400;
/** How long a password check allows the protected calls. Seconds. */
export const stepUpSeconds = 600 as const;

const sessionSecretBytes = 32;
/** How long a replaced cookie stays valid, for calls in flight. */
const formerSecretSeconds = 10;

/** `secrets`: of the cookies, of which one has to be the session's. */
type TokenUse = { secrets: readonly string[]; unattended: boolean };

type Caller = { ip: string; userAgent: string };
/** `bind`: the token works only with a cookie. */
type NewSession = Caller & { bind?: boolean | undefined };
/** `secret`: of the cookie; null for an unbound token. */
export type SignedIn = { token: string; expiresIn: 86_400; secret: string | null };
type LoginRequest = NewSession & {
  email: string;
  password: string;
  code?: string | undefined;
  deviceKey?: string | undefined;
};
type Proof = { password: string } | { code: string };
/** The new secret of the cookie; null for an unbound session, and right after another step-up. */
export type SteppedUp = { cookie: { secret: string; secondsLeft: number } | null };

/**
 * Signs in. Throws bad_credentials (401); code_required (401) or wrong_code (403) with a second factor;
 * passkey_required (401) without a backup code when a passkey is the only one and required; login_locked (429).
 */
export async function login(ctx: StoreContext, request: LoginRequest): Promise<SignedIn> {
  const email = request.email.trim();
  const device = await findDevice(ctx, request.deviceKey, email);
  const guess = await countGuess(ctx, device === null ? { account: email, ip: request.ip } : { device });
  const admin = await authRepository.findAdmin(ctx.database.db, email);
  // Hashes the password for an unknown email too, so that the response time is the same.
  const right = await matchesPassword(request.password, admin?.passwordHash ?? null);
  const who = { email, ip: request.ip, userAgent: request.userAgent };
  if (!admin || !right) {
    await reportGuess(ctx, who, guess);
    throw new StoreError('bad_credentials');
  }
  const hasApp = admin.totpConfirmedAt !== null;
  const factors = hasApp ? null : await authRepository.requiredInsteadOfApp(ctx.database.db, admin.id);
  const needsCode = hasApp || factors !== null;
  if (needsCode && !request.code?.trim()) {
    // It was neither right nor wrong.
    await authRepository.removeGuess(ctx.database.db, guess.id);
    throw factors === null
      ? new StoreError('code_required', { body: { code: 'code_required' } })
      : new StoreError('passkey_required', { body: { code: 'passkey_required', factors } });
  }
  const signedIn = await ctx.database.transaction(async (tx) => {
    if (needsCode && !(await takeCode(ctx, tx, admin.id, request.code ?? ''))) return null;
    await authRepository.forgiveGuesses(tx, guess.keys);
    if (device !== null) await noteDeviceUse(tx, device);
    return openSession(ctx, tx, { ...admin, secondFactor: needsCode }, request);
  });
  if (signedIn) return signedIn;
  await reportGuess(ctx, who, guess, 'sign_in_failed_at_code');
  throw new StoreError('wrong_code', { body: { code: 'wrong_code' } });
}

/** The first session of a new admin begins with the password that was just chosen. */
export async function openSession(
  ctx: StoreContext,
  tx: Tx,
  admin: { id: string; email: string; secondFactor: boolean },
  { ip, userAgent, bind }: NewSession,
): Promise<SignedIn> {
  const before = await authRepository.signInAddresses(tx, admin.id);
  const secret = bind ? ctx.ids.secretHex(sessionSecretBytes) : null;
  const session = await authRepository.openSession(tx, {
    id: ctx.ids.uuid(),
    adminId: admin.id,
    ip,
    userAgent,
    secondFactor: admin.secondFactor,
    secretHash: secret && hashSecret(secret),
    lifeSeconds: sessionSeconds,
  });
  await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'session.opened', subject: session.id });
  if (before.length > 0 && !before.some((one) => toNetwork(one) === toNetwork(ip))) {
    await reportNewPlace(ctx, tx, { email: admin.email, ip, userAgent });
  }
  const token = signToken(ctx, {
    email: admin.email,
    role: 'admin',
    ip,
    loginTime: session.loginAt.toISOString(),
    iat: Math.floor(session.loginAt.getTime() / 1000),
    exp: Math.floor(session.expiresAt.getTime() / 1000),
    jti: session.id,
  });
  return { token, expiresIn: sessionSeconds, secret };
}

/** A passkey counts as both factors. Throws wrong_passkey (401). */
export async function passkeyLogin(ctx: StoreContext, response: ShownPasskey, caller: NewSession): Promise<SignedIn> {
  try {
    return await takePasskey(ctx, response, null, (tx, holder) =>
      openSession(ctx, tx, { ...holder, secondFactor: true }, caller),
    );
  } catch (error) {
    if (error instanceof StoreError && error.code === 'wrong_passkey') await reportPasskeyGuess(ctx, caller);
    throw error;
  }
}

/**
 * Verifies a code of the app, a backup code or the password. Throws stronger_factor (403) for the password of an admin
 * who has a second factor, wrong_password or wrong_code (403), or login_locked (429): a stolen token allows no more
 * attempts than a sign-in.
 */
export async function stepUp(
  ctx: StoreContext,
  session: Admin,
  proof: Proof,
  { ip, userAgent }: Caller,
): Promise<SteppedUp> {
  const { email, sessionId, id, factors } = session;
  if ('password' in proof && !factors.includes('password')) throw proofRefusal('stronger_factor', session);
  const guess = await countGuess(ctx, { session: sessionId });
  const byPassword = 'password' in proof;
  const admin = byPassword ? await authRepository.findAdmin(ctx.database.db, email) : null;
  const right = byPassword && (await matchesPassword(proof.password, admin?.passwordHash ?? null));
  const proved = await ctx.database.transaction(async (tx) => {
    if (!right && (byPassword || factors.includes('password') || !(await takeCode(ctx, tx, id, proof.code)))) {
      return null;
    }
    await authRepository.forgiveGuesses(tx, guess.keys);
    return noteProof(ctx, tx, session, !byPassword);
  });
  if (proved) return proved;
  await reportGuess(ctx, { email, ip, userAgent }, guess);
  throw new StoreError(byPassword ? 'wrong_password' : 'wrong_code');
}

/** The same by a passkey of this admin. Throws passkey_refused (403), or login_locked (429). */
export async function stepUpByPasskey(
  ctx: StoreContext,
  session: Admin,
  response: ShownPasskey,
  { ip, userAgent }: Caller,
): Promise<SteppedUp> {
  const guess = await countGuess(ctx, { session: session.sessionId });
  try {
    return await takePasskey(ctx, response, session.id, async (tx) => {
      await authRepository.forgiveGuesses(tx, guess.keys);
      return noteProof(ctx, tx, session, true);
    });
  } catch (error) {
    // Not a 401, which would end the session in the browser.
    if (!(error instanceof StoreError) || error.code !== 'wrong_passkey') throw error;
    await reportGuess(ctx, { email: session.email, ip, userAgent }, guess);
    throw new StoreError('passkey_refused');
  }
}

async function noteProof(
  ctx: StoreContext,
  tx: Tx,
  { id, sessionId, isBound }: Admin,
  bySecondFactor: boolean,
): Promise<SteppedUp> {
  await authRepository.proveSession(tx, sessionId);
  if (bySecondFactor) await authRepository.noteSecondFactor(tx, sessionId);
  await ctx.audit.record(tx, { actor: `admin:${id}`, action: 'session.stepped_up', subject: sessionId });
  if (!isBound) return { cookie: null };
  const secret = ctx.ids.secretHex(sessionSecretBytes);
  const rotated = await authRepository.rotateSecret(tx, sessionId, hashSecret(secret), formerSecretSeconds);
  return { cookie: rotated && { secret, secondsLeft: rotated.secondsLeft } };
}

/**
 * Null for a token that is malformed, forged, expired, revoked or idle for too long, or bound to a cookie that
 * is not among `secrets`. `unattended`: the call does not prolong the session.
 */
export async function verifyToken(
  ctx: StoreContext,
  token: string,
  { secrets, unattended }: TokenUse,
): Promise<Admin | null> {
  const session = await findSession(ctx, token);
  if (!session) return null;
  const { admin, secretHashes, usedLately } = session;
  if (admin.isBound && !secrets.some((secret) => secretHashes.includes(hashSecret(secret)))) return null;
  // The call does not wait, nor fail where the database is read-only: the next one notes the use.
  if (admin.isBound && !unattended && !usedLately)
    void authRepository.noteUse(ctx.database.db, admin.sessionId).catch(() => undefined);
  return admin;
}

/** The same for a websocket whose cookie was checked when it opened. */
export async function verifyTokenAgain(ctx: StoreContext, token: string): Promise<Admin | null> {
  return (await findSession(ctx, token))?.admin ?? null;
}

async function findSession(ctx: StoreContext, token: string) {
  const claims = readToken(ctx, token);
  return claims && authRepository.findLiveSession(ctx.database.db, claims.jti, stepUpSeconds);
}

/** The token is invalid immediately, on every process. */
export async function logout(ctx: StoreContext, admin: Admin): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    await authRepository.revokeSession(tx, admin.sessionId);
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'session.closed', subject: admin.sessionId });
  });
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
