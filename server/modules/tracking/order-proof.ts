// What opens orders to a caller: the keys of orders that a browser placed, or the token of a mailed code.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Call } from '../../request-context.ts';
import { plainEmail } from './tracking-codes.ts';

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

export type OrderProof = ReturnType<typeof createOrderProof>;

/** `secret`: used for these tokens only. */
export function createOrderProof(deps: {
  secret: string;
  clock: Clock;
  isKeyOf: (orderId: string, key: string) => boolean;
}) {
  const { secret, clock, isKeyOf } = deps;
  const signatureOf = (expires: string, email: string) =>
    createHmac('sha256', secret)
      .update(`${expires} ${plainEmail(email)}`)
      .digest('base64url');
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1_000);

  function tokenFor(email: string): { token: string; expires_in: number } {
    const expires = String(nowSeconds() + proofSeconds);
    return { token: `${expires}.${signatureOf(expires, email)}`, expires_in: proofSeconds };
  }

  function isTokenFor(token: string, email: string): boolean {
    const [expires = '', signature = ''] = token.split('.');
    if (!/^\d{1,12}$/.test(expires) || Number(expires) <= nowSeconds()) return false;
    const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(expires, email))];
    return given.length === right.length && timingSafeEqual(given, right);
  }

  /** The orders whose key `Order-Key` holds. */
  function orderIdsOf(headers: Call['headers']): ReadonlySet<string> {
    const pairs = textOf(headers['order-key'])
      .split(/[\s,]+/)
      .slice(0, mostKeys);
    const ids = pairs.flatMap((pair) => {
      const [id = '', key = ''] = pair.split('.');
      return isKeyOf(id, key) ? [id] : [];
    });
    return new Set(ids);
  }

  /** `email`: the address that is searched. A token of another one opens nothing. */
  function readProof(headers: Call['headers'], email: string): Proof {
    const orderIds = orderIdsOf(headers);
    const hasEmail = isTokenFor(textOf(headers['order-proof']), email);
    return {
      hasEmail,
      orderIds,
      opens: ({ id, customerEmail }) =>
        orderIds.has(id) || (hasEmail && plainEmail(customerEmail) === plainEmail(email)),
    };
  }

  function isKeyHolder(headers: Call['headers']): (orderId: string) => boolean {
    const ids = orderIdsOf(headers);
    return (orderId) => ids.has(orderId);
  }

  return { tokenFor, isKeyHolder, readProof };
}

function textOf(header: string | string[] | undefined): string {
  return Array.isArray(header) ? header.join(',') : (header ?? '');
}
