// Encrypts a push message so that only the browser reads it: RFC 8291 on top of the content coding of RFC 8188.
import { createCipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto';

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
