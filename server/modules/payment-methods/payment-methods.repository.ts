import { eq, max, type SQL, sql } from 'drizzle-orm';
import type { GatewayName, PaymentMethod } from '../../../contract/gateways.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { paymentNotifications } from '../payments/payments.schema.ts';
import { paymentMethodSettings } from './payment-methods.schema.ts';

export type MethodRow = typeof paymentMethodSettings.$inferSelect;
export type MethodChange = Partial<Omit<MethodRow, 'method' | 'updatedAt' | 'testedAt'>> & {
  testedAt?: SQL<Date> | null;
};

export async function listRows(at: Queryable): Promise<MethodRow[]> {
  return at.select().from(paymentMethodSettings);
}

/** One admin at a time, also for a method without a row. */
export async function lockRows(tx: Tx): Promise<MethodRow[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('payment methods', 11))`);
  return listRows(tx);
}

export async function saveRow(tx: Tx, method: PaymentMethod, change: MethodChange): Promise<void> {
  const set = { ...change, updatedAt: dbNow(tx) };
  await tx
    .insert(paymentMethodSettings)
    .values({ method, ...set })
    .onConflictDoUpdate({ target: paymentMethodSettings.method, set });
}

/** By the index of the newest notifications. */
export async function findLastNotification(at: Queryable, gateway: GatewayName): Promise<Date | null> {
  const { receivedAt } = paymentNotifications;
  const [row] = await at
    .select({ at: max(receivedAt) })
    .from(paymentNotifications)
    .where(eq(paymentNotifications.gateway, gateway));
  return row?.at ?? null;
}
