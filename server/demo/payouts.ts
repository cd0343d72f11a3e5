// Payouts of the demo: three weeks of a gateway that lists what each contains, before them typed ones. All agree with the ledger.
import type { Tx } from '../database/database.ts';
import { readExpected } from '../modules/payments/expected-payout.repository.ts';
import { payouts, payoutTransactions } from '../modules/payments/payouts.schema.ts';
import { formatDay } from '../modules/payments/reconcile-money.ts';
import { sumExpected } from '../modules/payments/typed-payouts.service.ts';
import type { Rows } from './demo-context.ts';
import type { Random } from './random.ts';
import { insertRows } from './rows.ts';

const dayMs = 86_400_000;
const weeks = 7;
const listedWeeks = 3;
const idCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

type Transaction = Omit<typeof payoutTransactions.$inferInsert, 'payoutId' | 'number'>;

export async function insertPayouts(tx: Tx, rows: Rows, random: Random, nowMs: number): Promise<void> {
  const feesByOrder = new Map(rows.fees.map(({ orderId, amountCents }) => [orderId, amountCents ?? 0]));
  for (let week = 0; week < weeks; week += 1) {
    const fromDay = formatDay(nowMs - 7 * (week + 1) * dayMs);
    const toDay = formatDay(nowMs - (7 * week + 1) * dayMs);
    const day = formatDay(nowMs - (7 * week - 1) * dayMs);
    const at = new Date(Math.min(nowMs, nowMs - (7 * week - 1) * dayMs));
    const payout = { id: random.uuid(), day, currency: 'USD', note: '', createdAt: at, updatedAt: at };
    if (week >= listedWeeks) {
      const expected = await readExpected(tx, 'mpgs', { fromDay, toDay });
      // The bank rounds the fee of each payment.
      const amountCents = sumExpected(expected) - Math.floor(expected.payments / 3);
      const typed = { gateway: 'mpgs', state: 'paid', contents: 'typed', fromDay, toDay, amountCents } as const;
      if (amountCents > 0) await insertRows(tx, payouts, [{ ...payout, ...typed, ...expected, differences: 0 }]);
      continue;
    }
    const contents = listTransactions(rows, feesByOrder, random, { fromDay, toDay });
    const contentsCents = contents.reduce((sum, { amountCents, feeCents }) => sum + amountCents - feeCents, 0);
    if (contentsCents <= 0) continue;
    const listed = {
      gateway: 'stripe',
      gatewayPayoutId: `po_${random.text(idCharacters, 24)}`,
      state: week === 0 ? 'in_transit' : 'paid',
      contents: 'complete',
    } as const;
    await insertRows(tx, payouts, [
      { ...payout, ...listed, amountCents: contentsCents, contentsCents, differences: 0 },
    ]);
    await insertRows(
      tx,
      payoutTransactions,
      contents.map((one, number) => ({ ...one, payoutId: payout.id, number })),
    );
  }
}

/** Payments of these days with their fees, and refunds of them. */
function listTransactions(
  { orders }: Rows,
  feesByOrder: ReadonlyMap<string, number>,
  random: Random,
  days: { fromDay: string; toDay: string },
): Transaction[] {
  const id = (prefix: string) => `${prefix}_${random.text(idCharacters, 24)}`;
  return orders.flatMap(({ id: orderId, paidAt, amountCents, refundedCents = 0 }) => {
    const day = paidAt instanceof Date ? formatDay(paidAt.getTime()) : '';
    if (day < days.fromDay || day > days.toDay) return [];
    const feeCents = feesByOrder.get(orderId) ?? 0;
    const of = { orderId, attemptNumber: 1 };
    const payment: Transaction = {
      ...of,
      transactionId: id('txn'),
      kind: 'payment',
      amountCents,
      feeCents,
      sourceId: id('ch'),
    };
    if (refundedCents === 0) return [payment];
    const back = { kind: 'refund', amountCents: -refundedCents, feeCents: 0 } as const;
    return [{ ...of, ...back, transactionId: id('txn'), sourceId: id('re') }, payment];
  });
}
