import { and, asc, eq, inArray, isNotNull, max, type SQL, sql } from 'drizzle-orm';
import type { GatewayName, PaymentMethod } from '../../../contract/gateways.ts';
import { watchedAttemptStates } from '../../../contract/payment-status.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { paymentAttempts, paymentNotifications } from '../payments/payments.schema.ts';
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

/** Payments of a gateway that may still bring money: those of the last three days at most. */
export async function countWatched(at: Queryable, gateway: GatewayName): Promise<number> {
  return at.$count(paymentAttempts, isWatched(gateway));
}

/** One of them whose form was opened. */
export async function findWatchedSession(
  at: Queryable,
  gateway: GatewayName,
): Promise<{ gatewayOrderId: string; sessionId: string | null } | null> {
  const { gatewayOrderId, sessionId, lookAt } = paymentAttempts;
  const [found] = await at
    .select({ gatewayOrderId, sessionId })
    .from(paymentAttempts)
    .where(and(isWatched(gateway), isNotNull(sessionId)))
    .orderBy(asc(lookAt))
    .limit(1);
  return found ?? null;
}

/** By the index of the sweep. */
function isWatched(gateway: GatewayName): SQL | undefined {
  const { gateway: name, state, lookAt } = paymentAttempts;
  return and(eq(name, gateway), inArray(state, watchedAttemptStates), isNotNull(lookAt));
}
