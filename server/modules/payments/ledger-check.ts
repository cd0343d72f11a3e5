// Recomputes the money of every order from its ledger and compares it with the rows. Changes nothing.
import { and, asc, gt, gte, lte, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database, Tx } from '../../database/database.ts';
import { orders } from '../orders/orders.schema.ts';
import { byOrder, type OrderTotals, orderTotals } from './ledger-totals.ts';
import { paymentAttempts, paymentEvents, refunds } from './payments.schema.ts';

/** One fact that differs between rows and ledger; money in cents. */
export type MoneyDifference = { orderId: string; fact: string; row: string; ledger: string };

type OrderFacts = Pick<typeof orders.$inferSelect, 'id' | 'paymentStatus' | 'refundedCents' | 'amountCents' | 'paidAt'>;
type AttemptFacts = typeof paymentAttempts.$inferSelect;
type RefundFacts = typeof refunds.$inferSelect;
type Batch = {
  orders: OrderFacts[];
  attempts: AttemptFacts[];
  refunds: RefundFacts[];
  entries: (typeof paymentEvents.$inferSelect)[];
};

const ordersAtOnce = 500;

/** Prints every difference and a summary line, money in cents. Returns the number of differences. */
export async function verifyMoney(database: Database, print: (line: string) => void): Promise<number> {
  let checked = 0;
  let found = 0;
  for await (const batch of checkLedger(database)) {
    checked += batch.checked;
    found += batch.differences.length;
    for (const { orderId, fact, row, ledger } of batch.differences) {
      print(`order ${orderId}: ${fact} is ${row}, the ledger has ${ledger}`);
    }
  }
  const counted = checked === 1 ? '1 order compared with its' : `${checked} orders compared with their`;
  print(`${counted} ledger, ${found} ${found === 1 ? 'difference' : 'differences'}.`);
  return found;
}

/** Checks all orders in batches, each in one snapshot, so that concurrent writes cause no false difference. */
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
  if (!first || !last) return { orders: [], attempts: [], refunds: [], entries: [] };
  const within = (column: AnyPgColumn) => and(gte(column, first.id), lte(column, last.id));
  const attempts = await tx.select().from(paymentAttempts).where(within(paymentAttempts.orderId));
  const given = await tx.select().from(refunds).where(within(refunds.orderId));
  const entries = await tx
    .select()
    .from(paymentEvents)
    .where(within(paymentEvents.orderId))
    .orderBy(asc(paymentEvents.orderId), sql`${paymentEvents.id}`);
  return { orders: found, attempts, refunds: given, entries };
}

function differencesIn({ orders: found, attempts, refunds: given, entries }: Batch): MoneyDifference[] {
  const [attemptsOf, refundsOf, entriesOf] = [byOrder(attempts), byOrder(given), byOrder(entries)];
  return found.flatMap((order) => {
    const money = orderTotals(entriesOf.get(order.id) ?? []);
    const facts = [
      ...orderFacts(order, money),
      ...attemptFacts(attemptsOf.get(order.id) ?? [], money),
      ...refundFacts(refundsOf.get(order.id) ?? [], money),
    ];
    return facts
      .filter(([, row, ledger]) => row !== ledger)
      .map(([fact, row, ledger]) => ({ orderId: order.id, fact, row, ledger }));
  });
}

type Fact = [fact: string, row: string, ledger: string];

function orderFacts(order: OrderFacts, money: OrderTotals): Fact[] {
  return [
    ['payment status', order.paymentStatus, money.paymentStatus],
    ['paid cents', String(order.paidAt ? order.amountCents : 0), String(money.paidCents)],
    ['refunded cents', String(order.refundedCents), String(money.refundedCents)],
  ];
}

function attemptFacts(attempts: AttemptFacts[], money: OrderTotals): Fact[] {
  const states = new Map(attempts.map(({ number, state }) => [number, state]));
  return listNumbers(states, money.attempts).map((number) => [
    `attempt ${number}`,
    states.get(number) ?? 'none',
    money.attempts.get(number) ?? 'none',
  ]);
}

function refundFacts(given: RefundFacts[], money: OrderTotals): Fact[] {
  const known = new Map(given.map((refund) => [refund.number, refund]));
  const describe = (refund: { amountCents: number; state: string } | undefined) =>
    refund ? `${refund.amountCents} cents ${refund.state}` : 'none';
  return listNumbers(known, money.refunds).map((number) => [
    `refund ${number}`,
    describe(known.get(number)),
    describe(money.refunds.get(number)),
  ]);
}

function listNumbers(one: ReadonlyMap<number, unknown>, other: ReadonlyMap<number, unknown>): number[] {
  return [...new Set([...one.keys(), ...other.keys()])].sort((a, b) => a - b);
}
