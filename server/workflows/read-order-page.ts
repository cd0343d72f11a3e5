// Reads what the page of an order shows. Writes nothing.

import type { z } from 'zod';
import { type Guarantee, guaranteeOf, isBusyPost, isHiddenPost } from '../../contract/guarantee.ts';
import { requestHoldHours } from '../../contract/link-requests.ts';
import { describeOrdered, linkRuleOf, namedRule, postOfLink } from '../../contract/links/order-links.ts';
import { dollarsFromCents } from '../../contract/money.ts';
import { offerOfOrder } from '../../contract/offers.ts';
import type { orderFacts, Transfer } from '../../contract/order-facts.ts';
import type { OrderPage } from '../../contract/order-page.ts';
import { isUnsent } from '../../contract/order-state.ts';
import { isEndedStatus } from '../../contract/order-status.ts';
import { type PostState, postProgressOf } from '../../contract/post-progress.ts';
import { maskedEmail } from '../../contract/receipt.ts';
import { isErasedEmail } from '../../contract/retention.ts';
import { shares } from '../../contract/share.ts';
import type { StoreSettings } from '../../contract/store-settings.ts';
import type { StoreContext } from '../context.ts';
import type { Queryable } from '../database/database.ts';
import type { DropReport } from '../modules/delivery/drop-reports.repository.ts';
import * as dropReportsRepository from '../modules/delivery/drop-reports.repository.ts';
import { dropRefusal, findLastRefill } from '../modules/delivery/drop-rules.ts';
import * as deliveryMarksRepository from '../modules/dispatch/delivery-marks.repository.ts';
import type { DispatchRow } from '../modules/dispatch/dispatch-rows.ts';
import type { LinkRequest } from '../modules/dispatch/link-requests.repository.ts';
import * as linkRequestsRepository from '../modules/dispatch/link-requests.repository.ts';
import { type OrderProgress, type OrderRow, type PublicOrder, toPublicOrder } from '../modules/orders/order-rows.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import type { AgedAttempt } from '../modules/payments/payments.repository.ts';
import type { RefundRow } from '../modules/payments/refunds.repository.ts';
import * as auditRepository from '../modules/security/audit.repository.ts';
import { buildTransfer } from '../modules/transfers/transfer-view.ts';
import * as transfersRepository from '../modules/transfers/transfers.repository.ts';
import type { MailFacts } from '../ports/order-facts.ts';
import { findTransferSettings } from './open-transfer.ts';
import { isOf, listBuyerRefunds, type OrderRecord, paidWith, readOrders } from './read-order.ts';

type PageFacts = PublicOrder & z.output<typeof orderFacts>;
type OrderEvent = OrderPage['events'][number];
/** `refundedCents`: for a refund, the gateway's refunded total. */
type LoggedAction = { action: string; at: Date; refundedCents: number | null };

/** The audit log entries that are shown to the buyer, with their kinds of event. */
const kindOfAction: Record<string, OrderEvent['kind'] | null> = {
  'order.sending_paused': 'paused',
  'order.sending_resumed': 'resumed',
  'order.completed': 'completed',
  'order.expired': 'expired',
  'order.link_replaced': 'link_replaced',
  'payment.charged_back': 'disputed',
  'payment.won_back': 'dispute_won',
  // `listRefunds` adds the entries of refunds.
  'payment.refunded': null,
};

const longAfterSeconds = 120;
/** More entries than any order has, so that a shown timeline entry never disappears. */
const mostLogged = 500;

/** Null for an unknown or deleted order. The caller has verified the key of the order. */
export async function readOrderPage(ctx: StoreContext, orderId: string): Promise<OrderPage | null> {
  const order = await ordersRepository.findOrder(ctx.database.db, orderId);
  if (!order) return null;
  const [[sources], startedAt] = await Promise.all([
    readSources(ctx, ctx.database.db, [order]),
    deliveryMarksRepository.findStartedAt(ctx.database.db, orderId),
  ]);
  if (!sources) return null;
  const facts = buildFacts(sources, await ctx.settings.current(), ctx.clock.now());
  return {
    ...facts,
    email: isErasedEmail(order.customerEmail) ? null : maskedEmail(order.customerEmail),
    paid_with: paidWith(sources.record.payments),
    receipt_path: order.paidAt ? ctx.receiptLinks.buildPath(orderId) : null,
    events: listEvents(sources, startedAt, facts.refunds),
  };
}

