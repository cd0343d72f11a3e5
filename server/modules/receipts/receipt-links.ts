// Keys of orders: a keyed hash of the order ID. The links to the receipt and to the page of an order hold the key and
// give access alone; the browser that placed the order gets it too.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Language } from '../../../contract/languages.ts';
import { orderPathOf } from '../../../contract/order-path.ts';

export type ReceiptLinks = {
  /** The key of the order, for the browser that placed it. */
  computeKey(orderId: string): string;
  /** Path of the receipt; constant while the secret is unchanged. */
  buildPath(orderId: string): string;
  /** Path of the page of the order. */
  buildOrderPath(orderId: string, lang: Language): string;
  /** True for the key of this order; constant time. */
  isKeyOf(orderId: string, key: string): boolean;
};

/** 128 bits cannot be guessed, even without rate limits. */
const keyBytes = 16;

/** `secret` is used for receipts only. A new one invalidates all earlier links. */
export function createReceiptLinks(secret: string): ReceiptLinks {
  const computeBytes = (orderId: string) => createHmac('sha256', secret).update(orderId).digest().subarray(0, keyBytes);
  const computeKey = (orderId: string) => computeBytes(orderId).toString('base64url');
  return {
    computeKey,
    buildPath: (orderId) => `/receipt/${orderId}/${computeKey(orderId)}`,
    buildOrderPath: (orderId, lang) => orderPathOf(lang, orderId, computeKey(orderId)),
    isKeyOf: (orderId, key) => {
      const given = Buffer.from(key, 'base64url');
      return given.length === keyBytes && timingSafeEqual(given, computeBytes(orderId));
    },
  };
}
