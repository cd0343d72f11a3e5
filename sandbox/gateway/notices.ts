// The notifications of an order: each contains its transaction as it was then.
import { addNotices, type NoticeContext } from '../notices.ts';
import { transactionView } from './order-view.ts';
import type { Order, Transaction } from './orders.ts';

export interface OrderContext extends NoticeContext {
  merchantId: string;
}

export function queueNotices(order: Order, transactions: Transaction[], context: OrderContext): void {
  const bodies = transactions.map((transaction) => transactionView(order, transaction, context.merchantId));
  addNotices(order, order.notificationUrl, bodies, context);
}
