// Who may: reads the bearer token or key, and checks the access and the scope that the endpoint declares.
import { apiKeyMark } from '../../contract/api-access.ts';
import { alwaysStepsUp, type Endpoint } from '../../contract/endpoint.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import { type Admin, assertRole, assertStepUp, type KeyHolder } from '../request-context.ts';

export type Verifiers = {
  /** Null for a token that is malformed, forged, expired or revoked. */
  verify(token: string): Promise<Admin | null>;
  /** Null for a key that is unknown, expired or revoked. */
  verifyKey(key: string): Promise<KeyHolder | null>;
};

/** Of the two, one at most. */
export type Passed = { admin: Admin | null; keyHolder: KeyHolder | null };

const visitor: Passed = { admin: null, keyHolder: null };

/**
 * The caller; nobody for a visitor. Throws `unauthorized` (401) for an admin call without a valid token or key, and for
 * an invalid one at any call.
 */
export async function identify(
  declared: Pick<Endpoint, 'access'>,
  authorization: string | undefined,
  { verify, verifyKey }: Verifiers,
): Promise<Passed> {
  if (declared.access === 'public') return visitor;
  if (authorization === undefined && declared.access === 'either') return visitor;
  const key = authorization?.match(/^Bearer (\S+)$/i)?.[1];
  if (key?.startsWith(apiKeyMark)) {
    const keyHolder = await verifyKey(key);
    if (!keyHolder) throw new StoreError('unauthorized', { reason: 'key_invalid' });
    return { admin: null, keyHolder };
  }
  const token = authorization?.match(/^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i)?.[1];
  const admin = token ? await verify(token) : null;
  if (!admin) throw new StoreError('unauthorized');
  return { admin, keyHolder: null };
}

/**
 * Checks the caller against the declaration. Throws `no_scope` (403) for a key without the scope of the call;
 * `second_factor_required` (403) for an admin without a required one; `no_role` (403) for a lower role than the call
 * needs; `step_up` (403) where the call needs a recent proof.
 */
export function authorize(
  declared: Pick<Endpoint, 'role' | 'scope' | 'stepUp' | 'beforeSecondFactor'>,
  { admin, keyHolder }: Passed,
): void {
  if (keyHolder) assertScope(declared, keyHolder);
  if (!admin) return;
  if (admin.lacksSecondFactor && !declared.beforeSecondFactor) {
    throw new StoreError('second_factor_required', { body: { code: 'second_factor_required' } });
  }
  if (declared.role) assertRole(admin, declared.role);
  if (alwaysStepsUp(declared)) assertStepUp(admin);
}

/** The token or key of the request, well formed or not; null without one. */
export function readBearer(authorization: string | undefined): string | null {
  return authorization?.replace(/^Bearer\s+/i, '').slice(0, 4_096) || null;
}

// A program cannot enter a password: the scope of its key replaces the step-up.
function assertScope({ scope }: Pick<Endpoint, 'scope'>, keyHolder: KeyHolder): void {
  if (scope && keyHolder.scopes.includes(scope)) return;
  const reason = scope ? storeMessage('scope_required', { scope }) : 'admins_only';
  throw new StoreError('no_scope', { reason, body: { code: 'no_scope' } });
}
