// The address of a receipt: the order's id with a key that only the store can make. The link is all that a reader needs.
import { createHmac, timingSafeEqual } from 'node:crypto';

export type ReceiptLinks = {
  /** Under the store's own address. The same at every call, as long as the secret is. */
  pathOf(orderId: string): string;
  /** True for the key of this very order; takes the same time for every wrong one. */
  isKeyOf(orderId: string, key: string): boolean;
};

/** 128 bits: nothing that could be guessed, whatever the limits. */
const keyBytes = 16;

/** `secret` belongs to receipts alone. Another one makes every link of before lead nowhere. */
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
