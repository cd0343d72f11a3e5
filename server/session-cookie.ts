// The cookie of a bound session. No other answer of the store sets one.

const name = 'applaud_session';
/** Over https. A browser accepts it from this host alone: no other subdomain can plant one. */
const hostName = `__Host-${name}`;

/**
 * The secrets of the request's cookies, one of which may be the session's: another host can plant a second cookie of the
 * plain name before it. Over https that name is of the version before, and is read for one version.
 */
export function readSessionCookies(header: string | undefined): string[] {
  return (header?.split(';') ?? []).flatMap((pair) => {
    const [key = '', value = ''] = pair.split('=');
    const secret = value.trim().slice(0, 200);
    return secret !== '' && [hostName, name].includes(key.trim()) ? [secret] : [];
  });
}

/** The `Set-Cookie` of a new secret. `isSecure`: PUBLIC_URL is https. */
export function sessionCookie(secret: string, maxAgeSeconds: number, isSecure: boolean): string {
  return formatCookie(isSecure ? hostName : name, secret, maxAgeSeconds, isSecure);
}

/** Each `Set-Cookie` that removes it. */
export function removedSessionCookies(isSecure: boolean): string[] {
  return (isSecure ? [hostName, name] : [name]).map((each) => formatCookie(each, '', 0, isSecure));
}

function formatCookie(key: string, secret: string, maxAgeSeconds: number, isSecure: boolean): string {
  const attributes = ['HttpOnly', 'SameSite=Strict', 'Path=/', `Max-Age=${maxAgeSeconds}`];
  return [`${key}=${secret}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ');
}
