// The return of a payer and the confirmation by an admin. A visitor's request alone never changes a payment.

import { createHash, timingSafeEqual } from 'node:crypto';
import { pendingAttemptStates } from '../../contract/payment-status.ts';
import { StoreError } from '../../contract/store-error.ts';
import { oncePerContext, type StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import type { Attempt } from '../modules/payments/payments.repository.ts';
import * as paymentsRepository from '../modules/payments/payments.repository.ts';
import { type Admin, assertStepUp } from '../request-context.ts';
import { markPaid } from './payment-outcomes.ts';
import { settleOrder } from './settle-payment.ts';
import { createSharedReads } from './shared-reads.ts';

export type PaymentOutcome = 'success' | 'pending' | 'failed';

const sharedReads = oncePerContext((ctx) =>
  createSharedReads({
    clock: ctx.clock,
    factor: ctx.config.rateLimitFactor,
    read: (orderId) => settleOrder(ctx, orderId, 'return'),
  }),
);

/**
 * Queries the gateway unless the outcome is known, for strangers within the budget of the order. The outcome is
 * `pending` also while the gateway is unavailable. `isPayer`: the caller has the result indicator that the gateway gives to the payer.
 * `opensOrder`: of a session that only holders of the order's key got.
 */
export async function confirmByGateway(
  ctx: StoreContext,
  orderId: string,
  resultIndicator: string | undefined,
  isAdmin: boolean,
): Promise<{ order: OrderRow; isPayer: boolean; opensOrder: boolean }> {
  const before = await ordersRepository.getOrder(ctx.database.db, orderId);
  const known = await payersAttempt(ctx, orderId, resultIndicator);
  if (!before.paidAt) await sharedReads(ctx).readOrder(orderId, isAdmin || known !== null);
  const order = before.paidAt ? before : await ordersRepository.getOrder(ctx.database.db, orderId);
  const paid = order.paidAt ? null : await payersAttempt(ctx, orderId, resultIndicator);
  if (paid) await enqueueCheckSoon(ctx, paid);
  return { order, isPayer: known !== null, opensOrder: known?.withKey ?? false };
}

/** An admin marks an order as paid. Throws step_up, invalid_input without a note, already_paid, order_not_found. */
export async function confirmByHand(
  ctx: StoreContext,
  orderId: string,
  note: string | undefined,
  admin: Admin,
): Promise<OrderRow> {
  if (!note) throw new StoreError('invalid_input', { field: 'note', reason: 'confirmation_note_missing' });
  assertStepUp(admin);
  return ctx.spending.transaction('confirmations', async (tx, reserve) => {
    const order = await ordersRepository.lockVisible(tx, orderId);
    if (order.paidAt) throw new StoreError('already_paid');
    await reserve(1, orderId);
    return recordByHand(ctx, tx, order, note, admin);
  });
}

/** The order is locked and was never paid, and the caller has reserved it under the caps. */
export async function recordByHand(
  ctx: StoreContext,
  tx: Tx,
  order: OrderRow,
  note: string,
  admin: Admin,
): Promise<OrderRow> {
  const paid = await markPaid(ctx, tx, order, 'confirmed', null);
  await paymentsRepository.recordEvent(tx, {
    orderId: order.id,
    attemptNumber: null,
    source: 'admin',
    conclusion: 'confirmed',
    said: { note, amountCents: order.amountCents, currency: order.currency },
  });
  await ctx.audit.record(tx, {
    actor: `admin:${admin.id}`,
    action: 'payment.confirmed',
    subject: order.id,
    details: { note },
  });
  ctx.live.announce(tx, 'order-update');
  return paid;
}

// The one whose payer was given this indicator.
async function payersAttempt(
  ctx: StoreContext,
  orderId: string,
  resultIndicator: string | undefined,
): Promise<Attempt | null> {
  if (resultIndicator === undefined) return null;
  const attempts = await paymentsRepository.listAttempts(ctx.database.db, [orderId]);
  return attempts.find(({ successIndicator }) => isSameSecret(resultIndicator, successIndicator)) ?? null;
}

// Gateway rule 4: the right indicator proves a payment, so the gateway is queried again at once.
async function enqueueCheckSoon(ctx: StoreContext, attempt: Attempt): Promise<void> {
  const { gatewayOrderId } = attempt;
  if (attempt.confirmingSince === null) {
    const change = { confirmingSince: ctx.database.now() };
    await ctx.database.transaction(async (tx) => {
      await ordersRepository.lockOrder(tx, attempt.orderId);
      const isMarked = await paymentsRepository.changeAttempt(tx, attempt, change, pendingAttemptStates);
      if (isMarked) ctx.live.announce(tx, 'order-update');
    });
  }
  const soon = { key: `return ${gatewayOrderId}`, delaySeconds: 5 };
  await ctx.jobs.enqueue(ctx.database.db, 'settle_payment', { gatewayOrderId }, soon);
}

/** What a payer is shown. */
export function toPaymentOutcome(order: OrderRow): PaymentOutcome {
  if (order.paymentStatus === 'paid') return 'success';
  if (order.paymentStatus === 'failed' || order.paymentStatus === 'refunded') return 'failed';
  // Gateway rule 9: a status that an admin chose does not mean paid.
  return order.status === 'failed' && !order.statusByHand ? 'failed' : 'pending';
}

function isSameSecret(given: string, known: string | null): boolean {
  if (known === null) return false;
  const [a, b] = [given, known].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
