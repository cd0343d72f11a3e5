// Payments of a session: the card page, session expiry, and later changes by controls (finish, second charge,
// chargeback). The only place that adds money to an order.
import { NOTICE_KINDS } from '../notices.ts';
import type { Rule } from '../rules.ts';
import { type CardOutcome, type CardShown, describeCard, TEST_CARDS } from './cards.ts';
import { type OrderContext, queueNotices } from './notices.ts';
import { orderTotals, orderView } from './order-view.ts';
import type { Order, Orders, Session, Transaction } from './orders.ts';
import { newTransactionId, newVersion, touch } from './orders.ts';
import { toCents } from './wire.ts';

/** Rules that change a payment; taken before the order is locked. */
export const PAYMENT_KINDS = ['charge', 'settle_later', ...NOTICE_KINDS];

export type SessionState =
  | { state: 'open'; triesLeft: number; remainingMs: number | null }
  | { state: 'complete'; isApproved: boolean; resultIndicator: string; sessionVersion: string; returnUrl?: string }
  | { state: 'failed'; isPaidElsewhere?: boolean }
  | { state: 'expired'; timeoutUrl?: string }
  | { state: 'unknown' };

export type PayOutcome = SessionState | { state: 'declined'; message: string; triesLeft: number };

export interface PayContext extends OrderContext {
  rules: Rule[];
}

/** Shared by the card page and the `pay` control. */
export async function paySession(
  orders: Orders,
  sessionId: string,
  card: { shown: CardShown; csc: string; outcome: CardOutcome },
  context: PayContext,
): Promise<PayOutcome> {
  const found = await orders.findBySession(sessionId);
  if (!found) return { state: 'unknown' };
  return orders.change<PayOutcome>(found.order.id, (order) => {
    const session = order?.sessions.find((session) => session.id === sessionId);
    if (!order || !session) return [null, { state: 'unknown' }];
    const before = sessionState(order, session, context.now);
    if (before.state !== 'open') {
      const isNew = before.state === 'expired' && session.state !== 'expired';
      if (isNew) session.state = 'expired';
      return [isNew ? order : null, before];
    }
    order.earlier = orderView(order, context.merchantId);
    const payment = addPayment(order, session, card, context);
    session.version = newVersion();
    session.triesLeft -= 1;
    if (payment.result === 'FAILURE') {
      if (session.triesLeft > 0) {
        const { triesLeft } = session;
        return [order, { state: 'declined', message: card.outcome.message, triesLeft }];
      }
      session.state = 'failed';
      return [order, { state: 'failed' }];
    }
    session.state = 'complete';
    return [order, sessionState(order, session, context.now)];
  });
}

export function sessionState(order: Order, session: Session, now: Date): SessionState {
  if (session.state === 'failed') return { state: 'failed' };
  if (session.state === 'complete') {
    const isOpen = order.transactions.some((transaction) => transaction.type !== 'REFUND' && transaction.veil);
    const isPaid = orderTotals(order).authorizedCents > 0 && !isOpen;
    return {
      state: 'complete',
      isApproved: isPaid,
      resultIndicator: isPaid ? session.successIndicator : session.otherIndicator,
      sessionVersion: session.version,
      returnUrl: session.returnUrl,
    };
  }
  const remainingMs = session.expiresAt === undefined ? null : Date.parse(session.expiresAt) - now.getTime();
  if (session.state === 'expired' || (remainingMs !== null && remainingMs <= 0)) {
    return { state: 'expired', timeoutUrl: session.timeoutUrl };
  }
  // Another session of the same order is paid, so this one cannot be paid.
  if (orderTotals(order).authorizedCents > 0) return { state: 'failed', isPaidElsewhere: true };
  return { state: 'open', triesLeft: session.triesLeft, remainingMs };
}

