// Creates the demo payments at the sandbox's gateway and the demo links at its provider, so that an operator can refund
// the first, and check, refill and cancel the others.
import { and, eq, exists, inArray } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isFinalProviderStatus } from '../../contract/provider-status.ts';
import type { Database } from '../database/database.ts';
import { dispatches } from '../modules/dispatch/dispatch.schema.ts';
import { orders } from '../modules/orders/orders.schema.ts';
import { paymentAttempts, paymentEvents } from '../modules/payments/payments.schema.ts';

const atOnce = 8;
/** The sandbox reads 64 KiB of a request. */
const linksAtOnce = 100;

/**
 * `controls`: the base URL of the sandbox's controls. `hasProvider`: links go to its provider, so that the store checks
 * the running ones from now on. Safe to repeat: existing payments and links stay.
 */
export async function seedSandbox(
  database: Database,
  controls: string,
  { hasProvider }: { hasProvider: boolean },
): Promise<void> {
  const { db } = database;
  const ofDemo = (orderId: PgColumn) =>
    exists(
      db
        .select()
        .from(paymentEvents)
        .where(and(eq(paymentEvents.orderId, orderId), eq(paymentEvents.source, 'demo'))),
    );
  const payments = await db
    .select({
      orderId: paymentAttempts.gatewayOrderId,
      amountCents: paymentAttempts.amountCents,
      at: orders.paidAt,
    })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(eq(paymentAttempts.state, 'paid'), ofDemo(paymentAttempts.orderId)));
  await postEach(`${controls}/gateway/adopt`, payments);
  if (!hasProvider) return;
  const links = await db
    .select({
      order: dispatches.providerOrderId,
      service: dispatches.serviceId,
      link: dispatches.postLink,
      quantity: dispatches.quantity,
      status: dispatches.liveStatus,
      remains: dispatches.remains,
      at: dispatches.claimedAt,
    })
    .from(dispatches)
    .where(and(eq(dispatches.state, 'sent'), ofDemo(dispatches.orderId)));
  await postEach(`${controls}/provider/adopt`, inBatches(links));
  const running = links.flatMap(({ order, status }) =>
    order === null || (status !== null && isFinalProviderStatus(status)) ? [] : [order],
  );
  if (running.length > 0) {
    await db.update(dispatches).set({ following: true }).where(inArray(dispatches.providerOrderId, running));
  }
}

function inBatches<T>(links: readonly T[]): { links: T[] }[] {
  const count = Math.ceil(links.length / linksAtOnce);
  return Array.from({ length: count }, (_, at) => ({ links: links.slice(at * linksAtOnce, (at + 1) * linksAtOnce) }));
}

async function postEach(url: string, bodies: readonly object[]): Promise<void> {
  const left = bodies.values();
  const post = async () => {
    for (const body of left) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`The sandbox refused a demo row: ${await response.text()}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, post));
}
