// The API representation of orders and transactions, as JSON, which leaves undefined fields out. Pure: totals and status
// are derived from the transactions.
import type { Order, Result, Transaction } from './orders.ts';

export interface Totals {
  authorizedCents: number;
  capturedCents: number;
  refundedCents: number;
}

const shownResult = (transaction: Transaction): Result => transaction.veil?.result ?? transaction.result;

export function orderTotals(order: Order): Totals {
  const voided = new Set(
    done(order)
      .filter((transaction) => transaction.type === 'VOID')
      .map((transaction) => transaction.targetTransactionId),
  );
  const sum = (...types: Transaction['type'][]) =>
    done(order)
      .filter((transaction) => types.includes(transaction.type) && !voided.has(transaction.id))
      .reduce((total, transaction) => total + transaction.amountCents, 0);
  return {
    authorizedCents: sum('PAYMENT', 'AUTHORIZATION'),
    capturedCents: sum('PAYMENT', 'CAPTURE'),
    refundedCents: sum('REFUND'),
  };
}

function orderStatus(order: Order): { status: string; result: string } {
  return { ...derivedStatus(order), ...order.shown };
}

/** The response of RETRIEVE_ORDER. */
export function orderView(order: Order, merchantId: string): Record<string, unknown> {
  return {
    ...orderSummary(order),
    merchant: merchantId,
    result: orderStatus(order).result,
    description: order.description,
    reference: order.reference,
    customer: order.email === undefined ? undefined : { email: order.email },
    transaction: order.transactions.map((transaction) => transactionView(order, transaction, merchantId)),
  };
}

/** The response of Retrieve Transaction, and the body of a notification. */
export function transactionView(order: Order, transaction: Transaction, merchantId: string): Record<string, unknown> {
  const result = shownResult(transaction);
  const isAuthentication = transaction.type === 'AUTHENTICATION';
  return {
    gatewayEntryPoint: transaction.requestDigest === undefined ? 'CHECKOUT' : 'WEB_SERVICES_API',
    merchant: merchantId,
    order: { ...orderSummary(order), reference: order.reference },
    response: {
      ...(isAuthentication
        ? { gatewayRecommendation: 'PROCEED' }
        : { acquirerMessage: result === 'SUCCESS' ? 'Approved' : 'Not approved' }),
      cardSecurityCode: transaction.csc === undefined ? undefined : { gatewayCode: transaction.csc },
      gatewayCode: transaction.veil ? transaction.veil.result : transaction.gatewayCode,
    },
    result,
    sourceOfFunds: transaction.card && {
      provided: { card: { brand: transaction.card.brand, number: `xxxxxxxxxxxx${transaction.card.last4}` } },
      type: 'CARD',
    },
    timeOfLastUpdate: transaction.updatedAt,
    timeOfRecord: transaction.at,
    transaction: {
      amount: toNumber(transaction.amountCents),
      authenticationStatus: isAuthentication ? 'AUTHENTICATION_SUCCESSFUL' : undefined,
      currency: transaction.currency,
      id: transaction.id,
      targetTransactionId: transaction.targetTransactionId,
      type: wireType(order, transaction),
    },
    version: '100',
  };
}

export const toNumber = (amountCents: number) => Number((amountCents / 100).toFixed(2));

function orderSummary(order: Order) {
  const totals = orderTotals(order);
  const chargebackCents = done(order)
    .filter((transaction) => transaction.type === 'CHARGEBACK')
    .reduce((total, transaction) => total + transaction.amountCents, 0);
  const currency = chargedCurrency(order);
  return {
    amount: toNumber(order.amountCents),
    chargeback: { amount: toNumber(chargebackCents), currency },
    creationTime: order.createdAt,
    currency,
    id: order.id,
    lastUpdatedTime: order.updatedAt,
    notificationUrl: order.notificationUrl,
    status: orderStatus(order).status,
    totalAuthorizedAmount: toNumber(totals.authorizedCents),
    totalCapturedAmount: toNumber(totals.capturedCents),
    totalDisbursedAmount: 0,
    totalRefundedAmount: toNumber(totals.refundedCents),
  };
}

function derivedStatus(order: Order): { status: string; result: string } {
  const totals = orderTotals(order);
  const money = order.transactions.filter((transaction) => MONEY_IN.includes(transaction.type));
  const isOpen = (transaction: Transaction) => ['PENDING', 'UNKNOWN'].includes(shownResult(transaction));
  if (done(order).some((transaction) => transaction.type === 'CHARGEBACK')) {
    return { status: 'CHARGEBACK_PROCESSED', result: 'SUCCESS' };
  }
  if (totals.capturedCents > 0) return { status: capturedStatus(order, totals), result: 'SUCCESS' };
  if (totals.authorizedCents > 0) return { status: 'AUTHORIZED', result: 'SUCCESS' };
  if (done(order).some((transaction) => transaction.type === 'VOID')) return { status: 'CANCELLED', result: 'SUCCESS' };
  const open = money.find(isOpen);
  if (open) return { status: 'AUTHENTICATED', result: shownResult(open) };
  if (money.length > 0) return { status: 'FAILED', result: 'FAILURE' };
  return { status: 'INITIATED', result: 'SUCCESS' };
}

function capturedStatus(order: Order, totals: Totals): string {
  const isRepeat = order.transactions.some(
    (transaction) => transaction.type === 'REFUND' && ['PENDING', 'UNKNOWN'].includes(shownResult(transaction)),
  );
  if (isRepeat) return 'REFUND_REQUESTED';
  if (totals.refundedCents > totals.capturedCents) return 'EXCESSIVELY_REFUNDED';
  if (totals.refundedCents === totals.capturedCents) return 'REFUNDED';
  if (totals.refundedCents > 0) return 'PARTIALLY_REFUNDED';
  const isAuthorizedFirst = order.transactions.some((transaction) => transaction.type === 'AUTHORIZATION');
  return isAuthorizedFirst && totals.capturedCents < totals.authorizedCents ? 'PARTIALLY_CAPTURED' : 'CAPTURED';
}

function wireType(order: Order, transaction: Transaction): string {
  if (transaction.type !== 'VOID') return transaction.type;
  const target = order.transactions.find((other) => other.id === transaction.targetTransactionId);
  return `VOID_${target?.type ?? 'PAYMENT'}`;
}

function chargedCurrency(order: Order): string {
  const charged = done(order).find((transaction) => MONEY_IN.includes(transaction.type));
  return charged?.currency ?? order.currency;
}

const MONEY_IN: Transaction['type'][] = ['PAYMENT', 'AUTHORIZATION'];

const done = (order: Order) => order.transactions.filter((transaction) => shownResult(transaction) === 'SUCCESS');
