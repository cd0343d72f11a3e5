// SQL of receipts and of pages of orders: one order with its prices, refunds and events. Writes nothing.
import { and, asc, desc, eq, getTableColumns, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { StoreSettings } from '../../../contract/store-settings.ts';
import type { PaidWith } from '../../../contract/wallets.ts';
import { dbNow, type Queryable } from '../../database/database.ts';
import type { OrderRow } from '../orders/order-rows.ts';
import { orderColumns, orders } from '../orders/orders.schema.ts';
import { isConfirmingAttempt, paymentAttempts, refunds } from '../payments/payments.schema.ts';
import { auditLog } from '../security/security.schema.ts';
import { storeSettingsVersions } from '../settings/settings.schema.ts';

export type ReceiptRefund = typeof refunds.$inferSelect;

/** The entries of the audit log that a buyer sees. */
const shownActions = [
  'order.completed',
  'order.expired',
  'order.link_replaced',
  'order.sending_paused',
  'order.sending_resumed',
  'payment.charged_back',
  'payment.refunded',
  'payment.won_back',
] as const;
export type ShownAction = (typeof shownActions)[number];
/** More than an order ever has: an entry that was shown stays. */
const mostEvents = 500;
/** `refundedCents`: what the gateway had refunded in total, of a refund. */
export type LoggedEvent = { action: ShownAction; at: Date; refundedCents: number | null };

/** Null for an unknown ID and for a deleted order. */
export async function findOrder(db: Queryable, id: string): Promise<OrderRow | null> {
  const [found] = await db
    .select(orderColumns)
    .from(orders)
    .where(and(eq(orders.id, id), isNull(orders.deletedAt)));
  return found ?? null;
}

/** Refunds of the payment that paid the order, oldest first, without failed ones and those of a second payment. */
export async function listRefunds(db: Queryable, orderId: string): Promise<ReceiptRefund[]> {
  return db
    .select(getTableColumns(refunds))
    .from(refunds)
    .leftJoin(
      paymentAttempts,
      and(eq(paymentAttempts.orderId, refunds.orderId), eq(paymentAttempts.number, refunds.attemptNumber)),
    )
    .where(
      and(
        eq(refunds.orderId, orderId),
        ne(refunds.state, 'failed'),
        or(isNull(refunds.attemptNumber), eq(paymentAttempts.state, 'paid')),
      ),
    )
    .orderBy(asc(refunds.number));
}

/** Of the payment that paid the order; null when nothing is known. */
export async function findPaidWith(db: Queryable, orderId: string): Promise<PaidWith | null> {
  const { cardWallet, cardBrand, cardLast4 } = paymentAttempts;
  const [found] = await db
    .select({ wallet: cardWallet, card_brand: cardBrand, card_last4: cardLast4 })
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.state, 'paid')));
  return found && Object.values(found).some(Boolean) ? found : null;
}

/** Oldest first. */
export async function listEvents(db: Queryable, orderId: string): Promise<LoggedEvent[]> {
  const found = await db
    .select({
      action: auditLog.action,
      at: auditLog.happenedAt,
      refundedCents: sql<number | null>`(${auditLog.details} ->> 'refundedCents')::int`,
    })
    .from(auditLog)
    .where(and(eq(auditLog.subject, orderId), inArray(auditLog.action, [...shownActions])))
    .orderBy(asc(auditLog.id))
    .limit(mostEvents);
  return found.flatMap((event) => {
    const action = shownActions.find((one) => one === event.action);
    return action ? [{ ...event, action }] : [];
  });
}

/** True when a payment has been without a result for this long. */
export async function isConfirmingFor(db: Queryable, orderId: string, seconds: number): Promise<boolean> {
  const { confirmingSince, unknownSince, updatedAt } = paymentAttempts;
  const since = sql`coalesce(${confirmingSince}, ${unknownSince}, ${updatedAt})`;
  const isConfirming = and(
    eq(paymentAttempts.orderId, orderId),
    isConfirmingAttempt,
    sql`${since} <= ${dbNow(db)} - ${seconds} * interval '1 second'`,
  );
  return (await db.$count(paymentAttempts, isConfirming)) > 0;
}

export async function findPricesAt(db: Queryable, moment: Date): Promise<StoreSettings['prices'] | null> {
  const [found] = await db
    .select({ settings: storeSettingsVersions.settings })
    .from(storeSettingsVersions)
    .where(lte(storeSettingsVersions.changedAt, moment))
    .orderBy(desc(storeSettingsVersions.version))
    .limit(1);
  return found?.settings.prices ?? null;
}
