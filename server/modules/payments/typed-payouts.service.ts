// Adds, changes, deletes and restores typed payouts, and compares their amounts with the ledger. Repeats of a comparison change nothing.
import type { CallFor } from '../../../contract/index.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { StoreContext } from '../../context.ts';
import { dbNow, type Tx } from '../../database/database.ts';
import { type Call, getAdmin } from '../../request-context.ts';
import { type ExpectedMoney, readExpected } from './expected-payout.repository.ts';
import { saveDifferences, toDifferenceKey } from './payout-differences.ts';
import type { Payout, TypedPayout } from './payouts.repository.ts';
import * as payoutsRepository from './payouts.repository.ts';

const dayMs = 86_400_000;
/** Disputes and late fees change what is expected of an earlier period. */
const daysCompared = 120;

type PayoutInput = CallFor<'POST /api/admin/finances/payouts'>['body'];

export function addPayout(ctx: StoreContext, call: Call, input: PayoutInput): Promise<Payout> {
  return savePayout(ctx, call, 'payout.added', async (tx) =>
    compareOne(ctx, tx, await payoutsRepository.addTyped(tx, ctx.ids.uuid(), readInput(input))),
  );
}

/** Throws not_found, and conflict for a payout of a gateway. */
export function changePayout(ctx: StoreContext, call: Call, id: string, input: PayoutInput): Promise<Payout> {
  return savePayout(ctx, call, 'payout.changed', async (tx) => {
    await getPresent(tx, id);
    return compareOne(ctx, tx, await payoutsRepository.changePayout(tx, id, readInput(input)));
  });
}

/** Throws as `changePayout`. */
export async function deletePayout(ctx: StoreContext, call: Call, id: string): Promise<void> {
  await savePayout(ctx, call, 'payout.deleted', async (tx) => {
    await getPresent(tx, id);
    return payoutsRepository.changePayout(tx, id, { deletedAt: dbNow(tx) });
  });
}

/** Of a payout that is not deleted, it changes nothing. Throws as `changePayout`. */
export async function restorePayout(ctx: StoreContext, call: Call, id: string): Promise<Payout> {
  const present = await payoutsRepository.findPayout(ctx.database.db, id);
  if (present?.toDay && present.deletedAt === null) return present;
  return savePayout(ctx, call, 'payout.restored', async (tx) => {
    await getTyped(tx, id);
    return compareOne(ctx, tx, await payoutsRepository.changePayout(tx, id, { deletedAt: null }));
  });
}

/** In one transaction with its entry of the audit log. */
async function savePayout(
  ctx: StoreContext,
  call: Call,
  action: string,
  save: (tx: Tx) => Promise<Payout>,
): Promise<Payout> {
  const admin = getAdmin(call);
  return ctx.database.transaction(async (tx) => {
    const saved = await save(tx);
    const { id, gateway, day, fromDay, toDay, amountCents, currency } = saved;
    const details = { id, gateway, day, fromDay, toDay, amountCents, currency };
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action, subject: 'payouts', details });
    return saved;
  });
}

/** Locked, deleted or not. Throws as `changePayout`. */
async function getTyped(tx: Tx, id: string): Promise<Payout> {
  const payout = await payoutsRepository.lockPayout(tx, id);
  if (!payout) throw new StoreError('not_found');
  if (payout.contents !== 'typed') throw new StoreError('conflict', { reason: 'payout_of_gateway' });
  return payout;
}

async function getPresent(tx: Tx, id: string): Promise<Payout> {
  const payout = await getTyped(tx, id);
  if (payout.deletedAt !== null) throw new StoreError('not_found');
  return payout;
}

function readInput({ gateway, day, amount, from, to, note }: PayoutInput): TypedPayout {
  return { gateway, day, amountCents: Math.round(amount * 100), fromDay: from, toDay: to, note };
}

/** Compares the typed payouts of the last months. */
export async function compareTyped(ctx: StoreContext): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - daysCompared * dayMs);
  for (const { id } of await payoutsRepository.listTyped(ctx.database.db, since)) {
    await ctx.database.transaction(async (tx) => {
      const payout = await payoutsRepository.lockPayout(tx, id);
      if (payout && payout.deletedAt === null) await compareOne(ctx, tx, payout);
    });
  }
}

/** Keeps what the ledger expects of the period of a payout. */
async function compareOne(ctx: StoreContext, tx: Tx, payout: Payout): Promise<Payout> {
  const { id, gateway, fromDay, toDay, amountCents } = payout;
  if (fromDay === null || toDay === null) return payout;
  const expected = await readExpected(tx, gateway, { fromDay, toDay });
  const difference = amountCents - sumExpected(expected);
  // Gateways round the fee of each payment. Fees that are not known are missing from what arrived.
  const isExplained = Math.abs(difference) <= expected.payments || (difference < 0 && expected.unknownFees > 0);
  // Of a period that is not over, money is missing.
  const differs = !isExplained && toDay < (await payoutsRepository.readToday(tx));
  return saveDifferences(tx, payout, expected, differs ? toDifferenceKey(ctx, id, [String(difference)]) : null);
}

export function sumExpected({ capturedCents, refundedCents, disputedCents, feeCents }: ExpectedMoney): number {
  return capturedCents - refundedCents - disputedCents - feeCents;
}

/** Null of a payout whose gateway lists its contents. */
export function readStoredExpected(payout: Payout): ExpectedMoney | null {
  const { payments, capturedCents, refundedCents, disputedCents, feeCents, unknownFees } = payout;
  if (payments === null || capturedCents === null || refundedCents === null || disputedCents === null) return null;
  return {
    payments,
    capturedCents,
    refundedCents,
    disputedCents,
    feeCents: feeCents ?? 0,
    unknownFees: unknownFees ?? 0,
  };
}
