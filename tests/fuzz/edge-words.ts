// What of an address and of a header is no good in itself.
import type { Random } from '../../server/demo/random.ts';
import { oddText } from './edge-values.ts';

export type Headers = Record<string, string | string[]>;

/** As they are sent. */
export const edgePaths: readonly string[] = [
  ...['%ff', '%E0%A4%A', '%', '%zz', '%00', '%2e%2e%2f%2e%2e', '..', '.', '//', ';a=b', '%c0%ae', '*', ':id', '%25ff'],
  ...['%ed%a0%80', '%0d%0aX-A:b', '\xff\xfe', '%u0041', '__proto__', `${'a'.repeat(501)}`, '%F0%9F%98%80'.repeat(30)],
];

/** Puts one in; tells which. */
export function mutateHeader(headers: Headers, random: Random): string {
  const latin = (text: string) =>
    Buffer.from(wellFormed(text).replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')).toString('latin1');
  const name = random.pick([
    ...['user-agent', 'x-forwarded-for', 'idempotency-key', 'accept-language', 'origin', 'referer', 'host', 'range'],
    ...['x-notification-secret', 'stripe-signature', 'if-none-match', 'sec-gpc', 'expect', 'x-http-method-override'],
    ...['x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'accept', 'accept-encoding', 'cookie', 'purpose', 'dnt'],
  ]);
  const value = random.chance(0.5) ? latin(oddText(random)).slice(0, 3_000) : random.pick(headerValues);
  headers[name] = random.chance(0.1) && name !== 'host' ? [value, value] : value;
  return `the header ${name}`;
}

const headerValues: readonly string[] = [
  ...[
    '1',
    '*',
    '10.0.0.1, 10.0.0.2, x',
    '::1%eth0',
    '[2001:db8::1]:443',
    '999.1.1.1',
    'bytes=0-',
    '100-continue',
    'null',
  ],
  ...['W/"x"', 'en;q=9,*;q=-1', 't=1,v1=00', 't=9999999999999999999,v1=zz', 'GET', 'https', 'for="[::1]"', ',,,', '"'],
];

// Half a pair of characters cannot stand in an address at all.
export function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}
