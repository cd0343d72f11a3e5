// What became of a payment: asks the gateway, then moves attempt and order by the tables, once, whoever asks and how often.

import type { OrderRow } from '../orders/order-rows.ts';
import { nextStatus } from '../orders/order-state.ts';
import type { OrdersStore } from '../orders/orders-store.ts';
import type { Gateway, GatewayView } from '../payments/gateway.ts';
import { type Conclusion, conclude, nextPaymentStatus } from '../payments/payment-state.ts';
import type { AgedAttempt, Attempt, PaymentsStore } from '../payments/payments-store.ts';
import type { Alerts } from '../ports/alerts.ts';
import type { Audit } from '../ports/audit.ts';
import type { Live } from '../ports/live.ts';
import type { Outbox } from '../ports/outbox.ts';
import { OutsideError } from '../ports/outside.ts';
import type { Database, Tx } from '../store/database.ts';

/** The payer's time in the form; the gateway is told the same. */
export const sessionTimeoutSeconds = 1800;

export type SettleParts = {
  database: Database;
  orders: OrdersStore;
  payments: PaymentsStore;
  gateway: Gateway;
  alerts: Alerts;
  audit: Audit;
  outbox: Outbox;
  live: Live;
};

export type SettleSource = 'session' | 'return' | 'notification' | 'job';
export type SettlePayment = ReturnType<typeof createSettlePayment>;

/** Thrown by a settling that names a gateway order of which no attempt is known yet: repeat later (protocol, field notes). */
export class UnknownGatewayOrder extends Error {
  override readonly name = 'UnknownGatewayOrder';
}

