// A buyer reports that a delivered post lost units. The refill is requested by a job where the operator allows it, else
// by an admin from the action item.

import { offerOfOrder } from '../../contract/offers.ts';
import { StoreError } from '../../contract/store-error.ts';
import type { StoreContext } from '../context.ts';
import * as dropReportsRepository from '../modules/delivery/drop-reports.repository.ts';
import { dropRefusal, findLastRefill } from '../modules/delivery/drop-rules.ts';
import * as requestsRepository from '../modules/delivery/requests.repository.ts';
import type { DispatchKey } from '../modules/dispatch/dispatch.repository.ts';
import * as dispatchRepository from '../modules/dispatch/dispatch.repository.ts';
import type { DispatchRow } from '../modules/dispatch/dispatch-rows.ts';
import { positionOfLink } from '../modules/orders/order-rows.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import * as catalogueRepository from '../modules/providers/catalogue.repository.ts';
import type { Actor } from '../request-context.ts';
import { refillLink } from './refill-order.ts';

const buyer: Actor = { actor: 'system', name: 'buyer' };

/**
 * The caller has verified the key of the order. Throws order_not_found, invalid_input, and why the post cannot be
 * reported. Of two reports at once, one is refused.
 */
export async function reportDrop(ctx: StoreContext, orderId: string, postLink: string): Promise<void> {
  const { offers, automatic_refill } = await ctx.settings.current();
  await ctx.database.transaction(async (tx) => {
    const order = await ordersRepository.lockVisible(tx, orderId);
    const position = positionOfLink(order, postLink);
    const key = { orderId, position };
    const link = await dispatchRepository.lockSend(tx, key);
    const refusal = dropRefusal({
      order,
      link,
      last: await dropReportsRepository.findLast(tx, key),
      refill: findLastRefill(await requestsRepository.listRequests(tx, [orderId]), position),
      guaranteeDays: offerOfOrder(offers, order).guarantee_days,
      now: ctx.clock.now(),
    });
    if (refusal) throw new StoreError(refusal);
    await dropReportsRepository.add(tx, key);
    await ctx.audit.record(tx, { actor: 'visitor', action: 'drop.reported', subject: orderId, details: { position } });
    if (automatic_refill) {
      await ctx.jobs.enqueue(tx, 'refill_reported', key, { key: `refill ${orderId} ${position}` });
    }
    ctx.live.announce(tx, 'order-update');
  });
}

/**
 * Requests the refill of a reported drop. Safe to repeat: at most one request a report. What cannot be requested
 * stays an action item.
 */
export async function refillReported(ctx: StoreContext, { orderId, position }: DispatchKey): Promise<void> {
  const order = await ordersRepository.findOrder(ctx.database.db, orderId);
  const last = await dropReportsRepository.findLast(ctx.database.db, { orderId, position });
  const links = await dispatchRepository.listSends(ctx.database.db, [orderId]);
  const link = links.find((one) => one.position === position);
  const refill = findLastRefill(await requestsRepository.listRequests(ctx.database.db, [orderId]), position);
  const isNew = last?.state === 'reported' && !(refill && refill.requestedAt >= last.reportedAt);
  const postLink = order?.postLinks[position];
  if (!isNew || !link?.providerOrderId || postLink === undefined || !(await mayRefill(ctx, link))) return;
  try {
    await refillLink(ctx, { orderId, postLink, providerOrderId: link.providerOrderId }, buyer);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    ctx.log.info({ orderId, position, code: error.code }, 'the refill of a reported drop was not accepted');
  }
}

async function mayRefill(ctx: StoreContext, link: DispatchRow): Promise<boolean> {
  if (!(await ctx.settings.current()).automatic_refill) return false;
  const [service] = await catalogueRepository.readServices(ctx.database.db, [link]);
  return service?.refill === true && service.goneAt === null;
}
