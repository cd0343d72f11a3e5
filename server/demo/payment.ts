// The payment of a made-up order: a session, perhaps a declined card, the money or none. No session is left open.
import type { LedgerWord } from '../modules/payments/ledger-totals.ts';
import type { DemoContext, Fate, OrderRow } from './demo-context.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
/** When the store checks again after the end of a payment form. */
const sessionOverMs = 30.5 * minuteMs;
const expiryMs = 24 * 60 * minuteMs;

/** Writes the payment; returns the time it was paid, or null. */
export function pay(context: DemoContext, order: OrderRow, fate: Fate): number | null {
  const { random, nowMs, rows } = context;
  const createdMs = order.createdAt.getTime();
  const openedMs = createdMs + random.whole(4, 40) * secondMs;
  const declinedMs = openedMs + random.whole(25, 90) * secondMs;
  const paidMs = declinedMs + random.whole(15, 150) * secondMs;
  const hasTime = nowMs > (fate === 'declined' ? openedMs + sessionOverMs : paidMs + minuteMs);
  if (fate === 'abandoned' || !hasTime) {
    abandon(context, order, openedMs);
    return null;
  }

  const failedTries = fate === 'declined' ? random.whole(1, 2) : random.chance(0.08) ? 1 : 0;
  openAttempt(context, order, openedMs);
  if (failedTries > 0)
    recordLedgerEvent(context, order, 'declined', declinedMs, view(order, 'declined', 'FAILED', failedTries));
  if (fate === 'declined') {
    const overMs = openedMs + random.whole(6, 28) * minuteMs;
    recordLedgerEvent(context, order, 'cancelled', overMs, view(order, 'cancelled', 'CANCELLED', failedTries));
    Object.assign(order, { status: 'failed', statusReason: 'payment', paymentStatus: 'failed' });
    settle(context, order, 'closed', overMs, failedTries);
    return null;
  }
  recordLedgerEvent(context, order, 'captured', paidMs, view(order, 'captured', 'CAPTURED', failedTries));
  const paidAt = new Date(paidMs);
  rows.audit.push({ happenedAt: paidAt, actor: 'system', action: 'payment.captured', subject: order.id, details: {} });
  Object.assign(order, { status: 'paid', paymentStatus: 'paid', paidAt });
  settle(context, order, 'paid', paidMs, failedTries);
  rows.fees.push({
    orderId: order.id,
    attemptNumber: 1,
    // As a usual contract: 2.9 % and $0.30.
    amountCents: Math.round(order.amountCents * 0.029) + 30,
    currency: order.currency,
    state: 'estimated',
    ofSale: true,
    chargedAt: paidAt,
    updatedAt: paidAt,
  });
  return paidMs;
}

function abandon(context: DemoContext, order: OrderRow, openedMs: number): void {
  const overMs = openedMs + sessionOverMs;
  if (overMs < context.nowMs && context.random.chance(0.7)) {
    openAttempt(context, order, openedMs);
    recordLedgerEvent(context, order, 'session_over', overMs, {});
    order.paymentStatus = 'expired';
    settle(context, order, 'closed', overMs, 0);
  }
  const expiredMs = order.createdAt.getTime() + expiryMs + context.random.whole(1, 59) * secondMs;
  if (expiredMs > context.nowMs) return;
  Object.assign(order, { status: 'failed', statusReason: 'expired', updatedAt: new Date(expiredMs) });
}

function openAttempt({ random, rows }: DemoContext, order: OrderRow, openedMs: number): void {
  const openedAt = new Date(openedMs);
  const { id: orderId, amountCents, currency } = order;
  rows.attempts.push({
    orderId,
    number: 1,
    gateway: 'mpgs',
    gatewayOrderId: `${orderId}-1`,
    amountCents,
    currency,
    state: 'closed',
    sessionId: `SESSION${random.text('0123456789', 24)}`,
    successIndicator: random.text('0123456789abcdef', 16),
    gatewayUpdatedAt: null,
    failedTries: 0,
    openedAt,
    updatedAt: openedAt,
  });
  const opened = { orderId, attemptNumber: 1, source: 'demo', conclusion: 'opened', happenedAt: openedAt };
  rows.events.push({ ...opened, asked: { amountCents, currency }, said: {} });
}

type View = { status?: string; lastUpdatedAt?: string };

function recordLedgerEvent(
  { rows }: DemoContext,
  order: OrderRow,
  conclusion: LedgerWord,
  atMs: number,
  details: View,
): void {
  const happenedAt = new Date(atMs);
  const source = conclusion === 'session_over' || conclusion === 'cancelled' ? 'job' : 'return';
  const lastUpdatedAt = details.status ? { lastUpdatedAt: new Date(atMs - 2 * secondMs).toISOString() } : {};
  const event = { orderId: order.id, attemptNumber: 1, source, conclusion, happenedAt };
  rows.events.push({ ...event, asked: { gatewayOrderId: `${order.id}-1` }, said: { ...details, ...lastUpdatedAt } });
}

function settle(
  { rows }: DemoContext,
  order: OrderRow,
  state: 'paid' | 'closed',
  atMs: number,
  failedTries: number,
): void {
  const attempt = rows.attempts.at(-1);
  if (attempt?.orderId !== order.id) throw new Error('The order has no attempt.');
  const updatedAt = new Date(atMs);
  const knownToGateway = state === 'paid' || order.paymentStatus === 'failed';
  const gatewayUpdatedAt = knownToGateway ? new Date(atMs - 2 * secondMs) : null;
  Object.assign(attempt, { state, failedTries, gatewayUpdatedAt, updatedAt, ...(knownToGateway ? shown[state] : {}) });
  order.updatedAt = updatedAt;
}

// With the test cards of the sandbox gateway.
const shown = {
  paid: { gatewayStatus: 'CAPTURED, SUCCESS', cardBrand: 'Mastercard', cardLast4: '0008' },
  closed: { gatewayStatus: 'CANCELLED, FAILURE', cardBrand: 'Visa', cardLast4: '1019', declineCode: 'DECLINED' },
};

// The gateway's view as the store keeps it.
function view(order: OrderRow, status: string, rawStatus: string, failedTries: number) {
  const captured = status === 'captured';
  return {
    gatewayOrderId: `${order.id}-1`,
    status,
    rawStatus,
    rawResult: captured ? 'SUCCESS' : 'FAILURE',
    amountCents: order.amountCents,
    capturedCents: captured ? order.amountCents : 0,
    refundedCents: 0,
    currency: order.currency,
    failedTries,
  };
}
