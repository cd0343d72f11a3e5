// SQL of transfers and of decisions about the lines of a bank. The caller of a write holds the order.
import { and, asc, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { dayStart, ordersZone, toZonedDay } from '../../database/zones.ts';
import { orders } from '../orders/orders.schema.ts';
import { paymentAttempts } from '../payments/payments.schema.ts';
import type { AwaitedTransfer } from './match-transfers.ts';
import { transferDecisions, transfers } from './transfers.schema.ts';

type TransferRow = typeof transfers.$inferSelect;
/** `isOver`: its last day has passed, by the clock of the database. */
export type Transfer = TransferRow & { isOver: boolean };
export type Decision = typeof transferDecisions.$inferSelect;

/** Transfers that one file is compared with. */
const mostCompared = 5_000;

/** The transfer that the order waits for. */
export async function findOpen(at: Queryable, orderId: string): Promise<Transfer | null> {
  const [found] = await at
    .select(columns(at))
    .from(transfers)
    .where(and(eq(transfers.orderId, orderId), isNull(transfers.closedAt)));
  return found ?? null;
}

/** By order; absent for an order that waits for none. */
export async function listOpen(at: Queryable, orderIds: readonly string[]): Promise<Map<string, Transfer>> {
  if (orderIds.length === 0) return new Map();
  const found = await at
    .select(columns(at))
    .from(transfers)
    .where(and(inArray(transfers.orderId, [...orderIds]), isNull(transfers.closedAt)));
  return new Map(found.map((transfer) => [transfer.orderId, transfer]));
}

function columns(at: Queryable) {
  return { ...getTableColumns(transfers), isOver: sql<boolean>`${transfers.expiresAt} <= ${dbNow(at)}` };
}

export async function isTaken(at: Queryable, reference: string): Promise<boolean> {
  return (await at.$count(transfers, eq(transfers.reference, reference))) > 0;
}

export async function addTransfer(
  tx: Tx,
  added: Omit<TransferRow, 'openedAt' | 'closedAt' | 'expiresAt'>,
  days: number,
): Promise<TransferRow> {
  const [kept] = await tx
    .insert(transfers)
    .values({ ...added, openedAt: dbNow(tx), expiresAt: endOfDay(tx, days) })
    .returning();
  if (!kept) throw new Error('The transfer was not written.');
  return kept;
}

/** The order waits for it again: for as many days as a new one, or, without them, until the last day that it has. */
export async function reopenTransfer(
  tx: Tx,
  { orderId, number }: Pick<TransferRow, 'orderId' | 'number'>,
  days?: number,
): Promise<TransferRow> {
  const [kept] = await tx
    .update(transfers)
    .set({ closedAt: null, ...(days === undefined ? {} : { expiresAt: endOfDay(tx, days) }) })
    .where(and(eq(transfers.orderId, orderId), eq(transfers.number, number)))
    .returning();
  if (!kept) throw new Error('The attempt has no transfer.');
  return kept;
}

/** The last second of the day: the instructions state the day only. */
function endOfDay(at: Queryable, days: number): SQL<Date> {
  const nextDay = sql`${toZonedDay(dbNow(at), ordersZone)} + ${days}::int + 1`;
  return sql`${dayStart(nextDay, ordersZone)} - interval '1 second'`;
}

export async function closeTransfer(
  tx: Tx,
  { orderId, number }: Pick<TransferRow, 'orderId' | 'number'>,
): Promise<void> {
  await tx
    .update(transfers)
    .set({ closedAt: dbNow(tx) })
    .where(and(eq(transfers.orderId, orderId), eq(transfers.number, number), isNull(transfers.closedAt)));
}

/** With one of the references, also of deleted orders, or open with one of the amounts. */
export async function listAwaited(
  db: Queryable,
  { references, cents }: { references: string[]; cents: number[] },
): Promise<AwaitedTransfer[]> {
  const isOpen = isNull(transfers.closedAt);
  return selectAwaited(
    db,
    or(
      references.length > 0 ? inArray(transfers.reference, references) : undefined,
      cents.length > 0 ? and(isOpen, inArray(transfers.dueCents, cents), isNull(orders.deletedAt)) : undefined,
    ) ?? sql`false`,
  );
}

/** The transfer of an order that has one of the references, otherwise its newest one; null: the buyer never chose one. */
export async function findAwaited(
  tx: Tx,
  orderId: string,
  references: readonly string[],
): Promise<AwaitedTransfer | null> {
  const found = await selectAwaited(tx, eq(transfers.orderId, orderId));
  return found.findLast(({ reference }) => references.includes(reference)) ?? found.at(-1) ?? null;
}

async function selectAwaited(at: Queryable, where: SQL): Promise<AwaitedTransfer[]> {
  const { orderId, number, reference, dueCents, dueCurrency, openedAt, expiresAt } = transfers;
  const dayOf = (moment: SQL) => sql<string>`to_char(${toZonedDay(moment, ordersZone)}, 'YYYY-MM-DD')`;
  // A mismatch is money, too, although it does not pay the order.
  const ofGateway = sql`exists (select from ${paymentAttempts} p where p.order_id = ${orderId}
    and p.state in ('paid', 'mismatch'))`;
  const isAccepted = sql`exists (select from ${transferDecisions} d where d.order_id = ${orderId} and d.decision = 'accepted')`;
  return at
    .select({
      orderId,
      number,
      reference,
      dueCents,
      dueCurrency,
      openedOn: dayOf(sql`${openedAt}`),
      expiresOn: dayOf(sql`${expiresAt}`),
      isOpen: sql<boolean>`${transfers.closedAt} is null`,
      paid: sql<AwaitedTransfer['paid']>`case when ${orders.paidAt} is null then 'no'
        when ${ofGateway} or ${isAccepted} then 'otherwise' else 'recorded' end`,
      isClosedOrder: sql<boolean>`${orders.status} = 'failed'`,
      isDeleted: sql<boolean>`${orders.deletedAt} is not null`,
    })
    .from(transfers)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(where)
    .orderBy(asc(orderId), asc(number))
    .limit(mostCompared);
}

/** By the key of the line. */
export async function findDecisions(at: Queryable, keys: readonly string[]): Promise<Map<string, Decision>> {
  if (keys.length === 0) return new Map();
  const found = await at
    .select()
    .from(transferDecisions)
    .where(inArray(transferDecisions.lineKey, [...keys]));
  return new Map(found.map((decision) => [decision.lineKey, decision]));
}

/** False when the line was decided already. */
export async function addDecision(tx: Tx, decision: Omit<Decision, 'decidedAt'>): Promise<boolean> {
  const added = await tx
    .insert(transferDecisions)
    .values({ ...decision, decidedAt: dbNow(tx) })
    .onConflictDoNothing()
    .returning({ key: transferDecisions.lineKey });
  return added.length > 0;
}
