// A payment form that did not open: refused, without a response, or left by a process that died.
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import type { AgedAttempt, Attempt } from '../modules/payments/payments.repository.ts';
import * as paymentsRepository from '../modules/payments/payments.repository.ts';
import { restoreTransfer } from './open-transfer.ts';

/** Longer than a call to the gateway can take: an opening that is older belongs to a process that died. */
export const openingSeconds = 20;

export function isAbandoned({ state, ageSeconds }: AgedAttempt): boolean {
  return state === 'opening' && ageSeconds >= openingSeconds;
}

/**
 * The transfer whose place the form took is awaited again. A lost form stays watched: its money still counts. The order is
 * locked first, so that its ledger has the order of events.
 */
export async function endOpening(
  ctx: StoreContext,
  tx: Tx,
  order: OrderRow | null,
  { orderId, number }: Pick<Attempt, 'orderId' | 'number'>,
  { state, said = {} }: { state: 'lost' | 'refused'; said?: Record<string, unknown> },
): Promise<void> {
  if (!(await paymentsRepository.changeAttempt(tx, { orderId, number }, { state }, ['opening']))) return;
  const conclusion = `opening_${state}` as const;
  await paymentsRepository.recordEvent(tx, { orderId, attemptNumber: number, source: 'session', conclusion, said });
  if (!order) return;
  const replaced = await paymentsRepository.findReplaced(tx, orderId, number);
  if (replaced?.gateway === 'manual') await restoreTransfer(ctx, tx, order, replaced);
}
