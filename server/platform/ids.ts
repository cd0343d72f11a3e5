// Randomness as an argument: order ids, session ids and secrets.
import { randomBytes, randomUUID } from 'node:crypto';

export type Ids = {
  /** 12 characters of upper-case base 32 without look-alikes: 60 random bits. */
  orderId(): string;
  /** A random UUID. */
  uuid(): string;
  /** Random bytes as hexadecimal text. */
  secretHex(byteCount: number): string;
};

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const randomIds: Ids = {
  orderId: () => Array.from(randomBytes(12), (byte) => alphabet[byte & 31]).join(''),
  uuid: () => randomUUID(),
  secretHex: (byteCount) => randomBytes(byteCount).toString('hex'),
};

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
