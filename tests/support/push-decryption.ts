// What a browser does with a push message: decrypts it with the keys of its subscription (RFC 8291, RFC 8188).
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a browser's subscription, with the private one. */
export type BrowserKeys = { pair: ECDH; auth: Buffer };

export function newBrowserKeys(): BrowserKeys {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return { pair, auth: randomBytes(16) };
}

/** As `PushSubscription.toJSON()` gives them. */
export function subscriptionKeys({ pair, auth }: BrowserKeys): { p256dh: string; auth: string } {
  return { p256dh: pair.getPublicKey().toString('base64url'), auth: auth.toString('base64url') };
}

/** Throws for a body that was not encrypted for these keys. */
export function decryptPush(body: Buffer, { pair, auth }: BrowserKeys): string {
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const keyMaterial = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32));
  return decryptContent(body, keyMaterial).toString('utf8');
}

/** The content coding aes128gcm, of any number of records. */
export function decryptContent(body: Buffer, keyMaterial: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const records = body.subarray(21 + body.readUInt8(20));
  const derive = (info: string, bytes: number) => Buffer.from(hkdfSync('sha256', keyMaterial, salt, info, bytes));
  const key = derive('Content-Encoding: aes128gcm\0', 16);
  const nonce = derive('Content-Encoding: nonce\0', 12);
  const texts: Buffer[] = [];
  for (let at = 0, sequence = 0; at < records.length; at += recordSize, sequence += 1) {
    const record = records.subarray(at, at + recordSize);
    const recordNonce = Buffer.from(nonce);
    recordNonce.writeUInt32BE((recordNonce.readUInt32BE(8) ^ sequence) >>> 0, 8);
    const decryption = createDecipheriv('aes-128-gcm', key, recordNonce).setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decryption.update(record.subarray(0, -16)), decryption.final()]);
    const end = padded.findLastIndex((byte) => byte !== 0);
    const isLast = at + recordSize >= records.length;
    if (padded[end] !== (isLast ? 2 : 1)) throw new Error('A record ends with the wrong delimiter.');
    texts.push(padded.subarray(0, end));
  }
  return Buffer.concat(texts);
}
