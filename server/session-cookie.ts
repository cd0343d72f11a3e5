// The cookie of a bound session. No other answer of the store sets one.

const name = 'applaud_session';

/** The secret of the request's cookie; null without one. */
export function readSessionCookie(header: string | undefined): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [key = '', value = ''] = pair.split('=');
    if (key.trim() === name) return value.trim().slice(0, 200) || null;
  }
  return null;
}

/** The `Set-Cookie` of a new secret. `isSecure`: PUBLIC_URL is https. */
export function sessionCookie(secret: string, maxAgeSeconds: number, isSecure: boolean): string {
  const attributes = ['HttpOnly', 'SameSite=Strict', 'Path=/', `Max-Age=${maxAgeSeconds}`];
  return [`${name}=${secret}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ');
}

/** The `Set-Cookie` that removes it. */
export function removedSessionCookie(isSecure: boolean): string {
  return sessionCookie('', 0, isSecure);
}