export function createSettlePayment(parts: SettleParts) {
  const { database, orders, payments, gateway, alerts, audit, outbox, live } = parts;

  /**
   * Asks about every attempt of an order that may still bring money. Answers the order as it then is, and whether the
   * gateway answered at all. Safe to repeat and to race: side effects belong to the one call that made the transition.
   */
  async function settleOrder(orderId: string, source: SettleSource): Promise<{ asked: boolean }> {
    let asked = true;
    for (const attempt of await payments.watchedAttempts(orderId)) {
      try {
        await settleAttempt(attempt, source);
      } catch (error) {
        if (!(error instanceof OutsideError)) throw error;
        asked = false;
      }
    }
    return { asked };
  }

  /** Asks about one gateway order, whatever its attempt's state. Throws OutsideError and UnknownGatewayOrder: repeat later. */
  async function settleGatewayOrder(gatewayOrderId: string, source: SettleSource): Promise<void> {
    const attempt = await payments.findAttempt(gateway.name, gatewayOrderId);
    if (!attempt) throw new UnknownGatewayOrder('No attempt has this gateway order id.');
    await settleAttempt(attempt, source);
  }

  async function settleAttempt(attempt: AgedAttempt, source: SettleSource): Promise<void> {
    const view = await gateway.retrieve(attempt.gatewayOrderId);
    const timedOut = attempt.ageSeconds > sessionTimeoutSeconds;
    await database.transaction((tx) => apply(tx, attempt, view, timedOut, source));
  }

  // Both rows are locked, the order first: of two that ask at once, the second finds the first one's work done.
  async function apply(tx: Tx, key: Attempt, view: GatewayView | null, timedOut: boolean, source: SettleSource) {
    const order = await orders.lockOrder(tx, key.orderId);
    const attempt = await payments.lockAttempt(tx, key);
    if (!order || !attempt) throw new Error('An attempt lost its order.');
    if (attempt.state === 'paid' || attempt.state === 'second_capture') return;
    const conclusion = conclude({ ...attempt, timedOut }, view);
    if (conclusion.kind === 'nothing' || conclusion.kind === 'stale') return;
    if (conclusion.kind === 'over' && attempt.state === 'closed') return;
    if (conclusion.kind === 'declined' && (attempt.state === 'closed' || view?.failedTries === attempt.failedTries))
      return;
    await payments.recordEvent(tx, {
      orderId: order.id,
      attemptNumber: attempt.number,
      source,
      conclusion: conclusion.kind,
      said: view ? saidBy(view) : {},
    });
    const seen = {
      gatewayUpdatedAt: view?.lastUpdatedAt ?? attempt.gatewayUpdatedAt,
      failedTries: view?.failedTries ?? 0,
    };
    await takeConclusion(tx, order, attempt, conclusion, seen);
    live.announce(tx, 'order-update');
  }

  async function takeConclusion(
    tx: Tx,
    order: OrderRow,
    attempt: Attempt,
    conclusion: Conclusion,
    seen: Pick<Attempt, 'gatewayUpdatedAt' | 'failedTries'>,
  ): Promise<void> {
    switch (conclusion.kind) {
      case 'captured':
        return order.paidAt ? flagSecondCapture(tx, order, attempt, seen) : takePayment(tx, order, attempt, seen);
      case 'mismatch':
        await payments.changeAttempt(tx, attempt, { state: 'mismatch', ...seen });
        return alerts.raise(tx, {
          type: 'payment_mismatch',
          severity: 'critical',
          message: `The gateway took something else than order ${order.id} asks. ${conclusion.reason}`,
          details: { orderId: order.id },
          onceKey: `mismatch ${attempt.gatewayOrderId}`,
        });
      case 'over': {
        await payments.changeAttempt(tx, attempt, { state: 'closed', ...seen });
        const others = (await payments.attemptsOf(tx, order.id)).filter((other) => other.number !== attempt.number);
        if (others.some((other) => other.state === 'open' || other.state === 'opening')) return;
        const paymentStatus = nextPaymentStatus(order.paymentStatus, conclusion.event);
        const failed = paymentStatus === 'failed';
        const status = failed ? nextStatus(order.status, 'over', order.statusByHand) : order.status;
        const statusReason = failed && status === 'failed' ? 'payment' : order.statusReason;
        await orders.changeOrder(tx, order.id, { paymentStatus, status, statusReason });
        return;
      }
      case 'declined':
        await payments.changeAttempt(tx, attempt, seen);
    }
  }

  async function takePayment(
    tx: Tx,
    order: OrderRow,
    attempt: Attempt,
    seen: Pick<Attempt, 'gatewayUpdatedAt' | 'failedTries'>,
  ): Promise<void> {
    await payments.changeAttempt(tx, attempt, { state: 'paid', ...seen });
    await orders.changeOrder(tx, order.id, {
      paymentStatus: nextPaymentStatus(order.paymentStatus, 'captured'),
      paidAt: database.now(),
      status: nextStatus(order.status, 'captured', order.statusByHand),
      statusReason: null,
    });
    await outbox.post(tx, { kind: 'order_paid', orderId: order.id, recipient: order.customerEmail });
    await audit.record(tx, { actor: 'system', action: 'payment.captured', subject: order.id });
    const late = order.status === 'failed' || order.paymentStatus === 'failed' || order.paymentStatus === 'expired';
    if (!late && !order.deletedAt) return;
    await alerts.raise(tx, {
      type: 'late_payment',
      severity: 'high',
      message: `Order ${order.id} was paid after it was ${order.deletedAt ? 'deleted' : 'given up'}.`,
      details: { orderId: order.id },
      onceKey: `late ${attempt.gatewayOrderId}`,
    });
  }

  async function flagSecondCapture(
    tx: Tx,
    order: OrderRow,
    attempt: Attempt,
    seen: Pick<Attempt, 'gatewayUpdatedAt' | 'failedTries'>,
  ): Promise<void> {
    await payments.changeAttempt(tx, attempt, { state: 'second_capture', ...seen });
    await alerts.raise(tx, {
      type: 'second_capture',
      severity: 'critical',
      message: `Order ${order.id} was paid twice. Refund the second payment.`,
      details: { orderId: order.id },
      onceKey: `second ${attempt.gatewayOrderId}`,
    });
  }

  return { settleOrder, settleGatewayOrder };
}

function saidBy(view: GatewayView): Record<string, unknown> {
  const { lastUpdatedAt, ...rest } = view;
  return { ...rest, lastUpdatedAt: lastUpdatedAt?.toISOString() ?? null };
}