/** The facts of their pages in the order of `orders`, for what has the same sentences. A constant number of queries. */
export async function readOrderFacts(
  ctx: StoreContext,
  orders: readonly OrderRow[],
  at: Queryable = ctx.database.db,
): Promise<{ record: OrderRecord; facts: PageFacts }[]> {
  const all = await readSources(ctx, at, orders);
  const settings = await ctx.settings.current();
  const now = ctx.clock.now();
  return all.map((sources) => ({ record: sources.record, facts: buildFacts(sources, settings, now) }));
}

/** The facts for an email, read in its transaction. A deleted order, which cannot be paid, counts as failed. */
export async function readMailFacts(ctx: StoreContext, at: Queryable, orderId: string): Promise<MailFacts | null> {
  const order = await ordersRepository.findAny(at, orderId);
  if (!order) return null;
  const given = order.deletedAt ? { ...order, status: 'failed' as const } : order;
  const [found] = await readOrderFacts(ctx, [given], at);
  return found?.facts ?? null;
}

type Sources = {
  record: OrderRecord;
  /** Newest first. */
  reported: DropReport[];
  /** Requests for another link, newest first. */
  asked: LinkRequest[];
  logged: LoggedAction[];
  /** The instructions, while the order waits for a transfer. */
  transfer: Transfer | null;
};

async function readSources(ctx: StoreContext, at: Queryable, orders: readonly OrderRow[]): Promise<Sources[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const records = await readOrders(at, orders);
  const reported = await dropReportsRepository.listOrderReports(at, ids);
  const asked = await linkRequestsRepository.listRequests(at, ids);
  const logged = await auditRepository.listActions(at, ids, Object.keys(kindOfAction), mostLogged * ids.length);
  const transfers = await readTransfers(ctx, at, records);
  return records.map((record) => ({
    record,
    transfer: transfers.get(record.order.id) ?? null,
    reported: reported.filter(isOf(record.order)),
    asked: asked.filter(isOf(record.order)),
    logged: logged.filter(({ subject }) => subject === record.order.id),
  }));
}

/** By order; without queries where none waits. */
async function readTransfers(
  ctx: StoreContext,
  at: Queryable,
  records: readonly OrderRecord[],
): Promise<Map<string, Transfer>> {
  const waiting = records.filter(({ progress }) => progress.payment === 'awaiting_transfer');
  if (waiting.length === 0) return new Map();
  const settings = await findTransferSettings(ctx);
  const { time_zone } = await ctx.settings.current();
  const open = await transfersRepository.listOpen(
    at,
    waiting.map(({ order }) => order.id),
  );
  return new Map(
    waiting.flatMap(({ order }) => {
      const transfer = open.get(order.id);
      return transfer && settings ? [[order.id, buildTransfer(transfer, order, settings, time_zone)] as const] : [];
    }),
  );
}

function buildFacts(sources: Sources, { offers, automatic_dispatch }: StoreSettings, now: Date): PageFacts {
  const { record, logged } = sources;
  const { order, progress, payments, sends } = record;
  const posts = listPosts(sources, offerOfOrder(offers, order).guarantee_days, now);
  return {
    ...toPublicOrder(order, progress),
    confirming_long: progress.payment === 'confirming' && payments.some(isConfirmingLong),
    refunded_amount: dollarsFromCents(order.refundedCents),
    refunds: listRefunds(record, logged),
    ...(sources.transfer ? { transfer: sources.transfer } : {}),
    sending: findSending(progress, posts, sends, automatic_dispatch),
    ...namedRule(order),
    posts,
  };
}

