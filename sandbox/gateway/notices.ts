// Adds notifications to an order's outbox, modified by control rules. deliveries.ts sends them.
import { randomUUID } from 'node:crypto';
import type { Rule } from '../rules.ts';
import { transactionView } from './order-view.ts';
import type { Notice, Order, Transaction } from './orders.ts';

/** Rules that modify notifications; taken before the order is locked. */
export const NOTICE_KINDS = ['drop_notice', 'delay_notice', 'duplicate_notice', 'reorder_notices', 'wrong_secret'];

export interface NoticeContext {
  now: Date;
  merchantId: string;
  noticeRules?: Rule[];
}

export function queueNotices(order: Order, transactions: Transaction[], context: NoticeContext): void {
  const url = order.notificationUrl;
  const rule = (kind: string) => context.noticeRules?.find((rule) => rule.kind === kind);
  if (url === undefined || rule('drop_notice')) return;
  const dueAt = context.now.getTime() + (rule('delay_notice')?.delayMs ?? 0);
  const copies = rule('duplicate_notice') ? (rule('duplicate_notice')?.copies ?? 1) + 1 : 1;
  const notices = transactions.flatMap((transaction) => {
    const notice: Notice = {
      id: randomUUID(),
      url,
      body: transactionView(order, transaction, context.merchantId),
      attempt: 1,
      dueAt,
      ...(rule('wrong_secret') ? { wrongSecret: true } : {}),
    };
    return Array.from({ length: copies }, () => ({ ...notice }));
  });
  order.outbox.push(...(rule('reorder_notices') ? notices.reverse() : notices));
}
