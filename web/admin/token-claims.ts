// Reads what the token says of itself (AUTH-10). Never proof of anything: only the server verifies a token.

type TokenClaims = {
  email: string;
  role: string;
  /** Seconds since 1970. */
  exp: number;
};

/** The claims of a JWT, or null where they cannot be read. */
export function readTokenClaims(token: string): TokenClaims | null {
  try {
    const payload = token.split('.')[1] ?? '';
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
    const claims: unknown = JSON.parse(text);
    if (typeof claims !== 'object' || claims === null) return null;
    const { email, role, exp } = claims as Record<string, unknown>;
    if (typeof email !== 'string' || typeof role !== 'string' || typeof exp !== 'number') return null;
    return { email, role, exp };
  } catch {
    return null;
  }
}
