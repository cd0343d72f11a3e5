import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveVapidKeys, vapidHeader } from './web-push-crypto.ts';

const now = new Date('2026-03-01T12:00:00Z');
const keys = deriveVapidKeys('x'.repeat(32));

function parse(header: string) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  return { head: read(head), claims: read(claims), key, isValid };
}

test('a token names the push service and the store, ends in half a day and verifies with the key beside it (RFC 8292)', () => {
  const endpoint = new URL('https://push.example:8443/p/abc?d=1');
  const parsed = parse(vapidHeader(keys, { endpoint, contact: 'https://shop.example', now }));
  expect(parsed.head).toEqual({ typ: 'JWT', alg: 'ES256' });
  expect(parsed.claims).toEqual({
    aud: 'https://push.example:8443',
    exp: now.getTime() / 1000 + 43_200,
    sub: 'https://shop.example',
  });
  expect(parsed).toMatchObject({ isValid: true, key: keys.publicKey });
});

test('the key pair follows from the secret of the store, and from no other', () => {
  expect(deriveVapidKeys('x'.repeat(32)).publicKey).toBe(keys.publicKey);
  expect(deriveVapidKeys('y'.repeat(32)).publicKey).not.toBe(keys.publicKey);
  expect(Buffer.from(keys.publicKey, 'base64url')).toHaveLength(65);
});
