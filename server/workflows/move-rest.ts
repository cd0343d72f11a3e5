// The undelivered rest of a link goes to the next provider, only once the first one has confirmed the end (provider
// rule 9). Nothing is called here: a job sends the rest afterwards.

import { deliveredUnits } from '../../contract/order-progress.ts';
import { shares } from '../../contract/share.ts';
import { StoreError } from '../../contract/store-error.ts';
import type { CodeWithoutParams } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import * as dispatchRepository from '../modules/dispatch/dispatch.repository.ts';
import type { DispatchRow } from '../modules/dispatch/dispatch-rows.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import type { Requester } from './cancel-link.ts';
import { assertLinkFree, assertLinksChangeable } from './replace-link.ts';

/**
 * Frees an ended link for another provider, and enqueues the send of its rest. The caller holds the order and the
 * link. Throws not_paid, being_sent, outcome_unsettled, conflict (in delivery, delivered, being refilled, refunded, or without a count).
 */
export async function moveRest(
  ctx: StoreContext,
  tx: Tx,
  order: OrderRow,
  link: DispatchRow,
  by: Requester,
): Promise<void> {
  await assertLinksChangeable(tx, order);
  await assertLinkFree(tx, link);
  if (deliveredUnits(link) === null) {
    throw refused('delivered_part_unknown');
  }
  const rest = await restUpTo(tx, order, link);
  const { position } = link;
  await dispatchRepository.replaceLink(tx, link, {
    id: ctx.ids.uuid(),
    orderId: order.id,
    position,
    oldLink: link.postLink,
    newLink: link.postLink,
    reason: null,
    delivered: deliveredUnits(link) ?? 0,
    isMove: true,
    replacedBy: by.name,
  });
  const details = { position, from: link.providerId, quantity: rest };
  await ctx.audit.record(tx, { actor: by.actor, action: 'dispatch.moved', subject: order.id, details });
  const job = { orderId: order.id, position };
  await ctx.jobs.enqueue(tx, 'send_rest', job, { key: `rest ${order.id} ${position}` });
  ctx.live.announce(tx, 'order-update');
}

/** The units that the next provider would get, by the last count. Throws conflict when nothing is left. */
export async function restUpTo(tx: Tx, order: OrderRow, link: DispatchRow): Promise<number> {
  const share = shares(order.quantity, order.postLinks.length)[link.position] ?? 0;
  const replaced = (await dispatchRepository.replacedUnits(tx, order.id)).get(link.position) ?? 0;
  const rest = share - replaced - (deliveredUnits(link) ?? 0);
  if (rest <= 0) throw refused('link_delivered_whole');
  return rest;
}

function refused(reason: CodeWithoutParams): StoreError {
  return new StoreError('conflict', { reason });
}
