// Creates the demo payments at the sandbox's gateway, so that they can be refunded, too.
import { and, eq, exists } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { orders } from '../modules/orders/orders.schema.ts';
import { paymentAttempts, paymentEvents } from '../modules/payments/payments.schema.ts';

const atOnce = 8;

/** `controls`: the base URL of the sandbox's controls. Safe to repeat: existing payments stay. */
export async function introducePayments(database: Database, controls: string): Promise<void> {
  const { db } = database;
  const paid = await db
    .select({
      orderId: paymentAttempts.gatewayOrderId,
      amountCents: paymentAttempts.amountCents,
      at: orders.paidAt,
    })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(
      and(
        eq(paymentAttempts.state, 'paid'),
        exists(
          db
            .select()
            .from(paymentEvents)
            .where(and(eq(paymentEvents.orderId, paymentAttempts.orderId), eq(paymentEvents.source, 'demo'))),
        ),
      ),
    );
  const waiting = paid.values();
  const introduce = async () => {
    for (const payment of waiting) {
      const response = await fetch(`${controls}/gateway/adopt`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(payment),
      });
      if (!response.ok) throw new Error(`The sandbox did not take a payment: ${await response.text()}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, introduce));
}
