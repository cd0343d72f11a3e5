// Reads what the page of an order shows. Writes nothing.

import { type Guarantee, guaranteeOf, isHiddenPost } from '../../contract/guarantee.ts';
import { dollarsFromCents } from '../../contract/money.ts';
import type { OrderPage } from '../../contract/order-page.ts';
import type { PaymentState } from '../../contract/order-progress.ts';
import { describeNonPost } from '../../contract/pasted-links.ts';
import { normaliseLink } from '../../contract/post-links.ts';
import { postProgressOf } from '../../contract/post-progress.ts';
import { maskedEmail } from '../../contract/receipt.ts';
import { isErasedEmail } from '../../contract/retention.ts';
import { shares } from '../../contract/share.ts';
import type { StoreContext } from '../context.ts';
import type { DropReport } from '../modules/delivery/drop-reports.repository.ts';
import * as dropReportsRepository from '../modules/delivery/drop-reports.repository.ts';
import { dropRefusal, findLastRefill } from '../modules/delivery/drop-rules.ts';
import type { DeliveryRequest } from '../modules/delivery/requests.repository.ts';
import * as requestsRepository from '../modules/delivery/requests.repository.ts';
import * as deliveryMarksRepository from '../modules/dispatch/delivery-marks.repository.ts';
import * as dispatchRepository from '../modules/dispatch/dispatch.repository.ts';
import type { DispatchRow } from '../modules/dispatch/dispatch-rows.ts';
import { type OrderRow, toPublicOrder } from '../modules/orders/order-rows.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import type { ReceiptRefund, ShownAction } from '../modules/receipts/receipts.repository.ts';
import * as receiptsRepository from '../modules/receipts/receipts.repository.ts';

type OrderEvent = OrderPage['events'][number];
type LoggedEvent = { action: ShownAction; at: Date };

const longAfterSeconds = 120;
const mostRequests = 50;

/** Null for an unknown or deleted order. The caller has verified the key of the order. */
export async function readOrderPage(ctx: StoreContext, orderId: string): Promise<OrderPage | null> {
  const order = await ordersRepository.findOrder(ctx.database.db, orderId);
  if (!order) return null;
  const [progressOf, sent, beganAt, requested, reported, refundRows, logged, paidWith] = await Promise.all([
    ctx.orderViews.readProgress([order]),
    dispatchRepository.listSends(ctx.database.db, [orderId]),
    deliveryMarksRepository.beganAt(ctx.database.db, orderId),
    requestsRepository.listRequests(ctx.database.db, orderId, mostRequests),
    dropReportsRepository.listOrderReports(ctx.database.db, orderId),
    receiptsRepository.listRefunds(ctx.database.db, orderId),
    receiptsRepository.listEvents(ctx.database.db, orderId),
    receiptsRepository.findPaidWith(ctx.database.db, orderId),
  ]);
  const progress = progressOf(order);
  const { payment } = progress;
  const { guarantee_days } = await ctx.settings.current();
  const refunds = listRefunds(order, payment, refundRows, logged);
  return {
    ...toPublicOrder(order, progress),
    email: isErasedEmail(order.customerEmail) ? null : maskedEmail(order.customerEmail),
    confirming_long:
      payment === 'confirming' &&
      (await receiptsRepository.isConfirmingFor(ctx.database.db, orderId, longAfterSeconds)),
    paid_with: paidWith,
    refunded_amount: dollarsFromCents(order.refundedCents),
    receipt_path: order.paidAt ? ctx.receiptLinks.buildPath(orderId) : null,
    refunds,
    posts: listLinks(order, payment, progress.deliveredBefore, {
      sent,
      requested,
      reported,
      guaranteeDays: guarantee_days[order.category],
      now: ctx.clock.now(),
    }),
    events: listEvents(order, sent, beganAt, refunds, logged),
  };
}

type PostFacts = {
  sent: readonly DispatchRow[];
  /** Newest first, as `reported`. */
  requested: readonly DeliveryRequest[];
  reported: readonly DropReport[];
  guaranteeDays: number;
  now: Date;
};

