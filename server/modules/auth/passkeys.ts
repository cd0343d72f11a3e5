// Passkeys (WebAuthn): registered by a signed-in admin, used for sign-in. @simplewebauthn implements the protocol; this
// module decides who may, and uses each challenge and response once.

import { isIP } from 'node:net';
import type { InputOf } from '../../../contract/endpoint.ts';
import type { Endpoints } from '../../../contract/index.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import type { Admin } from '../../request-context.ts';
import * as authRepository from './auth.repository.ts';
import { addFactor, removeFactor } from './backup-codes.ts';
import type { PasskeyRow } from './passkeys.repository.ts';
import * as passkeysRepository from './passkeys.repository.ts';

/** Loaded at the first use of a passkey: 300 files (decision 113). */
const loadLibrary = () => import('@simplewebauthn/server');

/** Time limit of the browser's response. */
const answerSeconds = 300;
/** Limit per admin. */
const mostPasskeys = 20;

type Made = InputOf<Endpoints['addPasskey']>['body'];
export type ShownPasskey = InputOf<Endpoints['passkeyLogin']>['body']['response'];
/** The admin of the passkey. */
type Holder = { id: string; email: string };

/** Throws conflict at the limit, or when PUBLIC_URL has an IP address. */
export async function startPasskey(ctx: StoreContext, admin: Admin) {
  const { rpID } = toRelyingParty(ctx);
  const has = await passkeysRepository.listPasskeys(ctx.database.db, admin.id);
  if (has.length >= mostPasskeys) throw new StoreError('conflict', { reason: 'too_many_passkeys' });
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpID,
    rpName: (await ctx.settings.profile()).profile.name,
    userName: admin.email,
    userDisplayName: admin.email,
    userID: new TextEncoder().encode(admin.id),
    attestationType: 'none',
    excludeCredentials: has.map(({ id, transports }) => ({ id, transports })),
    // Requires user verification, and lets the browser find the account.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: answerSeconds * 1000,
  });
  await passkeysRepository.addChallenge(ctx.database.db, options.challenge, admin.id, answerSeconds);
  return { ...options };
}

/** Throws invalid_input for an invalid response, conflict for an existing passkey. */
export async function addPasskey(
  ctx: StoreContext,
  admin: Admin,
  { name, response }: Made,
): Promise<PasskeyRow & { backupCodes: string[] }> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const { registrationInfo } = await verified(
    () =>
      verifyRegistrationResponse({
        response: { ...response, clientExtensionResults: {} },
        expectedChallenge: (challenge) => passkeysRepository.takeChallenge(ctx.database.db, challenge, admin.id),
        ...expectedParty(ctx),
        requireUserVerification: true,
      }),
    doesNotFit,
  );
  if (!registrationInfo) throw doesNotFit();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return ctx.database.transaction(async (tx) => {
    const row = {
      id,
      adminId: admin.id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports,
      name,
    };
    const [added, codes] = await addFactor(ctx, tx, admin.id, () => passkeysRepository.addPasskey(tx, row));
    if (!added) throw new StoreError('conflict', { reason: 'passkey_exists' });
    await authRepository.noteSecondFactor(tx, admin.sessionId);
    await ctx.audit.record(tx, {
      actor: `admin:${admin.id}`,
      action: 'passkey.added',
      subject: admin.id,
      details: { name },
    });
    return { ...added, backupCodes: codes };
  });
}

/** Throws not_found for another admin's passkey. */
export async function removePasskey(ctx: StoreContext, admin: Admin, id: string): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    const isRemoved = await removeFactor(tx, admin.id, () => passkeysRepository.removePasskey(tx, admin.id, id));
    if (!isRemoved) throw new StoreError('not_found');
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'passkey.removed', subject: admin.id });
  });
}

/** Without an account: the browser offers its passkeys. */
export async function startPasskeyLogin(ctx: StoreContext) {
  return startUse(ctx, null, []);
}

/** For the passkeys of this admin. */
export async function startPasskeyStepUp(ctx: StoreContext, { id }: Admin) {
  return startUse(ctx, id, await passkeysRepository.listPasskeys(ctx.database.db, id));
}

async function startUse(ctx: StoreContext, adminId: string | null, allowed: PasskeyRow[]) {
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({
    rpID: toRelyingParty(ctx).rpID,
    userVerification: 'required',
    timeout: answerSeconds * 1000,
    ...(adminId === null ? {} : { allowCredentials: allowed.map(({ id, transports }) => ({ id, transports })) }),
  });
  await passkeysRepository.addChallenge(ctx.database.db, options.challenge, adminId, answerSeconds);
  return { ...options };
}

/**
 * Calls `then` with the passkey's admin, in the transaction that consumes the response. Throws wrong_passkey (401)
 * for every invalid response, without a reason. `adminId`: of the step-up; null for a sign-in.
 */
export async function takePasskey<T>(
  ctx: StoreContext,
  response: ShownPasskey,
  adminId: string | null,
  then: (tx: Tx, holder: Holder) => Promise<T>,
): Promise<T> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  const passkey = await passkeysRepository.findPasskey(ctx.database.db, response.id);
  const { authenticationInfo } = await verified(async () => {
    if (!passkey || (adminId !== null && passkey.adminId !== adminId))
      return { verified: false as const, authenticationInfo: null };
    return verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: (challenge) => passkeysRepository.takeChallenge(ctx.database.db, challenge, adminId),
      ...expectedParty(ctx),
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        counter: passkey.counter,
        transports: passkey.transports,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      },
    });
  });
  if (!passkey || !authenticationInfo) throw new StoreError('wrong_passkey');
  return ctx.database.transaction(async (tx) => {
    if (!(await passkeysRepository.noteUse(tx, passkey, authenticationInfo.newCounter)))
      throw new StoreError('wrong_passkey');
    return then(tx, { id: passkey.adminId, email: passkey.email });
  });
}

/** Passkeys are bound to the host name of PUBLIC_URL. Throws conflict for an IP address. */
function toRelyingParty({ config }: StoreContext): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(config.publicUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) === 0) return { rpID: hostname, origin };
  throw new StoreError('conflict', { reason: 'passkeys_need_name' });
}

function expectedParty(ctx: StoreContext) {
  const { rpID, origin } = toRelyingParty(ctx);
  return { expectedOrigin: origin, expectedRPID: rpID };
}

/** The library throws for an invalid response: all its errors mean the same to the caller. */
async function verified<T extends { verified: boolean }>(
  verify: () => Promise<T>,
  refusal = () => new StoreError('wrong_passkey'),
): Promise<T> {
  const outcome = await verify().catch(() => null);
  if (!outcome?.verified) throw refusal();
  return outcome;
}

// Not a 401, which would end the admin's session in the browser.
function doesNotFit(): StoreError {
  return new StoreError('invalid_input', { reason: 'wrong_passkey' });
}
