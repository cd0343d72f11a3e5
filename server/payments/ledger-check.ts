// Rebuilds the money of every order from its ledger and compares it with what the rows say. Changes nothing.
import { and, asc, gt, gte, lte, sql } from 'drizzle-orm';
import type { Database, Tx } from '../store/database.ts';
import { orders, paymentAttempts, paymentEvents } from '../store/schema.ts';
import { orderMoney } from './money-state.ts';

/** One fact that the rows and the ledger tell differently; money in cents. */
export type MoneyDifference = { orderId: string; fact: string; row: string; ledger: string };

type OrderFacts = Pick<typeof orders.$inferSelect, 'id' | 'paymentStatus' | 'refundedCents' | 'amountCents' | 'paidAt'>;
type AttemptFacts = Pick<typeof paymentAttempts.$inferSelect, 'orderId' | 'number' | 'state'>;
type EntryFacts = Pick<typeof paymentEvents.$inferSelect, 'orderId' | 'attemptNumber' | 'conclusion' | 'said'>;
type Batch = { orders: OrderFacts[]; attempts: AttemptFacts[]; entries: EntryFacts[] };

const ordersAtOnce = 500;

/** Prints every difference and a last line; answers how many there are. Money is told in cents. */
export async function verifyMoney(database: Database, say: (line: string) => void): Promise<number> {
  let checked = 0;
  let found = 0;
  for await (const batch of checkLedger(database)) {
    checked += batch.checked;
    found += batch.differences.length;
    for (const { orderId, fact, row, ledger } of batch.differences) {
      say(`order ${orderId}: ${fact} is ${row}, the ledger says ${ledger}`);
    }
  }
  say(`${checked} orders compared with their ledger, ${found} differences.`);
  return found;
}

/** Every order, so many at a time, each batch as of one moment: a store at work shows no difference that is none. */
export async function* checkLedger(
  database: Database,
  atOnce = ordersAtOnce,
): AsyncGenerator<{ checked: number; differences: MoneyDifference[] }> {
  for (let after = ''; ; ) {
    const batch = await database.snapshot((tx) => readBatch(tx, after, atOnce));
    const last = batch.orders.at(-1);
    if (!last) return;
    yield { checked: batch.orders.length, differences: differencesIn(batch) };
    after = last.id;
  }
}

async function readBatch(tx: Tx, after: string, limit: number): Promise<Batch> {
  // What do the next orders say of their money?
  const found = await tx
    .select({
      id: orders.id,
      paymentStatus: orders.paymentStatus,
      refundedCents: orders.refundedCents,
      amountCents: orders.amountCents,
      paidAt: orders.paidAt,
    })
    .from(orders)
    .where(gt(orders.id, after))
    .orderBy(asc(orders.id))
    .limit(limit);
  const [first, last] = [found[0], found.at(-1)];
  if (!first || !last) return { orders: [], attempts: [], entries: [] };
  const within = (column: typeof paymentAttempts.orderId | typeof paymentEvents.orderId) =>
    and(gte(column, first.id), lte(column, last.id));
  // What do their attempts say?
  const attempts = await tx
    .select({ orderId: paymentAttempts.orderId, number: paymentAttempts.number, state: paymentAttempts.state })
    .from(paymentAttempts)
    .where(within(paymentAttempts.orderId));
  // What does their ledger tell, in the order of what happened?
  const entries = await tx
    .select({
      orderId: paymentEvents.orderId,
      attemptNumber: paymentEvents.attemptNumber,
      conclusion: paymentEvents.conclusion,
      said: paymentEvents.said,
    })
    .from(paymentEvents)
    .where(within(paymentEvents.orderId))
    .orderBy(asc(paymentEvents.orderId), sql`${paymentEvents.id}`);
  return { orders: found, attempts, entries };
}

function differencesIn({ orders: found, attempts, entries }: Batch): MoneyDifference[] {
  const attemptsOf = byOrder(attempts);
  const entriesOf = byOrder(entries);
  return found.flatMap((order) => differencesOf(order, attemptsOf.get(order.id) ?? [], entriesOf.get(order.id) ?? []));
}

function byOrder<T extends { orderId: string }>(rows: T[]): Map<string, T[]> {
  const grouped = new Map<string, T[]>();
  for (const row of rows) {
    const known = grouped.get(row.orderId);
    if (known) known.push(row);
    else grouped.set(row.orderId, [row]);
  }
  return grouped;
}

function differencesOf(order: OrderFacts, attempts: AttemptFacts[], entries: EntryFacts[]): MoneyDifference[] {
  const money = orderMoney(entries);
  const facts: [fact: string, row: string | number, ledger: string | number][] = [
    ['payment status', order.paymentStatus, money.paymentStatus],
    ['paid cents', order.paidAt ? order.amountCents : 0, money.paidCents],
    ['refunded cents', order.refundedCents, money.refundedCents],
  ];
  const states = new Map(attempts.map(({ number, state }) => [number, state]));
  for (const number of [...new Set([...states.keys(), ...money.attempts.keys()])].sort((a, b) => a - b)) {
    facts.push([`attempt ${number}`, states.get(number) ?? 'none', money.attempts.get(number) ?? 'none']);
  }
  return facts
    .filter(([, row, ledger]) => row !== ledger)
    .map(([fact, row, ledger]) => ({ orderId: order.id, fact, row: String(row), ledger: String(ledger) }));
}
