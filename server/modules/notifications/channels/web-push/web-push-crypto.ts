// Encrypts a push message so that only the browser reads it: RFC 8291 on top of the content coding of RFC 8188.
import {
  createCipheriv,
  createECDH,
  createHmac,
  createPrivateKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

const cipher = 'aes-128-gcm';
export const curve = 'prime256v1';
export const saltBytes = 16;
const tagBytes = 16;
/** Marks the end of the last record. */
const lastDelimiter = 2;
/** What every push service takes (RFC 8030, section 7.2). */
const mostBodyBytes = 4096;
/** Salt, size of the record, length of the key, the uncompressed public key. */
const headerBytes = saltBytes + 4 + 1 + 65;
export const mostMessageBytes = mostBodyBytes - headerBytes - tagBytes - 1;

/** The public key and the secret of a subscription, as the browser gives them: base64url. */
export type SubscriptionKeys = { p256dh: string; auth: string };

/** Given by tests only: each message needs a new key and a new salt. */
export type MessageKeys = { privateKey: Buffer; salt: Buffer };

/** The body of a push request. Throws for keys that are none, and for more than `mostMessageBytes`. */
export function encryptMessage(
  message: Buffer,
  { p256dh, auth }: SubscriptionKeys,
  keys: Partial<MessageKeys> = {},
): Buffer {
  if (message.byteLength > mostMessageBytes) throw new Error(`A push message has at most ${mostMessageBytes} bytes.`);
  const own = createECDH(curve);
  if (keys.privateKey) own.setPrivateKey(keys.privateKey);
  else own.generateKeys();
  const receiver = Buffer.from(p256dh, 'base64url');
  const secret = own.computeSecret(receiver);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, own.getPublicKey()]);
  const keyMaterial = Buffer.from(hkdfSync('sha256', secret, Buffer.from(auth, 'base64url'), info, 32));
  return encryptRecord(message, { keyMaterial, keyId: own.getPublicKey(), salt: keys.salt ?? randomBytes(saltBytes) });
}

/** One record of the content coding aes128gcm, with its header (RFC 8188). */
export function encryptRecord(
  text: Buffer,
  { keyMaterial, keyId, salt }: { keyMaterial: Buffer; keyId: Buffer; salt: Buffer },
): Buffer {
  const { key, nonce } = recordKeys(keyMaterial, salt);
  const encryption = createCipheriv(cipher, key, nonce);
  const sealed = [encryption.update(text), encryption.update(Buffer.from([lastDelimiter])), encryption.final()];
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(mostBodyBytes, 0);
  sizes.writeUInt8(keyId.byteLength, 4);
  return Buffer.concat([salt, sizes, keyId, ...sealed, encryption.getAuthTag()]);
}

/** The key and the nonce of the first record. */
export function recordKeys(keyMaterial: Buffer, salt: Buffer): { key: Buffer; nonce: Buffer } {
  const derive = (info: string, bytes: number) => Buffer.from(hkdfSync('sha256', keyMaterial, salt, info, bytes));
  return { key: derive('Content-Encoding: aes128gcm\0', 16), nonce: derive('Content-Encoding: nonce\0', 12) };
}

/** Same for equal tags, at most 32 characters of base64url: what a push service takes as `Topic` (RFC 8030, section 5.4). */
export function hashTopic(tag: string): string {
  return createHmac('sha256', 'topic').update(tag).digest('base64url').slice(0, 32);
}

// Identifies the store to push services: a token signed with its key (RFC 8292).

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
