// Creates a buyer's request to replace an unsent link. An admin accepts it by replacing the link, or declines it with a
// reason.

import { linkRuleOf, normaliseBy, repeatedLinks, storedLinks } from '../../contract/links/order-links.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import * as dispatchRepository from '../modules/dispatch/dispatch.repository.ts';
import * as linkRequestsRepository from '../modules/dispatch/link-requests.repository.ts';
import { positionOfLink } from '../modules/orders/order-rows.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import { assertLinkFree, assertLinksChangeable, buildReplacedLinks } from './replace-link.ts';

export type LinkRequestInput = { orderId: string; postLink: string; newLink: string };

/**
 * The caller has verified the key of the order. Idempotent for the same links, also after the request was accepted. Throws
 * order_not_found, invalid_input, and the code of the reason why the link cannot be replaced. Of two concurrent requests for one
 * link, one is refused.
 */
export async function requestLink(ctx: StoreContext, { orderId, postLink, newLink }: LinkRequestInput): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    const order = await ordersRepository.lockVisible(tx, orderId);
    const rule = linkRuleOf(order);
    const [asStored] = storedLinks(rule, [newLink], order.postLinks);
    const requests = await linkRequestsRepository.listRequests(tx, [orderId]);
    const isRepeat = requests.some(
      (one) =>
        (one.state === 'requested' || one.state === 'accepted') &&
        one.oldLink === postLink.trim() &&
        one.newLink === asStored,
    );
    if (isRepeat) return;
    const position = positionOfLink(order, postLink);
    await assertLinksChangeable(tx, order);
    const link = await dispatchRepository.lockSend(tx, { orderId, position });
    if (link?.state === 'sent') throw new StoreError('already_sent');
    if (link) await assertLinkFree(tx, link);
    const open = requests.filter(({ state }) => state === 'requested');
    if (open.some((one) => one.position === position)) throw new StoreError('link_requested');
    const wanted = buildReplacedLinks(order, position, newLink)[position] ?? '';
    if (repeatedLinks(rule, [...open.map((one) => one.newLink), wanted]).includes(open.length)) {
      const reason = rule === 'instagram-post' ? 'link_duplicate' : storeMessage('link_repeated', { rule });
      throw new StoreError('invalid_input', { reason, field: 'newLink' });
    }
    const oldLink = order.postLinks[position] ?? '';
    await linkRequestsRepository.add(tx, {
      orderId,
      position,
      oldLink,
      newLink: wanted,
      linkKey: normaliseBy(rule, wanted).key,
    });
    const [added] = await linkRequestsRepository.listRequests(tx, [orderId]);
    // Refunds cover the units of the link, so it is never sent.
    if (added?.state !== 'requested') throw new StoreError('conflict', { reason: 'link_refunded_undelivered' });
    await ctx.audit.record(tx, {
      actor: 'visitor',
      action: 'link.requested',
      subject: orderId,
      details: { position },
      personal: { from: oldLink, to: wanted },
    });
    ctx.live.announce(tx, 'order-update');
  });
}
