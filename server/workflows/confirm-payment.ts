// The return of a payer and the confirmation by an admin. A visitor's request alone never changes a payment.
import { createHash, timingSafeEqual } from 'node:crypto';
import { pendingAttemptStates } from '../../contract/payment-status.ts';
import { StoreError } from '../../contract/store-error.ts';
import type { Database } from '../database/database.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import { nextStatus } from '../modules/orders/order-state.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import { nextPaymentStatus } from '../modules/payments/payment-state.ts';
import type { Attempt } from '../modules/payments/payments.repository.ts';
import * as paymentsRepository from '../modules/payments/payments.repository.ts';
import type { Audit } from '../ports/audit.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { OrderEvents } from '../ports/order-events.ts';
import type { Outbox } from '../ports/outbox.ts';
import type { Live } from '../ports/realtime.ts';
import type { Spending } from '../ports/spending.ts';
import { type Admin, assertStepUp } from '../request-context.ts';
import type { SharedReads } from './shared-reads.ts';

export type ConfirmDeps = {
  database: Database;
  reads: SharedReads;
  audit: Audit;
  outbox: Outbox;
  orderEvents: OrderEvents;
  live: Live;
  jobs: Jobs;
  spending: Spending;
};

export type PaymentOutcome = 'success' | 'pending' | 'failed';

export function createConfirmPayment(deps: ConfirmDeps) {
  const { database, reads, audit, outbox, orderEvents, live, jobs, spending } = deps;

  /**
   * Queries the gateway unless the outcome is known, for strangers within the budget of the order. `outcomeOf` the order
   * is `pending` also while the gateway is unavailable. `isPayer`: the caller has the result indicator that the gateway gives to the payer.
   * `opensOrder`: of a session that only holders of the order's key got.
   */
  async function confirmByGateway(
    orderId: string,
    resultIndicator: string | undefined,
    isAdmin: boolean,
  ): Promise<{ order: OrderRow; isPayer: boolean; opensOrder: boolean }> {
    const before = await visible(orderId);
    const known = await payersAttempt(orderId, resultIndicator);
    if (!before.paidAt) await reads.readOrder(orderId, isAdmin || known !== null);
    const order = before.paidAt ? before : await visible(orderId);
    const paid = order.paidAt ? null : await payersAttempt(orderId, resultIndicator);
    if (paid) await lookAgainSoon(paid);
    return { order, isPayer: known !== null, opensOrder: known?.withKey ?? false };
  }

  /** An admin marks an order as paid. Throws step_up, invalid_input without a note, already_paid, order_not_found. */
  async function confirmByHand(orderId: string, note: string | undefined, admin: Admin): Promise<OrderRow> {
    if (!note) {
      throw new StoreError('invalid_input', { field: 'note', reason: 'confirmation_note_missing' });
    }
    assertStepUp(admin);
    return spending.transaction('confirmations', async (tx, reserve) => {
      const order = await ordersRepository.lockOrder(tx, orderId);
      if (!order || order.deletedAt) throw new StoreError('order_not_found');
      if (order.paidAt) throw new StoreError('already_paid');
      await reserve(1, orderId);
      const paid = await ordersRepository.changeOrder(tx, orderId, {
        paymentStatus: nextPaymentStatus(order.paymentStatus, 'confirmed'),
        paidAt: database.now(),
        status: nextStatus(order.status, 'captured', order.statusByHand),
        statusByHand: order.status !== 'pending' && order.statusByHand,
        statusReason: null,
      });
      const details = { note, amountCents: order.amountCents, currency: order.currency };
      await paymentsRepository.recordEvent(tx, {
        orderId,
        attemptNumber: null,
        source: 'admin',
        conclusion: 'confirmed',
        said: details,
      });
      await audit.record(tx, {
        actor: `admin:${admin.id}`,
        action: 'payment.confirmed',
        subject: orderId,
        details: { note },
      });
      await orderEvents.note(tx, order, paid);
      await outbox.post(tx, { kind: 'order_paid', orderId, recipient: order.customerEmail });
      await jobs.enqueue(tx, 'dispatch_order', { orderId }, { key: `dispatch ${orderId}` });
      live.announce(tx, 'order-update');
      return paid;
    });
  }

  // The one whose payer was given this indicator.
  async function payersAttempt(orderId: string, resultIndicator: string | undefined): Promise<Attempt | null> {
    if (resultIndicator === undefined) return null;
    const attempts = await paymentsRepository.attemptsOf(database.db, orderId);
    return attempts.find(({ successIndicator }) => isSameSecret(resultIndicator, successIndicator)) ?? null;
  }

  // Gateway rule 4: the right indicator proves a payment, so the gateway is queried again at once.
  async function lookAgainSoon(attempt: Attempt): Promise<void> {
    const { gatewayOrderId } = attempt;
    if (attempt.confirmingSince === null) {
      const change = { confirmingSince: database.now() };
      await database.transaction(async (tx) => {
        await ordersRepository.lockOrder(tx, attempt.orderId);
        const isMarked = await paymentsRepository.changeAttempt(tx, attempt, change, pendingAttemptStates);
        if (isMarked) live.announce(tx, 'order-update');
      });
    }
    const soon = { key: `return ${gatewayOrderId}`, delaySeconds: 5 };
    await jobs.enqueue(database.db, 'settle_payment', { gatewayOrderId }, soon);
  }

  async function visible(orderId: string): Promise<OrderRow> {
    const found = await ordersRepository.findOrder(database.db, orderId);
    if (!found) throw new StoreError('order_not_found');
    return found;
  }

  return { confirmByGateway, confirmByHand, outcomeOf };
}

function outcomeOf(order: OrderRow): PaymentOutcome {
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
