// Identifies the store to push services: a token signed with its key (RFC 8292).
import { createECDH, createPrivateKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import { curve } from './encryption.ts';

/** A push service takes a token for at most a day. */
const tokenLifeSeconds = 12 * 3600;
/** The order of the group of P-256. */
const groupOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const privateKeyBytes = 32;

export type VapidKeys = {
  /** Uncompressed point in base64url: the browser's `applicationServerKey`, and `k` of each request. */
  publicKey: string;
  privateKey: KeyObject;
};

/** The key pair that follows from `secret` (SECRETS_KEY): the same on every process and after each start. */
export function deriveVapidKeys(secret: string): VapidKeys {
  // 8 more bytes than the key has keep its bias below 2^-64 (FIPS 186-5, appendix A.4.1).
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'applaud key of push messages', privateKeyBytes + 8));
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (groupOrder - 1n)) + 1n;
  return buildKeys(Buffer.from(scalar.toString(16).padStart(2 * privateKeyBytes, '0'), 'hex'));
}

export function buildKeys(scalar: Buffer): VapidKeys {
  const pair = createECDH(curve);
  pair.setPrivateKey(scalar);
  const point = pair.getPublicKey();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: scalar.toString('base64url'),
  };
  return { publicKey: point.toString('base64url'), privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) };
}

/** `contact`: an https or mailto URL, for the operator of the push service. */
export function vapidHeader(
  keys: VapidKeys,
  { endpoint, contact, now }: { endpoint: URL; contact: string; now: Date },
) {
  const exp = Math.floor(now.getTime() / 1000) + tokenLifeSeconds;
  const parts = [
    { typ: 'JWT', alg: 'ES256' },
    { aud: endpoint.origin, exp, sub: contact },
  ];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = sign('sha256', Buffer.from(signed), { key: keys.privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${keys.publicKey}`;
}
