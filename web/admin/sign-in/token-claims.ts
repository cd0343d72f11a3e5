// Reads the claims of the token without verifying it: only the server verifies a token.

type TokenClaims = {
  email: string;
  role: string;
  /** Seconds since 1970. */
  exp: number;
};

/** Further claims, or null. */
type TokenDetails = { ip: string | null; loginTime: string | null; issuedSeconds: number | null };

/** The claims of a JWT, or null where they cannot be read. */
export function readTokenClaims(token: string): TokenClaims | null {
  const { email, role, exp } = payloadOf(token) ?? {};
  if (typeof email !== 'string' || typeof role !== 'string' || typeof exp !== 'number') return null;
  return { email, role, exp };
}

/** Null where the token cannot be read at all. */
export function readTokenDetails(token: string): TokenDetails | null {
  const claims = payloadOf(token);
  if (!claims) return null;
  const { ip, loginTime, iat } = claims;
  return {
    ip: typeof ip === 'string' ? ip : null,
    loginTime: typeof loginTime === 'string' ? loginTime : null,
    issuedSeconds: typeof iat === 'number' ? iat : null,
  };
}

function payloadOf(token: string): Record<string, unknown> | null {
  try {
    const payload = token.split('.')[1] ?? '';
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
    const claims: unknown = JSON.parse(text);
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
