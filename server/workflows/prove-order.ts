// What opens orders to a caller: the keys of orders that a browser placed, or the token of a mailed code.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { StoreContext } from '../context.ts';
import { plainEmail } from '../modules/tracking/tracking-codes.ts';
import type { Call } from '../request-context.ts';

export const proofSeconds = 30 * 60;
/** More than a tab keeps. */
const mostKeys = 20;

export type Proof = {
  /** The caller proved that it reads the emails of this address. */
  hasEmail: boolean;
  /** The orders whose key the caller has. */
  orderIds: ReadonlySet<string>;
  opens(order: { id: string; customerEmail: string }): boolean;
};

function signProof(ctx: Pick<StoreContext, 'secretFor'>, expires: string, email: string): string {
  return createHmac('sha256', ctx.secretFor('tracking proofs'))
    .update(`${expires} ${plainEmail(email)}`)
    .digest('base64url');
}

function nowSeconds(ctx: Pick<StoreContext, 'clock'>): number {
  return Math.floor(ctx.clock.now().getTime() / 1_000);
}

/** A token that opens the orders of an email address, for 30 minutes. */
export function issueProof(
  ctx: Pick<StoreContext, 'secretFor' | 'clock'>,
  email: string,
): { token: string; expires_in: number } {
  const expires = String(nowSeconds(ctx) + proofSeconds);
  return { token: `${expires}.${signProof(ctx, expires, email)}`, expires_in: proofSeconds };
}

function isTokenFor(ctx: StoreContext, token: string, email: string): boolean {
  const [expires = '', signature = ''] = token.split('.');
  if (!/^\d{1,12}$/.test(expires) || Number(expires) <= nowSeconds(ctx)) return false;
  const [given, right] = [Buffer.from(signature), Buffer.from(signProof(ctx, expires, email))];
  return given.length === right.length && timingSafeEqual(given, right);
}

/** The orders whose key `Order-Key` holds. */
function readOrderIds(ctx: StoreContext, headers: Call['headers']): ReadonlySet<string> {
  const pairs = joinHeader(headers['order-key'])
    .split(/[\s,]+/)
    .slice(0, mostKeys);
  const ids = pairs.flatMap((pair) => {
    const [id = '', key = ''] = pair.split('.');
    return ctx.receiptLinks.isKeyOf(id, key) ? [id] : [];
  });
  return new Set(ids);
}

/** `email`: the address that is searched. A token of another one opens nothing. */
export function readProof(ctx: StoreContext, headers: Call['headers'], email: string): Proof {
  const orderIds = readOrderIds(ctx, headers);
  const hasEmail = isTokenFor(ctx, joinHeader(headers['order-proof']), email);
  return {
    hasEmail,
    orderIds,
    opens: ({ id, customerEmail }) => orderIds.has(id) || (hasEmail && plainEmail(customerEmail) === plainEmail(email)),
  };
}

/** Whether these headers hold the key of an order. */
export function isKeyHolder(ctx: StoreContext, headers: Call['headers']): (orderId: string) => boolean {
  const ids = readOrderIds(ctx, headers);
  return (orderId) => ids.has(orderId);
}

/** Whether these headers open an order. */
export function opensOrder(
  ctx: StoreContext,
  headers: Call['headers'],
  order: { id: string; customerEmail: string },
): boolean {
  return readProof(ctx, headers, order.customerEmail).opens(order);
}

function joinHeader(header: string | string[] | undefined): string {
  return Array.isArray(header) ? header.join(',') : (header ?? '');
}