function listLinks(
  order: OrderRow,
  payment: PaymentState,
  deliveredBefore: readonly number[],
  facts: PostFacts,
): OrderPage['posts'] {
  const quantities = shares(order.quantity, order.postLinks.length);
  return order.postLinks.map((postLink, position) => {
    const { kind, shortcode } = normaliseLink(postLink);
    const isPaid = order.paidAt !== null;
    const opens = describeNonPost(postLink, isPaid);
    const link = facts.sent.find((one) => one.position === position) ?? null;
    const refill = findLastRefill(facts.requested, position);
    const last = facts.reported.find((one) => one.position === position) ?? null;
    const progress = postProgressOf({
      payment,
      isOver: order.status === 'completed' || order.status === 'failed',
      ordered: quantities[position] ?? 0,
      deliveredBefore: deliveredBefore[position] ?? 0,
      link: link && { ...link, isRefilling: refill !== null && refill.endedAt === null },
    });
    const { guaranteeDays, now } = facts;
    const refusal = dropRefusal({ order, link, last, refill, guaranteeDays, now });
    const guarantee = guaranteeOf(link?.completedAt ?? null, guaranteeDays, now);
    const isHidden =
      ((link?.state === 'failed' || link?.state === 'waiting') && isHiddenPost(link.error)) ||
      (refill?.state === 'refused' && last?.state === 'refused' && isHiddenPost(refill.words));
    return {
      kind,
      shortcode,
      post_link: isPaid ? postLink : toPostUrl(kind, shortcode),
      ...(opens ? { opens } : {}),
      ...progress,
      ...(guarantee && refusal !== 'order_refunded' ? { guarantee: shownGuarantee(guarantee, refusal === null) } : {}),
      ...(last ? { drop: shownDrop(last) } : {}),
      ...(isHidden ? { hidden: true } : {}),
      // Only another active order of the post delays a link without an error.
      ...(progress.state === 'to_send' && link?.state === 'waiting' && link.error === null
        ? { after_other_order: true }
        : {}),
    };
  });
}

function toPostUrl(kind: string | null, shortcode: string | null): string | null {
  return kind && shortcode ? `https://www.instagram.com/${kind}/${shortcode}/` : null;
}

function shownGuarantee({ until, daysLeft }: Guarantee, canReport: boolean) {
  return { until: until.toISOString(), days_left: daysLeft, can_report: canReport };
}

function shownDrop({ state, reason, reportedAt }: DropReport) {
  return { state, reason, reported_at: reportedAt.toISOString() };
}

function listRefunds(
  order: OrderRow,
  payment: PaymentState,
  rows: readonly ReceiptRefund[],
  logged: readonly LoggedEvent[],
): OrderPage['refunds'] {
  const own = rows.map(({ amountCents, state, attemptNumber, createdAt, updatedAt }) => ({
    amount: dollarsFromCents(amountCents),
    state: state === 'refunded' ? ('refunded' as const) : ('pending' as const),
    by_hand: attemptNumber === null,
    at: (state === 'refunded' ? updatedAt : createdAt).toISOString(),
  }));
  const done = rows.filter(({ state }) => state === 'refunded');
  const elsewhereCents = order.refundedCents - done.reduce((sum, { amountCents }) => sum + amountCents, 0);
  // A disputed amount was taken back by the bank, and is no refund.
  if (elsewhereCents <= 0 || payment === 'disputed') return own;
  const seen = logged.find(({ action }) => action === 'payment.refunded');
  const at = seen?.at.toISOString() ?? null;
  return [...own, { amount: dollarsFromCents(elsewhereCents), state: 'refunded', by_hand: false, at }];
}

const kindOfAction = {
  'order.completed': 'completed',
  'order.expired': 'expired',
  'order.link_replaced': 'link_replaced',
  'payment.charged_back': 'disputed',
  'payment.won_back': 'dispute_won',
  // Refunds have entries of their own.
  'payment.refunded': null,
} as const satisfies Record<ShownAction, OrderEvent['kind'] | null>;

function listEvents(
  order: OrderRow,
  sent: readonly DispatchRow[],
  beganAt: Date | null,
  refunds: OrderPage['refunds'],
  logged: readonly LoggedEvent[],
): OrderEvent[] {
  // A moved or replaced link has the times of its last send only.
  const started = [
    ...(beganAt ? [beganAt] : []),
    ...sent.filter(({ state }) => state === 'sent').map(({ startedAt, claimedAt }) => startedAt ?? claimedAt),
  ].sort((one, other) => one.getTime() - other.getTime());
  const event = (kind: OrderEvent['kind'], at: Date | null | undefined) => (at ? [{ kind, at: at.toISOString() }] : []);
  const lastCompleted = logged.find(({ action }) => action === 'order.completed');
  const events: OrderEvent[] = [
    ...event('ordered', order.createdAt),
    ...event('paid', order.paidAt),
    ...event('started', started[0]),
    ...logged.flatMap((entry) => {
      const kind = kindOfAction[entry.action];
      // An order that was completed or given up may have been opened again.
      if (kind === null || (kind === 'completed' && (entry !== lastCompleted || order.status !== 'completed')))
        return [];
      return kind === 'expired' && order.status !== 'failed' ? [] : event(kind, entry.at);
    }),
    ...refunds.flatMap(({ state, amount, at }) =>
      state === 'refunded' && at !== null ? [{ kind: 'refunded' as const, at, amount }] : [],
    ),
  ];
  return events.sort((one, other) => one.at.localeCompare(other.at));
}
