// The admin's token: a JWT, HS256 only. The database decides whether its session is live.
import { createSigner, createVerifier } from 'fast-jwt';
import { z } from 'zod';

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

export type Claims = z.infer<typeof claims>;

export type Tokens = {
  sign(claims: Claims): string;
  /**
   * Null unless it is well formed, signed with HS256 by this store, and has the store's claims. Does not check its age.
   */
  read(token: string): Claims | null;
};

/** `secret`: at least 32 bytes. */
export function createTokens(secret: string): Tokens {
  const sign = createSigner({ key: secret, algorithm: 'HS256' });
  const verify = createVerifier({ key: secret, algorithms: ['HS256'], ignoreExpiration: true, ignoreNotBefore: true });
  return {
    sign: (payload) => sign(payload),
    read: (token) => {
      try {
        const read = claims.safeParse(verify(token));
        return read.success ? read.data : null;
      } catch {
        return null;
      }
    },
  };
}
