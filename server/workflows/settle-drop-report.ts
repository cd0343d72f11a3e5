// What becomes of a reported drop: its state, and the email to the buyer. The caller holds the order.

import type { BuyerEmailKind } from '../../contract/email-kinds.ts';
import type { DropState } from '../../contract/guarantee.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import * as dropReportsRepository from '../modules/delivery/drop-reports.repository.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';

const mailKinds: Record<Exclude<DropState, 'reported'>, BuyerEmailKind> = {
  refilling: 'drop_refilling',
  refilled: 'drop_refilled',
  refused: 'drop_refused',
  dismissed: 'drop_refused',
};

/**
 * Changes the last report of a link. Does nothing without a report, and after its refill. Each email is sent once a
 * report, however often a refill is requested again.
 */
export async function settleDropReport(
  ctx: StoreContext,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'customerEmail'>,
  position: number,
  state: Exclude<DropState, 'reported'>,
  reason: string | null = null,
): Promise<void> {
  const last = await dropReportsRepository.findLast(tx, { orderId: order.id, position });
  if (!last || last.state === 'refilled') return;
  await dropReportsRepository.change(tx, last, state, reason);
  const mail = { kind: mailKinds[state], orderId: order.id, recipient: order.customerEmail };
  await ctx.outbox.post(tx, { ...mail, refundNumber: last.number });
}
