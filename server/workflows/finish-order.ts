// How a paid order ends: every link ended, and each missing part was refilled, refunded, or dismissed by an admin.

import { deliveredUnits, isShort } from '../../contract/order-progress.ts';
import { providerStatusKind } from '../../contract/provider-status.ts';
import { type StoreMessage, storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import type { DispatchKey } from '../modules/dispatch/dispatch.repository.ts';
import * as dispatchRepository from '../modules/dispatch/dispatch.repository.ts';
import type { DispatchRow } from '../modules/dispatch/dispatch-rows.ts';
import { isUnsent } from '../modules/dispatch/dispatch-state.ts';
import { computeUndeliveredAmount } from '../modules/dispatch/undelivered-amount.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import { nextStatus } from '../modules/orders/order-state.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import { undeliveredGiven } from '../modules/payments/refundable.ts';
import * as refundsRepository from '../modules/payments/refunds.repository.ts';

const sweepAtOnce = 100;

type Finished = { order: OrderRow; isMailed: boolean };

/**
 * Completes the order when no delivery is outstanding, and returns it. The caller holds the order. A status that an
 * admin chose stays. Safe to repeat. `isMailed`: the buyer gets an email about it now.
 */
export async function finishOrder(ctx: StoreContext, tx: Tx, order: OrderRow): Promise<Finished> {
  const unchanged = { order, isMailed: false };
  if (await refundsRepository.hasOpenRefund(tx, order.id)) return unchanged;
  const links = await dispatchRepository.listSends(tx, [order.id]);
  const missing = computeUndeliveredAmount(order, links, await dispatchRepository.replacedUnits(tx, order.id));
  const given = undeliveredGiven(await refundsRepository.listRefunds(tx, [order.id]));
  const isAllGiven = given > 0 && given >= missing.quantity;
  const isEnded = (link: DispatchRow) => isOver(link) || (isAllGiven && isUnsent(link.state));
  const hasEnded = (links.length >= order.postLinks.length || isAllGiven) && links.every(isEnded);
  const isPaidBack = order.refundedCents >= Math.round((order.amountCents * missing.quantity) / order.quantity);
  const short = links.filter((link) => isShort(link) && link.shortfall === null);
  // Several refunds are rounded one by one, so that their quantity counts beside their money.
  const isSettled = missing.unknown === 0 && (isAllGiven || (hasEnded && isPaidBack));
  if (isSettled) for (const link of short) await dispatchRepository.changeSend(tx, link, { shortfall: 'refunded' });
  if (!hasEnded || (short.length > 0 && !isSettled)) return unchanged;
  const sent = nextStatus(order.status, 'first_link_sent', order.statusByHand);
  const status = nextStatus(sent, 'all_delivered', order.statusByHand);
  if (status === order.status) return unchanged;
  const finished = await ordersRepository.changeOrder(tx, order.id, { status });
  await ctx.orderEvents.note(tx, order, finished);
  const mail = { kind: 'order_completed', orderId: order.id, recipient: order.customerEmail } as const;
  const isMailed = links.some((link) => deliveredUnits(link) !== 0) && (await ctx.outbox.post(tx, mail));
  await ctx.audit.record(tx, { actor: 'system', action: 'order.completed', subject: order.id });
  ctx.live.announce(tx, 'order-update');
  return { order: finished, isMailed };
}

/**
 * Settles the undelivered part of this link; the caller holds the order. Completes the order when it was the last
 * one.
 */
export async function settleShortfall(
  ctx: StoreContext,
  tx: Tx,
  key: DispatchKey,
  by: 'refilled' | 'dismissed',
): Promise<void> {
  const order = await ordersRepository.lockOrder(tx, key.orderId);
  const link = await dispatchRepository.lockSend(tx, key);
  if (!order || !link || !isShort(link) || link.shortfall !== null) return;
  await dispatchRepository.changeSend(tx, link, { shortfall: by });
  await finishOrder(ctx, tx, order);
}

/** What is outstanding of a paid order, or null. */
export async function describeMissing(tx: Tx, order: OrderRow): Promise<StoreMessage | null> {
  if (order.paymentStatus !== 'paid') return null;
  const links = await dispatchRepository.listSends(tx, [order.id]);
  const placed = links.filter(({ state }) => state === 'sent');
  const unsettled = links.filter(({ state }) => state !== 'sent' && !isUnsent(state)).length;
  const unsent = order.postLinks.length - placed.length - unsettled;
  const running = placed.filter((link) => !isOver(link)).length;
  const short = placed.filter((link) => isShort(link) && link.shortfall === null).length;
  if (Math.max(unsent, unsettled, running, short) <= 0) return null;
  const counts = { links: order.postLinks.length, unsent, unsettled, running, short };
  return storeMessage('links_missing', { orderId: order.id, ...counts });
}

/** Runs on a schedule: completes orders that ended without an event, for example in an earlier version. */
export async function sweepEndedOrders(ctx: StoreContext): Promise<void> {
  for (const orderId of await ordersRepository.endedOrders(ctx.database.db, sweepAtOnce)) {
    await ctx.database.transaction(async (tx) => {
      const order = await ordersRepository.lockOrder(tx, orderId);
      if (order) await finishOrder(ctx, tx, order);
    });
  }
}

/** Nothing more arrives for it automatically. A completed link may still be tracked for a refill. */
function isOver(link: DispatchRow): boolean {
  if (link.state !== 'sent' || link.liveStatus === null) return false;
  return !link.following || providerStatusKind(link.liveStatus) === 'completed';
}
