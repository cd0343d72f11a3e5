// Receipt links: the order ID with a keyed hash. The link alone gives access.
import { createHmac, timingSafeEqual } from 'node:crypto';

export type ReceiptLinks = {
  /** Path of the receipt; constant while the secret is unchanged. */
  pathOf(orderId: string): string;
  /** True for the key of this order; constant time. */
  isKeyOf(orderId: string, key: string): boolean;
};

/** 128 bits cannot be guessed, even without rate limits. */
const keyBytes = 16;

/** `secret` is used for receipts only. A new one invalidates all earlier links. */
export function createReceiptLinks(secret: string): ReceiptLinks {
  const keyOf = (orderId: string) => createHmac('sha256', secret).update(orderId).digest().subarray(0, keyBytes);
  return {
    pathOf: (orderId) => `/receipt/${orderId}/${keyOf(orderId).toString('base64url')}`,
    isKeyOf: (orderId, key) => {
      const given = Buffer.from(key, 'base64url');
      return given.length === keyBytes && timingSafeEqual(given, keyOf(orderId));
    },
  };
}
