// The admin's token: a JWT, HS256 only. The database decides whether its session is live.
import { createSigner, createVerifier } from 'fast-jwt';
import { z } from 'zod';
import { oncePerContext, type StoreContext } from '../../context.ts';

const claims = z.object({
  email: z.string(),
  role: z.literal('admin'),
  ip: z.string(),
  loginTime: z.string(),
  iat: z.number(),
  /** Seconds since 1970. */
  exp: z.number(),
  jti: z.uuid(),
});

type Claims = z.infer<typeof claims>;

const keyed = oncePerContext(({ jwtSecret: key }) => ({
  sign: createSigner({ key, algorithm: 'HS256' }),
  verify: createVerifier({ key, algorithms: ['HS256'], ignoreExpiration: true, ignoreNotBefore: true }),
}));

export function signToken(ctx: StoreContext, payload: Claims): string {
  return keyed(ctx).sign(payload);
}

/**
 * Null unless it is well formed, signed with HS256 by this store, and has the store's claims. Does not check its age.
 */
export function readToken(ctx: StoreContext, token: string): Claims | null {
  try {
    const read = claims.safeParse(keyed(ctx).verify(token));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