function isConfirmingLong({ isConfirming, confirmingSeconds }: AgedAttempt): boolean {
  return isConfirming && confirmingSeconds >= longAfterSeconds;
}

/** Null where nothing is left to send. */
function findSending(
  { sendBarrier }: OrderProgress,
  posts: OrderPage['posts'],
  sent: readonly DispatchRow[],
  isAutomatic: boolean,
): OrderPage['sending'] {
  if (!posts.some(isUnsent)) return null;
  if (sendBarrier === 'paused' || sendBarrier === 'refund_open') return sendBarrier;
  // A link that waits is tried again later.
  return isAutomatic && sent.length < posts.length ? 'now' : 'queued';
}

function listPosts({ record, reported, asked }: Sources, guaranteeDays: number, now: Date): OrderPage['posts'] {
  const { order, sends, requests } = record;
  const { payment, deliveredBefore, sendBarrier } = record.progress;
  const rule = linkRuleOf(order);
  const quantities = shares(order.quantity, order.postLinks.length);
  return order.postLinks.map((postLink, position) => {
    const { kind, shortcode } = postOfLink(rule, postLink);
    const isPaid = order.paidAt !== null;
    const opens = describeOrdered(rule, postLink, isPaid);
    const link = sends.find((one) => one.position === position) ?? null;
    const refill = findLastRefill(requests, position);
    const last = reported.find((one) => one.position === position) ?? null;
    const request = asked.find((one) => one.position === position) ?? null;
    const progress = postProgressOf({
      payment,
      // Refunded units are final: nothing more of them is sent.
      isOver: isEndedStatus(order.status) || sendBarrier === 'refunded',
      ordered: quantities[position] ?? 0,
      deliveredBefore: deliveredBefore[position] ?? 0,
      link: link && { ...link, isRefilling: refill !== null && refill.endedAt === null },
    });
    const refusal = dropRefusal({ order, link, last, refill, guaranteeDays, now });
    // Otherwise a public post would change nothing for the buyer.
    const canReportAgain = progress.state === 'delivered' && (refusal === null || refusal === 'drop_reported');
    const guarantee = guaranteeOf(link?.completedAt ?? null, guaranteeDays, now);
    const isHidden = isUnsent(progress)
      ? isHiddenPost(link?.error ?? null)
      : canReportAgain && refill?.state === 'refused' && last?.state === 'refused' && isHiddenPost(refill.words);
    const isReplaceable = isUnsent(progress) && sendBarrier !== 'refund_open' && !isErasedEmail(order.customerEmail);
    return {
      kind,
      shortcode,
      post_link: isPaid ? postLink : toPostUrl(kind, shortcode),
      ...(opens ? { opens } : {}),
      ...progress,
      ...(guarantee && refusal !== 'order_refunded' ? { guarantee: shownGuarantee(guarantee, refusal === null) } : {}),
      ...(last ? { drop: shownDrop(last) } : {}),
      ...(isHidden ? { hidden: true } : {}),
      ...(isAfterOtherOrder(progress.state, link) ? { after_other_order: true } : {}),
      ...(isReplaceable && request?.state !== 'requested' ? { can_replace: true } : {}),
      ...(request ? { link_request: shownRequest(request, now) } : {}),
    };
  });
}