/** Ends a veil with the final result of the bank. False when there is no veil. */
export function finishTransaction(
  order: Order,
  what: { transactionId?: string; result: 'SUCCESS' | 'FAILURE' | null },
  context: OrderContext,
): boolean {
  const transaction = order.transactions.find(
    (transaction) => transaction.veil && (what.transactionId === undefined || transaction.id === what.transactionId),
  );
  if (!transaction) return false;
  order.earlier = orderView(order, context.merchantId);
  transaction.veil = undefined;
  if (what.result) {
    transaction.result = what.result;
    transaction.gatewayCode = what.result === 'SUCCESS' ? 'APPROVED' : 'DECLINED';
  }
  transaction.updatedAt = touch(order, context.now);
  queueNotices(order, [transaction], context);
  return true;
}

/** Counts one read of a veiled payment; the last one ends the veil. True when the order changed. */
export function countLook(order: Order, context: OrderContext): boolean {
  const veiled = order.transactions.find((transaction) => transaction.veil && transaction.veil.looksLeft !== null);
  if (!veiled?.veil || veiled.veil.looksLeft === null) return false;
  if (veiled.veil.looksLeft > 0) {
    veiled.veil.looksLeft -= 1;
    return true;
  }
  return finishTransaction(order, { transactionId: veiled.id, result: null }, context);
}

/** A second successful charge of a paid order, or its chargeback. False when the order is not paid. */
export function addToPaid(order: Order, type: 'PAYMENT' | 'CHARGEBACK', context: OrderContext): boolean {
  const paid = order.transactions.find((transaction) => isMoney(transaction) && transaction.result === 'SUCCESS');
  if (!paid) return false;
  order.earlier = orderView(order, context.merchantId);
  const at = touch(order, context.now);
  const added: Transaction = { ...paid, type, id: newTransactionId(), at, updatedAt: at, veil: undefined };
  order.transactions.push(added);
  queueNotices(order, [added], context);
  return true;
}

/** An order with a payment at that time, without a session. */
export function paidBefore(id: string, amountCents: number, at: string): Order {
  const payment: Transaction = {
    id: newTransactionId(),
    type: 'PAYMENT',
    amountCents,
    currency: 'USD',
    result: 'SUCCESS',
    gatewayCode: 'APPROVED',
    at,
    updatedAt: at,
    card: describeCard(TEST_CARDS[0].number),
    csc: 'MATCH',
  };
  const order = { id, amountCents, currency: 'USD', createdAt: at, updatedAt: at };
  return { ...order, sessions: [], transactions: [payment], outbox: [], sent: [] };
}

function addPayment(
  order: Order,
  session: Session,
  { shown, csc, outcome }: { shown: CardShown; csc: string; outcome: CardOutcome },
  context: PayContext,
): Transaction {
  const charge = context.rules.find((rule) => rule.kind === 'charge');
  const later = context.rules.find((rule) => rule.kind === 'settle_later');
  const currency = charge?.currency ?? order.currency;
  const amountCents = charge?.amount === undefined ? order.amountCents : toCents(charge.amount);
  const at = touch(order, context.now);
  const common = { at, updatedAt: at, card: shown };
  const authentication: Transaction = {
    ...common,
    id: newTransactionId(),
    type: 'AUTHENTICATION',
    amountCents: order.amountCents,
    currency: order.currency,
    result: 'SUCCESS',
    gatewayCode: 'APPROVED',
  };
  const payment: Transaction = {
    ...common,
    id: newTransactionId(),
    type: session.operation === 'AUTHORIZE' ? 'AUTHORIZATION' : 'PAYMENT',
    amountCents,
    currency,
    csc,
    result: outcome.result,
    gatewayCode: outcome.gatewayCode,
  };
  if (outcome.result === 'UNKNOWN') payment.veil = { result: 'UNKNOWN', looksLeft: null };
  else if (later && outcome.result === 'SUCCESS') {
    payment.veil = { result: later.result === 'UNKNOWN' ? 'UNKNOWN' : 'PENDING', looksLeft: later.looks ?? null };
  }
  order.transactions.push(authentication, payment);
  // Authentication entries surround a successful payment, so that neither the first nor the last entry is the payment.
  if (outcome.result === 'SUCCESS') order.transactions.push({ ...authentication, id: newTransactionId() });
  queueNotices(order, [authentication, payment], context);
  return payment;
}

const isMoney = (transaction: Transaction) => transaction.type === 'PAYMENT' || transaction.type === 'AUTHORIZATION';
