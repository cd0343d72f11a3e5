// Reads the payouts of gateways and compares their contents with the ledger. Repeats change nothing.
import { type PayoutDifference, payoutDaysRead } from '../../../contract/payout-rules.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import { sentenceColumns } from '../../platform/sentence-columns.ts';
import { ExternalError } from '../../ports/external-error.ts';
import type { PayoutTransaction } from './gateway.ts';
import { saveDifferences, toDifferenceKey } from './payout-differences.ts';
import type { ComparedRow, Payout } from './payouts.repository.ts';
import * as payoutsRepository from './payouts.repository.ts';
import { compareTyped } from './typed-payouts.service.ts';

const dayMs = 86_400_000;

/** Enqueues the reading of each gateway that lists payouts, and compares the typed ones. */
export async function readPayoutsDaily(ctx: StoreContext): Promise<void> {
  await enqueueReads(ctx);
  await compareTyped(ctx);
}

/** The job retries until the gateway responds. */
export async function enqueueReads(ctx: StoreContext): Promise<void> {
  for (const gateway of await ctx.gateways.payoutGateways()) {
    await ctx.jobs.enqueue(ctx.database.db, 'read_payouts', { gateway }, { key: `read payouts ${gateway}` });
  }
}

/**
 * Reads the payouts of the last days. A payout that cannot be read is noted, and the others are read. A key without the
 * right is tried again the next day. Throws `unavailable`.
 */
export async function readPayouts(ctx: StoreContext, gateway: string): Promise<void> {
  if (!(await ctx.gateways.payoutGateways()).includes(gateway)) return;
  const since = new Date(ctx.clock.now().getTime() - payoutDaysRead * dayMs);
  const errors: ExternalError[] = [];
  const noting = async (read: () => Promise<void>) => {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof ExternalError)) throw error;
      errors.push(error);
    }
  };
  await noting(async () => {
    const views = await ctx.gateways.listPayouts(gateway, since);
    const kept: Payout[] = [];
    // All of them first: a key may read payouts and not their transactions.
    for (const view of views) {
      const keep = (tx: Tx) => payoutsRepository.keepPayout(tx, ctx.ids.uuid(), gateway, view);
      kept.push(await ctx.database.transaction(keep));
    }
    for (const payout of kept) await noting(() => readContents(ctx, payout));
  });
  // The job repeats what may succeed later.
  const worst = errors.find(({ fault }) => fault !== 'refused') ?? errors[0];
  await payoutsRepository.noteRead(ctx.database.db, gateway, sentenceColumns('problem', worst?.sentence ?? null));
  if (worst && worst.fault !== 'refused') throw worst;
}

async function readContents(ctx: StoreContext, payout: Payout): Promise<void> {
  const { id, gateway, gatewayPayoutId, contents, contentsCents, differences } = payout;
  if (contents !== 'complete' || gatewayPayoutId === null) return;
  // Contents of a payout do not change. They are read again while a payment of them is not found.
  const isNew = contentsCents === null || differences > 0;
  const transactions = isNew ? await ctx.gateways.listPayoutTransactions(gateway, gatewayPayoutId) : null;
  await ctx.database.transaction(async (tx) => {
    const locked = await payoutsRepository.lockPayout(tx, id);
    if (locked) await compareContents(ctx, tx, locked, transactions);
  });
}

/** `transactions`: null where they were read before. */
async function compareContents(
  ctx: StoreContext,
  tx: Tx,
  payout: Payout,
  transactions: readonly PayoutTransaction[] | null,
): Promise<void> {
  const { id, gateway } = payout;
  if (transactions) await payoutsRepository.keepTransactions(tx, id, gateway, transactions);
  const contentsCents = transactions
    ? transactions.reduce((sum, { amountCents, feeCents }) => sum + amountCents - feeCents, 0)
    : payout.contentsCents;
  const rows = await payoutsRepository.listCompared(tx, payout);
  const found = rows.map((row) => ({ ...row, now: findDifference(row) }));
  const changed = found.filter(({ difference, now }) => difference !== now);
  await payoutsRepository.setDifferences(
    tx,
    id,
    changed.map(({ number, now }) => ({ number, difference: now })),
  );
  const differing = found.flatMap(({ sourceId, now }) => (now === null ? [] : `${sourceId} ${now}`)).sort();
  const all = contentsCents === payout.amountCents ? differing : [...differing, `sum ${contentsCents}`];
  const key = all.length > 0 ? toDifferenceKey(ctx, id, all) : null;
  await saveDifferences(tx, payout, { contentsCents, differences: all.length }, key);
  // The ledger may lack what a lost notification was about.
  for (const gatewayOrderId of new Set(changed.flatMap((row) => (row.now && row.gatewayOrderId) || []))) {
    await ctx.jobs.enqueue(tx, 'settle_payment', { gatewayOrderId }, { key: `settle ${gatewayOrderId}` });
  }
}

const paidStates: ReadonlySet<string> = new Set(['paid', 'second_capture', 'mismatch']);

/** How a transaction differs from the ledger; null where it agrees. Pure. */
function findDifference(row: Omit<ComparedRow, 'number' | 'difference' | 'sourceId'>): PayoutDifference | null {
  const { kind, orderId, cents, attemptCents, attemptState } = row;
  if (kind === 'payment') {
    if (orderId === null || !paidStates.has(attemptState ?? '')) return 'unknown_payment';
    return cents !== null && cents !== attemptCents ? 'other_amount' : null;
  }
  if (kind === 'refund') {
    if (orderId === null) return 'unknown_refund';
    return row.paidBackCents > row.refundedCents && !row.isKnownRefund ? 'unknown_refund' : null;
  }
  if (kind === 'dispute') return row.isDisputed ? null : 'unknown_dispute';
  return null;
}
