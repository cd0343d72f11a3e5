// Sends the links of a paid order without an admin, through the same workflow. Links that cannot be sent yet wait.

import { linkRuleOf, normaliseBy } from '../../contract/links/order-links.ts';
import { isErasedEmail } from '../../contract/retention.ts';
import { refusalSentence, type Sentence, sentenceOf } from '../../contract/sentences.ts';
import { StoreError } from '../../contract/store-error.ts';
import { type StoreMessage, storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import type { Queryable } from '../database/database.ts';
import * as dispatchRepository from '../modules/dispatch/dispatch.repository.ts';
import { longestWaitSeconds } from '../modules/dispatch/dispatch-state.ts';
import { type OrderRow, unitsOfLink } from '../modules/orders/order-rows.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import { readProviderRoutes } from '../modules/providers/provider-registry.ts';
import { serviceOf } from '../modules/providers/service-of.ts';
import { sentenceColumns } from '../platform/sentence-columns.ts';
import { dispatchLink } from './dispatch-order.ts';

/** The end of another order for the same post starts the send; this delay is the fallback. */
const sameLinkSeconds = 60;
const mostRetried = 500;

/**
 * Sends the new and the due links of a paid order. Does nothing while the setting is off. Safe to repeat: it skips
 * links that were sent, refused, or have an unknown result.
 */
export async function dispatchOrder(ctx: StoreContext, orderId: string): Promise<void> {
  const order = await ordersRepository.findOrder(ctx.database.db, orderId);
  if (!order || whyNot(order)) return giveUp(ctx, orderId);
  if (!(await ctx.settings.current()).automatic_dispatch) return;
  // Paid after the erasure: an alert has reported it, and there is nothing to send.
  if (isErasedEmail(order.customerEmail)) return;
  // The end of the pause starts the send.
  if ((await dispatchRepository.findPausedUntil(ctx.database.db, orderId)) !== null) return;
  const known = new Map(
    (await dispatchRepository.listSends(ctx.database.db, [orderId])).map((row) => [row.position, row]),
  );
  const notDue = await dispatchRepository.notDue(ctx.database.db, orderId);
  const positions = order.postLinks.map((_, position) => position);
  const open = positions.filter((position) => {
    const row = known.get(position);
    return !row || (row.state === 'waiting' && !notDue.has(position));
  });
  const sent = await Promise.allSettled(open.map((position) => sendLink(ctx, order, position)));
  const failed = sent.find((each) => each.status === 'rejected');
  // For example a database that was away: the job runs again, and sent links are not sent twice.
  if (failed) throw failed.reason;
}

async function sendLink(ctx: StoreContext, order: OrderRow, position: number): Promise<void> {
  const postLink = order.postLinks[position] ?? '';
  const request = { orderId: order.id, postLink, category: order.category, actor: 'system', automatic: true };
  try {
    await dispatchLink(ctx, request);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    if (error.code === 'same_link_active') await putOffForPost(ctx, order, position);
    // No provider, no service id, or a cap: the operator has to change it.
    else if (error.code === 'cap_reached' || error.code === 'conflict')
      await putOff(ctx, order, position, refusalSentence(error), longestWaitSeconds);
    else if (!beenDone.includes(error.code)) throw error;
  }
}

/** Another order has the post at a provider: its end starts the send. */
export async function putOffForPost(ctx: StoreContext, order: OrderRow, position: number): Promise<void> {
  await putOff(ctx, order, position, null, sameLinkSeconds);
}

async function putOff(
  ctx: StoreContext,
  order: OrderRow,
  position: number,
  error: Sentence | null,
  seconds: number,
): Promise<void> {
  const routes = await readProviderRoutes(ctx);
  const first = routes.find(({ settings }) => serviceOf(settings, order) !== '')?.settings;
  const serviceId = first ? serviceOf(first, order) : '';
  const providerId = first?.id ?? 'default';
  const postLink = order.postLinks[position] ?? '';
  const { key: linkKey } = normaliseBy(linkRuleOf(order), postLink);
  const claimId = ctx.ids.uuid();
  await ctx.database.transaction(async (tx) => {
    await ordersRepository.lockOrder(tx, order.id);
    const replaced = (await dispatchRepository.replacedUnits(tx, order.id)).get(position) ?? 0;
    const quantity = unitsOfLink(order, position) - replaced;
    const claim = { orderId: order.id, position, postLink, linkKey, serviceId, providerId, quantity, claimId };
    await dispatchRepository.putOff(tx, claim, error, seconds);
    ctx.live.announce(tx, 'order-update');
  });
}

// Ends automatic sends of the order. It is read again, because its payment may have been restored since.
async function giveUp(ctx: StoreContext, orderId: string): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    const order = await ordersRepository.lockOrder(tx, orderId);
    const error = order && whyNot(order);
    if (!error) return;
    for (const row of await dispatchRepository.listSends(tx, [orderId])) {
      if (row.state !== 'waiting') continue;
      await dispatchRepository.changeSend(tx, row, {
        state: 'failed',
        ...sentenceColumns('error', sentenceOf(error)),
        nextTryAt: null,
      });
      const details = { position: row.position, outcome: 'given_up' };
      await ctx.audit.record(tx, { actor: 'system', action: 'dispatch.failed', subject: orderId, details });
      ctx.live.announce(tx, 'order-update');
    }
  });
}

/** Waiting links whose time has come: run on a schedule. */
export async function sweepWaiting(ctx: StoreContext): Promise<void> {
  if (!(await ctx.settings.current()).automatic_dispatch) return;
  for (const orderId of await dispatchRepository.ordersToRetry(ctx.database.db, mostRetried)) {
    await enqueueDispatch(ctx, ctx.database.db, orderId);
  }
}

/** After the operator confirmed a held service, or chose another service or provider. */
export async function retryHeldLinks(ctx: StoreContext): Promise<void> {
  await dispatchRepository.retryHeldLinks(ctx.database.db);
  await sweepWaiting(ctx);
}

/**
 * Why no link of an order is sent automatically, or null. Automation skips orders that an admin completed or failed.
 */
function whyNot(order: OrderRow): StoreMessage | null {
  if (order.deletedAt || order.paymentStatus !== 'paid') return storeMessage('send_order_ended');
  const isOver = order.status === 'completed' || order.status === 'failed';
  return order.statusByHand && isOver ? storeMessage('send_order_set', { status: order.status }) : null;
}

/** Somebody else sends or sent it, or the order was paused or is gone since it was read. */
const beenDone = ['sending_paused', 'already_sent', 'being_sent', 'outcome_unsettled', 'order_not_found', 'not_paid'];

/**
 * Enqueues the automatic send of what is open of an order (`dispatchOrder`), in the caller's transaction. Calls that wait
 * become one.
 */
export async function enqueueDispatch({ jobs }: StoreContext, at: Queryable, orderId: string): Promise<void> {
  await jobs.enqueue(at, 'dispatch_order', { orderId }, { key: `dispatch ${orderId}` });
}
