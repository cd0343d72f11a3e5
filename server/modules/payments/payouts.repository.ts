// SQL of payouts and their transactions.
import { and, asc, desc, eq, gt, gte, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import {
  type PayoutDifference,
  type PayoutTransactionKind,
  payoutKindsOfPayments,
  payoutStatesOnTheWay,
} from '../../../contract/payout-rules.ts';
import { numbers, sqlList, texts } from '../../database/columns.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { ordersZone, toZonedDay } from '../../database/zones.ts';
import type { PayoutTransaction, PayoutView } from './gateway.ts';
import { paymentAttempts, paymentEvents, refunds } from './payments.schema.ts';
import { payoutReads, payouts, payoutTransactions } from './payouts.schema.ts';

export type Payout = typeof payouts.$inferSelect;
export type PayoutRow = typeof payoutTransactions.$inferSelect;
export type PayoutPosition = Pick<Payout, 'day' | 'id'>;
export type TypedPayout = Pick<Payout, 'gateway' | 'amountCents' | 'day' | 'note'> & { fromDay: string; toDay: string };
type Change = { [K in keyof Payout]?: Payout[K] | SQL };

const rowsAtOnce = 1_000;

/** Newest day first. */
export async function listPayouts(db: Queryable, after: PayoutPosition | null, limit: number): Promise<Payout[]> {
  const older = after && sql`(${payouts.day}, ${payouts.id}) < (${after.day}::date, ${after.id}::uuid)`;
  return db
    .select()
    .from(payouts)
    .where(and(isNull(payouts.deletedAt), older ?? undefined))
    .orderBy(desc(payouts.day), desc(payouts.id))
    .limit(limit);
}

export async function findPayout(at: Queryable, id: string): Promise<Payout | null> {
  const [found] = await at.select().from(payouts).where(eq(payouts.id, id));
  return found ?? null;
}

export async function lockPayout(tx: Tx, id: string): Promise<Payout | null> {
  const [found] = await tx.select().from(payouts).where(eq(payouts.id, id)).for('update');
  return found ?? null;
}

export async function addTyped(tx: Tx, id: string, payout: TypedPayout): Promise<Payout> {
  const usual = { state: 'paid', currency: 'USD', contents: 'typed' } as const;
  const [added] = await tx
    .insert(payouts)
    .values({ ...payout, ...usual, id, createdAt: dbNow(tx), updatedAt: dbNow(tx) })
    .returning();
  if (!added) throw new Error('The payout was not written.');
  return added;
}

export async function changePayout(tx: Tx, id: string, change: Change): Promise<Payout> {
  const [changed] = await tx
    .update(payouts)
    .set({ ...change, updatedAt: dbNow(tx) })
    .where(eq(payouts.id, id))
    .returning();
  if (!changed) throw new Error('The payout to change is gone.');
  return changed;
}

/** Writes a payout of a gateway; the same again changes nothing. Contents that were read stay. */
export async function keepPayout(tx: Tx, id: string, gateway: string, view: PayoutView): Promise<Payout> {
  const { payoutId, arrivalDay, ...facts } = view;
  const row = { ...facts, gateway, gatewayPayoutId: payoutId, day: arrivalDay };
  const [known] = await tx
    .insert(payouts)
    .values({ ...row, id, createdAt: dbNow(tx), updatedAt: dbNow(tx) })
    .onConflictDoNothing()
    .returning();
  if (known) return known;
  const [found] = await tx
    .select()
    .from(payouts)
    .where(and(eq(payouts.gateway, gateway), eq(payouts.gatewayPayoutId, payoutId)))
    .for('update');
  if (!found) throw new Error('A payout that is there cannot be found.');
  const contents = found.contentsCents === null ? facts.contents : found.contents;
  const next = { ...row, contents };
  const isSame = (Object.keys(next) as (keyof typeof next)[]).every((name) => found[name] === next[name]);
  return isSame ? found : changePayout(tx, found.id, next);
}

/** Typed payouts whose period ended since then. */
export async function listTyped(db: Queryable, since: Date): Promise<Payout[]> {
  return db
    .select()
    .from(payouts)
    .where(
      and(isNotNull(payouts.toDay), isNull(payouts.deletedAt), gte(payouts.toDay, since.toISOString().slice(0, 10))),
    );
}

/** In the time zone of the store. */
export async function readToday(at: Queryable): Promise<string> {
  const { rows } = await at.execute<{ day: string }>(sql`
    select to_char(${toZonedDay(dbNow(at), ordersZone)}, 'YYYY-MM-DD') as day`);
  return rows[0]?.day ?? '';
}

/** Per currency. */
export async function sumOnTheWay(
  db: Queryable,
): Promise<{ currency: string; amountCents: number; payouts: number }[]> {
  const { rows } = await db.execute<{ currency: string; amountCents: number; payouts: number }>(sql`
    select currency, sum(amount_cents)::float8 as "amountCents", count(*)::int as payouts from ${payouts}
    where state in (${sqlList(payoutStatesOnTheWay)}) and deleted_at is null group by currency order by currency`);
  return rows;
}

// Transactions.

export async function listTransactions(
  db: Queryable,
  payoutId: string,
  page: { after: number | null; limit: number; onlyDifferences?: boolean },
): Promise<PayoutRow[]> {
  const { after, limit, onlyDifferences = false } = page;
  return db
    .select()
    .from(payoutTransactions)
    .where(
      and(
        eq(payoutTransactions.payoutId, payoutId),
        after === null ? undefined : gt(payoutTransactions.number, after),
        onlyDifferences ? isNotNull(payoutTransactions.difference) : undefined,
      ),
    )
    .orderBy(asc(payoutTransactions.number))
    .limit(limit);
}

type KindSum = { kind: PayoutTransactionKind; transactions: number; amountCents: number; feeCents: number };

export async function sumKinds(db: Queryable, payoutId: string): Promise<KindSum[]> {
  const { rows } = await db.execute<KindSum>(sql`
    select kind, count(*)::int as transactions, sum(amount_cents)::float8 as "amountCents",
      sum(fee_cents)::float8 as "feeCents"
    from ${payoutTransactions} where payout_id = ${payoutId} group by kind`);
  return rows;
}

/** Replaces the transactions of a payout, which the caller holds. */
export async function keepTransactions(
  tx: Tx,
  payoutId: string,
  gateway: string,
  transactions: readonly PayoutTransaction[],
): Promise<void> {
  await tx.delete(payoutTransactions).where(eq(payoutTransactions.payoutId, payoutId));
  for (let first = 0; first < transactions.length; first += rowsAtOnce) {
    const part = transactions.slice(first, first + rowsAtOnce);
    const payments = await findPayments(tx, gateway, part);
    await tx.insert(payoutTransactions).values(
      part.map((one, at) => {
        const payment = payments.get(one.transactionId);
        const { transactionId, kind, amountCents, feeCents, paid, sourceId } = one;
        return {
          payoutId,
          number: first + at,
          transactionId,
          kind,
          amountCents,
          feeCents,
          sourceId,
          paidCents: paid?.cents ?? null,
          paidCurrency: paid?.currency ?? null,
          orderId: payment?.orderId ?? null,
          attemptNumber: payment?.number ?? null,
        };
      }),
    );
  }
}

type Payment = { orderId: string; number: number };

/** Those of this gateway: by the gateway order, else by the gateway's IDs of payment, charge and refund. */
async function findPayments(
  tx: Tx,
  gateway: string,
  transactions: readonly PayoutTransaction[],
): Promise<Map<string, Payment>> {
  const listed = (read: (one: PayoutTransaction) => string | null) =>
    texts(transactions.flatMap((one) => read(one) ?? []));
  const { rows: attempts } = await tx.execute<
    Payment & { gatewayOrderId: string; paymentId: string | null; chargeId: string | null }
  >(sql`
    select order_id as "orderId", number, gateway_order_id as "gatewayOrderId", payment_id as "paymentId",
      transaction_id as "chargeId"
    from ${paymentAttempts} where gateway = ${gateway} and (
      gateway_order_id = any(${listed((one) => one.gatewayOrderId)}) or payment_id = any(${listed((one) => one.paymentId)})
      or transaction_id = any(${listed((one) => one.chargeId)}))`);
  const { rows: given } = await tx.execute<Payment & { refundId: string }>(sql`
    select r.order_id as "orderId", a.number, r.gateway_refund_id as "refundId" from ${refunds} r
    join ${paymentAttempts} a on a.order_id = r.order_id and a.number = r.attempt_number
    where a.gateway = ${gateway} and r.gateway_refund_id = any(${listed((one) => one.sourceId)})`);
  const by = (read: (one: (typeof attempts)[number]) => string | null) =>
    new Map(attempts.flatMap((one) => (read(one) === null ? [] : [[read(one), one] as const])));
  const [byOrder, byPayment, byCharge] = [
    by((one) => one.gatewayOrderId),
    by((one) => one.paymentId),
    by((one) => one.chargeId),
  ];
  const byRefund = new Map(given.map((one) => [one.refundId, one]));
  return new Map(
    transactions.flatMap((one) => {
      const found =
        byOrder.get(one.gatewayOrderId) ??
        byPayment.get(one.paymentId) ??
        byCharge.get(one.chargeId) ??
        (one.sourceId === null ? undefined : byRefund.get(one.sourceId));
      return found ? [[one.transactionId, found] as const] : [];
    }),
  );
}

/** A transaction about a payment, with what the ledger has of this payment. */
export type ComparedRow = Pick<PayoutRow, 'number' | 'kind' | 'difference' | 'sourceId' | 'orderId'> & {
  /** In the currency of the payment; null where it is not known. */
  cents: number | null;
  gatewayOrderId: string | null;
  attemptCents: number | null;
  attemptState: string | null;
  /** The highest refunded amount that the gateway returned or that the store's refunds have. */
  refundedCents: number;
  /** Refunded in all payouts that the store has. */
  paidBackCents: number;
  /** The store has this very refund, not as a failed one. */
  isKnownRefund: boolean;
  /** The gateway returned a dispute of this payment. */
  isDisputed: boolean;
};

export async function listCompared(
  db: Queryable,
  { id, currency }: Pick<Payout, 'id' | 'currency'>,
): Promise<ComparedRow[]> {
  const inPayment = (of: SQL, own: SQL) =>
    sql`coalesce(${of}.paid_cents, case when ${own} = a.currency then ${of}.amount_cents end)`;
  const { rows } = await db.execute<ComparedRow>(sql`
    select t.number, t.kind, t.difference, t.source_id as "sourceId", t.order_id as "orderId",
      ${inPayment(sql`t`, sql`${currency}`)}::float8 as cents, a.gateway_order_id as "gatewayOrderId",
      a.amount_cents as "attemptCents", a.state as "attemptState",
      greatest(coalesce((a.gateway_progress ->> 'refundedCents')::bigint, 0), (select coalesce(sum(r.amount_cents), 0)
        from ${refunds} r where r.order_id = a.order_id and r.attempt_number = a.number and r.state <> 'failed'))::float8
        as "refundedCents",
      case when t.kind not in ('refund', 'refund_failure') then 0 else (select -coalesce(sum(${inPayment(sql`b`, sql`p.currency`)}), 0)
        from ${payoutTransactions} b join ${payouts} p on p.id = b.payout_id
        where b.order_id = a.order_id and b.attempt_number = a.number and b.kind in ('refund', 'refund_failure')) end::float8
        as "paidBackCents",
      exists (select from ${refunds} r where r.gateway_refund_id = t.source_id and r.order_id = a.order_id
        and r.attempt_number = a.number and r.state <> 'failed') as "isKnownRefund",
      t.kind in ('dispute', 'dispute_reversal') and exists (select from ${paymentEvents} e where e.order_id = a.order_id
        and e.attempt_number = a.number and e.said ->> 'status' = 'disputed') as "isDisputed"
    from ${payoutTransactions} t
    left join ${paymentAttempts} a on a.order_id = t.order_id and a.number = t.attempt_number
    where t.payout_id = ${id} and t.kind in (${sqlList(payoutKindsOfPayments)})
    order by t.number`);
  return rows;
}

export async function setDifferences(
  tx: Tx,
  payoutId: string,
  changed: readonly { number: number; difference: PayoutDifference | null }[],
): Promise<void> {
  for (const difference of new Set(changed.map((one) => one.difference))) {
    const rows = changed.flatMap((one) => (one.difference === difference ? one.number : []));
    await tx
      .update(payoutTransactions)
      .set({ difference })
      .where(and(eq(payoutTransactions.payoutId, payoutId), sql`${payoutTransactions.number} = any(${numbers(rows)})`));
  }
}

// Readings.

export async function noteRead(
  at: Queryable,
  gateway: string,
  sentence: { problem: string | null; problemCoded: (typeof payoutReads.$inferSelect)['problemCoded'] },
): Promise<void> {
  const readAt = sentence.problem === null ? { readAt: dbNow(at) } : {};
  await at
    .insert(payoutReads)
    .values({ gateway, ...sentence, ...readAt })
    .onConflictDoUpdate({ target: payoutReads.gateway, set: { ...sentence, ...readAt } });
}

export async function listReads(db: Queryable): Promise<(typeof payoutReads.$inferSelect)[]> {
  return db.select().from(payoutReads);
}
