// Who may: reads the bearer token and holds a call to the access that its endpoint declares.
import type { Endpoint } from '../../contract/endpoint.ts';
import { StoreError } from '../../contract/errors.ts';
import { type Admin, holdToStepUp } from '../caller.ts';

/** Null for a token that is malformed, forged, expired or revoked. */
export type VerifyToken = (token: string) => Promise<Admin | null>;

/**
 * The admin of the call, or null for a visitor. Throws `unauthorized` (401) for an admin call without a good token, and
 * for a call open to either that carries a bad one; `second_factor_required` (403) for an admin without one where every
 * admin must have one; `step_up` (403) where the call asks for a recent password (D-30).
 */
export async function passGate(
  { access, stepUp, beforeSecondFactor }: Pick<Endpoint, 'access' | 'stepUp' | 'beforeSecondFactor'>,
  authorization: string | undefined,
  verify: VerifyToken,
): Promise<Admin | null> {
  if (access === 'public') return null;
  const token = authorization?.match(/^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i)?.[1];
  if (authorization === undefined && access === 'either') return null;
  const admin = token ? await verify(token) : null;
  if (!admin) throw new StoreError('unauthorized');
  if (admin.lacksSecondFactor && !beforeSecondFactor) {
    throw new StoreError('second_factor_required', { body: { code: 'second_factor_required' } });
  }
  if (stepUp) holdToStepUp(admin);
  return admin;
}

/** What a caller shows as a token, well formed or not; null where nothing is shown. */
export function bearerOf(authorization: string | undefined): string | null {
  return authorization?.replace(/^Bearer\s+/i, '').slice(0, 4_096) || null;
}