/** Another active order has the post: one of this store, which delays a link without an error, or one of the provider. */
function isAfterOtherOrder(state: PostState, link: DispatchRow | null): boolean {
  if (state === 'checking') return isBusyPost(link?.error ?? null);
  return state === 'to_send' && link?.state === 'waiting' && (link.error === null || isBusyPost(link.error));
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

function shownRequest({ newLink, state, reason, requestedAt }: LinkRequest, now: Date) {
  const isHeld = state === 'requested' && now.getTime() - requestedAt.getTime() < requestHoldHours * 3_600_000;
  const holds = isHeld ? { holds: true as const } : {};
  return { new_link: newLink, state, reason, requested_at: requestedAt.toISOString(), ...holds };
}

function listRefunds(
  { order, progress, payments, refunds }: OrderRecord,
  logged: readonly LoggedAction[],
): OrderPage['refunds'] {
  const rows = listBuyerRefunds(refunds, payments);
  const own = rows.map(({ amountCents, state, attemptNumber, createdAt, updatedAt }) => ({
    amount: dollarsFromCents(amountCents),
    state: state === 'refunded' ? ('refunded' as const) : ('pending' as const),
    by_hand: attemptNumber === null,
    at: (state === 'refunded' ? updatedAt : createdAt).toISOString(),
  }));
  const elsewhere = listExternalRefunds(rows, logged);
  const datedCents = sumCents([...rows, ...elsewhere]);
  // A disputed amount was taken back by the bank, and is no refund.
  const untimedCents = progress.payment === 'disputed' ? 0 : Math.max(0, order.refundedCents - datedCents);
  const untimed = untimedCents > 0 ? [{ amountCents: untimedCents, at: null }] : [];
  const others = [...elsewhere, ...untimed].map(({ amountCents, at }) => ({
    amount: dollarsFromCents(amountCents),
    state: 'refunded' as const,
    by_hand: false,
    at: at?.toISOString() ?? null,
  }));
  return [...own, ...others];
}

/**
 * Refunds outside the store, with the time of the gateway's report. The amount is the gateway's total minus the refunds known
 * before. A later refund changes none of them.
 */
function listExternalRefunds(rows: readonly RefundRow[], logged: readonly LoggedAction[]) {
  const found: { amountCents: number; at: Date }[] = [];
  for (const { action, at, refundedCents } of logged) {
    if (action !== 'payment.refunded' || refundedCents === null) continue;
    const requested = rows.filter(({ createdAt, attemptNumber }) => attemptNumber !== null && createdAt <= at);
    const amountCents = refundedCents - sumCents([...requested, ...found]);
    if (amountCents > 0) found.push({ amountCents, at });
  }
  return found;
}

function sumCents(parts: readonly { amountCents: number }[]): number {
  return parts.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** History never changes: each entry comes from a time that is written once. */
function listEvents(
  { record: { order, sends, replacements, requests }, reported, asked, logged }: Sources,
  startedAt: Date | null,
  refunds: OrderPage['refunds'],
): OrderEvent[] {
  const event = (kind: OrderEvent['kind'], at: Date | null | undefined) => (at ? [{ kind, at: at.toISOString() }] : []);
  const placed = sends.filter(({ state }) => state === 'sent');
  const events: OrderEvent[] = [
    ...event('ordered', order.createdAt),
    ...event('paid', order.paidAt),
    ...event(
      'sent',
      earliest([...replacements.map(({ sentAt }) => sentAt), ...placed.map(({ claimedAt }) => claimedAt)]),
    ),
    ...event('started', earliest([startedAt, ...placed.map((link) => link.startedAt)])),
    ...logged.flatMap(({ action, at }) => {
      const kind = kindOfAction[action];
      return kind ? event(kind, at) : [];
    }),
    ...asked.flatMap(({ requestedAt }) => event('link_requested', requestedAt)),
    ...reported.flatMap(({ reportedAt }) => event('drop_reported', reportedAt)),
    ...requests.flatMap((request) => {
      // A refill that the provider did not accept never began.
      if (request.kind !== 'refill' || request.checkedAt === null) return [];
      const end = request.state === 'done' ? 'refilled' : request.state === 'rejected' ? 'refill_refused' : null;
      return [...event('refill_started', request.requestedAt), ...(end ? event(end, request.endedAt) : [])];
    }),
    ...refunds.flatMap(({ state, amount, at }) =>
      state === 'refunded' && at !== null ? [{ kind: 'refunded' as const, at, amount }] : [],
    ),
  ];
  return events.sort((one, other) => one.at.localeCompare(other.at));
}

function earliest(times: readonly (Date | null)[]): Date | null {
  return times.reduce((first, time) => (time && (!first || time < first) ? time : first), null);
}
