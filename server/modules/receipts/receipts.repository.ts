// SQL of receipts: one order with its prices. Writes nothing.
import { and, asc, desc, eq, isNull, lte, or } from 'drizzle-orm';
import type { StoreSettings } from '../../../contract/store-settings.ts';
import type { Database } from '../../database/database.ts';
import { orders } from '../orders/orders.schema.ts';
import { paymentAttempts, refunds } from '../payments/payments.schema.ts';
import { storeSettingsVersions } from '../settings/settings.schema.ts';

export type ReceiptRow = Pick<
  typeof orders.$inferSelect,
  | 'id'
  | 'language'
  | 'status'
  | 'paymentStatus'
  | 'category'
  | 'quantity'
  | 'postLinks'
  | 'customerEmail'
  | 'createdAt'
  | 'paidAt'
  | 'amountCents'
  | 'refundedCents'
>;
export type ReceiptsRepository = ReturnType<typeof createReceiptsRepository>;

export function createReceiptsRepository({ db }: Database) {
  return {
    /** Null for an unknown ID and for a deleted order. */
    async findOrder(id: string): Promise<ReceiptRow | null> {
      const [found] = await db
        .select({
          id: orders.id,
          language: orders.language,
          status: orders.status,
          paymentStatus: orders.paymentStatus,
          category: orders.category,
          quantity: orders.quantity,
          postLinks: orders.postLinks,
          customerEmail: orders.customerEmail,
          createdAt: orders.createdAt,
          paidAt: orders.paidAt,
          amountCents: orders.amountCents,
          refundedCents: orders.refundedCents,
        })
        .from(orders)
        .where(and(eq(orders.id, id), isNull(orders.deletedAt)));
      return found ?? null;
    },

    /** Refunds of the payment that paid the order, oldest first; excludes refunds of a second payment. */
    async listRefunds(orderId: string): Promise<{ number: number; amountCents: number; updatedAt: Date }[]> {
      return db
        .select({ number: refunds.number, amountCents: refunds.amountCents, updatedAt: refunds.updatedAt })
        .from(refunds)
        .leftJoin(
          paymentAttempts,
          and(eq(paymentAttempts.orderId, refunds.orderId), eq(paymentAttempts.number, refunds.attemptNumber)),
        )
        .where(
          and(
            eq(refunds.orderId, orderId),
            eq(refunds.state, 'refunded'),
            or(isNull(refunds.attemptNumber), eq(paymentAttempts.state, 'paid')),
          ),
        )
        .orderBy(asc(refunds.number));
    },

    async findPricesAt(moment: Date): Promise<StoreSettings['prices'] | null> {
      const [found] = await db
        .select({ settings: storeSettingsVersions.settings })
        .from(storeSettingsVersions)
        .where(lte(storeSettingsVersions.changedAt, moment))
        .orderBy(desc(storeSettingsVersions.version))
        .limit(1);
      return found?.settings.prices ?? null;
    },
  };
}
