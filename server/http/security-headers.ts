// The headers of every answer, also of one to bytes that never become a request.

/** Of pages aside, nothing is to be loaded, run or framed, whatever a browser takes an answer for. */
export const policyHeader = 'content-security-policy';

/** `https`: PUBLIC_URL is https. */
export function securityHeaders(https: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    [policyHeader]: "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  };
}
