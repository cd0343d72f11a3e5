// The buyer pauses the sending of one order: by the link of an email about a change that they may not have made.

import { pauseHours, type SendingPauseView } from '../../contract/sending-pause-rules.ts';
import { StoreError } from '../../contract/store-error.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import type { SendingPause } from '../modules/dispatch/dispatch.repository.ts';
import * as dispatchRepository from '../modules/dispatch/dispatch.repository.ts';
import type { PauseRight } from '../modules/dispatch/pause-links.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import type { Admin } from '../request-context.ts';
import { enqueueDispatch } from './dispatch-automatically.ts';

/** What the page of a link shows; changes nothing. Null for a link that is not valid. */
export async function findPause(ctx: StoreContext, token: string): Promise<SendingPauseView | null> {
  const right = ctx.pauseLinks.read(token, ctx.clock.now());
  if (!right || !(await ordersRepository.findOrder(ctx.database.db, right.orderId))) return null;
  return toView(right, await dispatchRepository.findPauseOfMail(ctx.database.db, right.mailId));
}

/** Pauses the order for 72 hours, once a link: a repeat returns the same pause. Throws wrong_pause_link. */
export async function pauseSending(ctx: StoreContext, token: string): Promise<SendingPauseView> {
  const right = ctx.pauseLinks.read(token, ctx.clock.now());
  if (!right) throw new StoreError('wrong_pause_link');
  return ctx.database.transaction(async (tx) => {
    // A send that holds the order is finished first, and the next one sees the pause.
    const order = await ordersRepository.lockOrder(tx, right.orderId);
    if (!order || order.deletedAt) throw new StoreError('wrong_pause_link');
    const known = await dispatchRepository.findPauseOfMail(tx, right.mailId);
    if (known) return toView(right, known);
    const pause = await dispatchRepository.addPause(tx, right, pauseHours);
    const details = { until: pause.pausedUntil.toISOString() };
    await ctx.audit.record(tx, { actor: 'visitor', action: 'order.sending_paused', subject: order.id, details });
    ctx.live.announce(tx, 'order-update');
    ctx.live.announce(tx, 'alert-update');
    return toView(right, pause);
  });
}

/** An admin lifts the pauses of an order. Throws order_not_found, conflict when it is not paused. */
export async function resumeSending(ctx: StoreContext, orderId: string, admin: Admin): Promise<OrderRow> {
  return ctx.database.transaction(async (tx) => {
    const order = await ordersRepository.lockVisible(tx, orderId);
    if (!(await dispatchRepository.endPause(tx, orderId))) {
      throw new StoreError('conflict', { reason: 'sending_not_paused' });
    }
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'order.sending_resumed', subject: orderId });
    await goOn(ctx, tx, orderId);
    return order;
  });
}

/** Pauses whose 72 hours are over: run on a schedule. */
export async function endPauses(ctx: StoreContext): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    for (const orderId of await dispatchRepository.endDuePauses(tx)) {
      if ((await dispatchRepository.findPausedUntil(tx, orderId)) !== null) continue;
      await ctx.audit.record(tx, { actor: 'system', action: 'order.sending_resumed', subject: orderId });
      await goOn(ctx, tx, orderId);
    }
  });
}

async function goOn(ctx: StoreContext, tx: Tx, orderId: string): Promise<void> {
  await enqueueDispatch(ctx, tx, orderId);
  ctx.live.announce(tx, 'order-update');
  ctx.live.announce(tx, 'alert-update');
}

function toView({ orderId }: PauseRight, pause: SendingPause | null): SendingPauseView {
  if (pause === null) return { order_id: orderId, state: 'open', paused_until: null };
  if (pause.endedAt !== null) return { order_id: orderId, state: 'ended', paused_until: null };
  return { order_id: orderId, state: 'paused', paused_until: pause.pausedUntil.toISOString() };
}
