// What the dismissal of an action item settles: an undelivered part, or the report of a drop.
import type { ActionItemKind } from '../../contract/action-item-kinds.ts';
import type { Tx } from '../database/database.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import type { FinishOrder } from './finish-order.ts';
import type { SettleDropReport } from './settle-drop-report.ts';

export type SettleDismissedDeps = {
  finishOrder: Pick<FinishOrder, 'settleShortfall'>;
  settleDropReport: SettleDropReport;
};
type Item = { order_id: string | null; position: number | null };

export function createSettleDismissed({ finishOrder, settleDropReport }: SettleDismissedDeps) {
  return async (tx: Tx, kind: ActionItemKind, item: Item, note: string): Promise<void> => {
    const { order_id: orderId, position } = item;
    if (orderId === null || position === null) return;
    if (kind === 'delivery_stopped') await finishOrder.settleShortfall(tx, { orderId, position }, 'dismissed');
    if (kind !== 'drop_reported' && kind !== 'refill_refused') return;
    const order = await ordersRepository.lockOrder(tx, orderId);
    // The buyer reads the reason of a dismissed report only: other notes are for admins.
    const reason = kind === 'drop_reported' ? note : null;
    if (order) await settleDropReport(tx, order, position, 'dismissed', reason);
  };
}
