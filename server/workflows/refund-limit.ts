// What a support admin may refund: the largest single refund, and the sum of 24 hours.

import { centsFromDollars } from '../../contract/cents-from-dollars.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import * as authRepository from '../modules/auth/auth.repository.ts';
import * as refundsRepository from '../modules/payments/refunds.repository.ts';
import type { Actor } from '../request-context.ts';

/** Throws refund_limit (403). The caller writes the refund in the same transaction. */
export type AssertWithinLimit = (tx: Tx, amountCents: number) => Promise<void>;

/** Read before the transaction, which needs no second connection then. */
export async function readRefundLimit(ctx: StoreContext, by: Actor | 'system'): Promise<AssertWithinLimit> {
  if (by === 'system' || by.admin?.role !== 'support') return async () => {};
  const { id } = by.admin;
  const { support_refund } = await ctx.settings.current();
  const largestCents = centsFromDollars(support_refund.largest) ?? 0;
  const dayCents = centsFromDollars(support_refund.per_day) ?? 0;
  return async (tx, amountCents) => {
    if (amountCents > largestCents) {
      const reason = storeMessage('support_refund_limit', { mostCents: largestCents });
      throw new StoreError('refund_limit', { reason });
    }
    // Parallel refunds of other orders wait here, and are then part of the sum.
    await authRepository.lockAdmin(tx, id);
    const leftCents = Math.max(0, dayCents - (await refundsRepository.sumOfLastDay(tx, by.name)));
    if (amountCents <= leftCents) return;
    const reason = storeMessage('support_day_limit', { mostCents: dayCents, leftCents });
    throw new StoreError('refund_limit', { reason });
  };
}
