// SQL of fees. The caller holds the order.
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { paymentFees } from './payment-fees.schema.ts';

export type FeeRow = typeof paymentFees.$inferSelect;
type FeeKey = Pick<FeeRow, 'orderId' | 'attemptNumber'>;
type NewFee = Omit<FeeRow, 'refunds' | 'laterParts' | 'chargedAt' | 'updatedAt'>;

function isFee({ orderId, attemptNumber }: FeeKey): SQL | undefined {
  return and(eq(paymentFees.orderId, orderId), eq(paymentFees.attemptNumber, attemptNumber));
}

export async function addFee(tx: Tx, fee: NewFee): Promise<void> {
  await tx
    .insert(paymentFees)
    .values({ ...fee, chargedAt: dbNow(tx), updatedAt: dbNow(tx) })
    .onConflictDoUpdate({
      target: [paymentFees.orderId, paymentFees.attemptNumber],
      set: { ofSale: true, updatedAt: dbNow(tx) },
      setWhere: sql`${fee.ofSale}::boolean and not ${paymentFees.ofSale}`,
    });
}

export async function findFee(tx: Tx, key: FeeKey): Promise<FeeRow | null> {
  const [found] = await tx.select().from(paymentFees).where(isFee(key));
  return found ?? null;
}

/** `cents`: of those that are new. */
export async function setRefundCount(tx: Tx, key: FeeKey, refunds: number, cents: number): Promise<void> {
  await tx
    .update(paymentFees)
    .set({ refunds, updatedAt: dbNow(tx) })
    .where(isFee(key));
  if (cents > 0) await addToEstimate(tx, key, cents);
}

export async function addToEstimate(tx: Tx, key: FeeKey, cents: number): Promise<void> {
  await tx
    .update(paymentFees)
    .set({
      amountCents: sql`${paymentFees.amountCents} + ${cents}`,
      laterParts: sql`${paymentFees.laterParts} || jsonb_build_object('cents', ${cents}::bigint, 'at', ${dbNow(tx)})`,
      updatedAt: dbNow(tx),
    })
    .where(and(isFee(key), eq(paymentFees.state, 'estimated')));
}

export async function setFinalFee(tx: Tx, fee: Omit<NewFee, 'state'>): Promise<void> {
  const { amountCents, ofSale } = fee;
  await tx
    .insert(paymentFees)
    .values({ ...fee, state: 'final', chargedAt: dbNow(tx), updatedAt: dbNow(tx) })
    .onConflictDoUpdate({
      target: [paymentFees.orderId, paymentFees.attemptNumber],
      set: { amountCents, ofSale, state: 'final', updatedAt: dbNow(tx) },
      setWhere: sql`(${paymentFees.state}, ${paymentFees.amountCents}, ${paymentFees.ofSale})
        is distinct from ('final', ${amountCents}::bigint, ${ofSale}::boolean)`,
    });
}

export async function listFees(at: Queryable, orderIds: readonly string[]): Promise<FeeRow[]> {
  return at
    .select()
    .from(paymentFees)
    .where(inArray(paymentFees.orderId, [...orderIds]));
}
