// An admin replaces a link of a paid order that cannot be delivered as it is: mistyped, private or deleted since.

import { isSameLink, linkRuleOf } from '../../contract/links/order-links.ts';
import { deliveredUnits, hasEnded } from '../../contract/order-progress.ts';
import { providerStatusKind } from '../../contract/provider-status.ts';
import { isErasedEmail } from '../../contract/retention.ts';
import { StoreError } from '../../contract/store-error.ts';
import { type CodeWithoutParams, type StoreMessage, storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import * as requestsRepository from '../modules/delivery/requests.repository.ts';
import * as dispatchRepository from '../modules/dispatch/dispatch.repository.ts';
import type { DispatchRow } from '../modules/dispatch/dispatch-rows.ts';
import { staleRefillHours } from '../modules/dispatch/link-acts.schema.ts';
import { type OrderRow, positionOfLink, unitsOfLink } from '../modules/orders/order-rows.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import * as refundsRepository from '../modules/payments/refunds.repository.ts';
import type { Admin } from '../request-context.ts';
import { assertVisible, checkedLinks } from './change-order.ts';
import { enqueueDispatch } from './dispatch-automatically.ts';

export type LinkReplacement = { orderId: string; postLink: string; newLink: string; reason?: string | undefined };

/**
 * Returns the order with the new link in place of the old one; units delivered for the old link count. Throws
 * order_not_found, invalid_input (not a link of the order, or refused by the rules of the shop), not_paid,
 * being_sent, outcome_unsettled, conflict (in delivery, delivered, being refilled, refunded, or the order ended).
 */
export async function replaceLink(ctx: StoreContext, input: LinkReplacement, admin: Admin): Promise<OrderRow> {
  return ctx.database.transaction(async (tx) => {
    const order = await ordersRepository.lockVisible(tx, input.orderId);
    const position = positionOfLink(order, input.postLink);
    assertVisible([input.newLink], linkRuleOf(order), 'newLink');
    await assertLinksChangeable(tx, order);
    const before = await dispatchRepository.lockSend(tx, { orderId: order.id, position });
    if (before) await assertLinkFree(tx, before);
    const postLinks = buildReplacedLinks(order, position, input.newLink);
    const delivered = (before && deliveredUnits(before)) ?? 0;
    const replaced = (await dispatchRepository.replacedUnits(tx, order.id)).get(position) ?? 0;
    if (unitsOfLink(order, position) - replaced - delivered <= 0) throw refused('link_delivered_whole');
    const id = ctx.ids.uuid();
    await dispatchRepository.replaceLink(tx, before, {
      id,
      orderId: order.id,
      position,
      oldLink: order.postLinks[position] ?? '',
      newLink: postLinks[position] ?? '',
      reason: input.reason ?? null,
      delivered,
      isMove: false,
      replacedBy: admin.email,
    });
    const after = await ordersRepository.changeOrder(tx, order.id, { postLinks });
    await ctx.audit.record(tx, {
      actor: `admin:${admin.id}`,
      action: 'order.link_replaced',
      subject: order.id,
      details: { position, delivered },
      personal: { from: order.postLinks[position], to: postLinks[position], reason: input.reason ?? null },
    });
    const mail = { kind: 'link_replaced', orderId: order.id, recipient: order.customerEmail } as const;
    await ctx.outbox.post(tx, { ...mail, linkReplacementId: id });
    await ctx.outbox.postOrderChanged(tx, { orderId: order.id, before: order.customerEmail, now: order.customerEmail });
    await enqueueDispatch(ctx, tx, order.id);
    ctx.live.announce(tx, 'order-update');
    return after;
  });
}

/** Whether links of the order may be replaced or moved. Throws not_paid, conflict. */
export async function assertLinksChangeable(tx: Tx, order: OrderRow): Promise<void> {
  if (isErasedEmail(order.customerEmail)) throw refused('links_erased');
  if (order.paymentStatus === 'refunded' || order.paymentStatus === 'disputed') throw refused('order_payment_refunded');
  if (order.paymentStatus !== 'paid') throw new StoreError('not_paid');
  if (order.status === 'completed' || order.status === 'failed')
    throw refused(storeMessage('order_ended', { status: order.status }));
  if (await refundsRepository.hasOpenRefund(tx, order.id)) throw refused('refund_in_progress_retry');
}

/** Whether nothing of it is in delivery, delivered, refilled or refunded. Throws being_sent, outcome_unsettled, conflict. */
export async function assertLinkFree(tx: Tx, link: DispatchRow): Promise<void> {
  if (link.state === 'sending') throw new StoreError('being_sent');
  if (link.state === 'unknown') throw new StoreError('outcome_unsettled');
  if (link.state !== 'sent') return;
  if (!hasEnded(link) || link.following) throw refused('link_under_way');
  if (providerStatusKind(link.liveStatus ?? '') === 'completed') throw refused('link_delivered');
  if (link.shortfall === 'refunded') throw refused('missing_part_refunded');
  // Its end would settle the next delivery of the link.
  if (await requestsRepository.hasOpenRefill(tx, link, staleRefillHours)) throw refused('refill_requested');
}

/** The links of the order with the new one. Applies the checkout rules: no two links lead to one post. Throws invalid_input. */
export function buildReplacedLinks(order: OrderRow, position: number, newLink: string): string[] {
  const rule = linkRuleOf(order);
  if (isSameLink(rule, newLink, order.postLinks[position] ?? '')) {
    throw new StoreError('invalid_input', {
      field: 'newLink',
      reason: 'link_unchanged',
    });
  }
  try {
    const links = order.postLinks.map((link, at) => (at === position ? newLink : link));
    return checkedLinks(links, rule, order.postLinks);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new StoreError('invalid_input', { ...error.details, field: 'newLink' });
  }
}

function refused(reason: CodeWithoutParams | StoreMessage): StoreError {
  return new StoreError('conflict', { reason });
}
