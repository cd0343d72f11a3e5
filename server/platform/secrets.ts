// Secrets that follow from another one, and how a secret is kept in the database.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** A secret for one purpose that follows from another one. */
export function derivedSecret(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('hex');
}

/** Encrypts texts. */
export type Sealer = {
  /** Another text at every call; `purpose` is bound to it. */
  seal(text: string, purpose: string): string;
  /** The same text for the same input, so that equal texts can be found without opening them. */
  sealSame(text: string, purpose: string): string;
  /** Null for a text that was encrypted with another key or for another purpose, or changed since. */
  open(sealed: string, purpose: string): string | null;
};

const sealVersion = 'v1';
const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with a key derived from `secret` (SECRETS_KEY, at least 32 bytes). */
export function createSealer(secret: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'applaud sealed texts', 32));
  const nonceKey = Buffer.from(hkdfSync('sha256', secret, '', 'applaud nonces of equal texts', 32));

  function sealWith(nonce: Buffer, text: string, purpose: string): string {
    const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(purpose));
    const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
    return `${sealVersion}.${Buffer.concat([nonce, sealing.getAuthTag(), body]).toString('base64url')}`;
  }

  return {
    seal: (text, purpose) => sealWith(randomBytes(nonceBytes), text, purpose),
    // A nonce that follows from the text repeats only with the text.
    sealSame(text, purpose) {
      const nonce = createHmac('sha256', nonceKey).update(`${purpose}\0${text}`).digest().subarray(0, nonceBytes);
      return sealWith(nonce, text, purpose);
    },
    open: (sealed, purpose) => {
      const [version, text = ''] = sealed.split('.');
      const bytes = Buffer.from(text, 'base64url');
      if (version !== sealVersion || bytes.length < nonceBytes + tagBytes) return null;
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
      opening.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        return opening.update(bytes.subarray(nonceBytes + tagBytes)).toString('utf8') + opening.final('utf8');
      } catch {
        return null;
      }
    },
  };
}
