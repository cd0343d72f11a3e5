// What the dismissal of an action item settles: an undelivered part, or the report of a drop.

import type { ActionItemKind } from '../../contract/action-item-kinds.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import { settleShortfall } from './finish-order.ts';
import { settleDropReport } from './settle-drop-report.ts';

type Item = { order_id: string | null; position: number | null };

/** Settles the matter of a dismissed item, in the transaction that stores the note. */
export async function settleDismissed(
  ctx: StoreContext,
  tx: Tx,
  kind: ActionItemKind,
  item: Item,
  note: string,
): Promise<void> {
  const { order_id: orderId, position } = item;
  if (orderId === null || position === null) return;
  if (kind === 'delivery_stopped') await settleShortfall(ctx, tx, { orderId, position }, 'dismissed');
  if (kind !== 'drop_reported' && kind !== 'refill_refused') return;
  const order = await ordersRepository.lockOrder(tx, orderId);
  // The buyer reads the reason of a dismissed report only: other notes are for admins.
  const reason = kind === 'drop_reported' ? note : null;
  if (order) await settleDropReport(ctx, tx, order, position, 'dismissed', reason);
}
