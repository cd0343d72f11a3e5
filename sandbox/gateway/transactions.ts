// PUT transaction: REFUND, VOID and CAPTURE, idempotent by (order, transaction ID). An identical request returns the
// same transaction; a different request with the same ID is rejected.
import { createHash } from 'node:crypto';
import { type OrderContext, queueNotices } from './notices.ts';
import { orderTotals, orderView, transactionView } from './order-view.ts';
import type { Order, Orders, Result, Transaction } from './orders.ts';
import { touch } from './orders.ts';
import type { Fields } from './wire.ts';
import { invalidField, invalidRequest, readPart, requireAmountCents, requireCurrency, requireText } from './wire.ts';

type TransactionOperation = 'REFUND' | 'VOID' | 'CAPTURE';

export interface TransactionContext extends OrderContext {
  /** The result that a control forces instead of success. */
  forced?: { result: Result; looks: number | null };
}

export async function putTransaction(
  orders: Orders,
  ids: { orderId: string; transactionId: string },
  fields: Fields,
  context: TransactionContext,
): Promise<Record<string, unknown>> {
  const operation = readOperation(fields);
  const requestDigest = hashFields(fields);
  return orders.change(ids.orderId, (order) => {
    if (!order) throw unknownOrder(ids.orderId, context.merchantId);
    const existing = order.transactions.find((transaction) => transaction.id === ids.transactionId);
    if (existing) {
      if (existing.requestDigest !== requestDigest) {
        throw invalidField('transaction.id', ids.transactionId, 'The id was used by another request.');
      }
      return [null, transactionView(order, existing, context.merchantId)];
    }
    const before = orderView(order, context.merchantId);
    const details = plan(order, operation, readPart(fields, 'transaction'));
    const at = touch(order, context.now);
    const transaction: Transaction = {
      ...details,
      ...outcome(context.forced),
      id: ids.transactionId,
      at,
      updatedAt: at,
      requestDigest,
    };
    order.earlier = before;
    order.transactions.push(transaction);
    queueNotices(order, [transaction], context);
    return [order, transactionView(order, transaction, context.merchantId)];
  });
}

function readOperation(fields: Fields): TransactionOperation {
  const operation = requireText(fields, 'apiOperation', { max: 40 });
  if (operation === 'REFUND' || operation === 'VOID' || operation === 'CAPTURE') return operation;
  throw invalidField('apiOperation', operation, 'The operation is not supported here.');
}

export const unknownOrder = (orderId: string, merchantId: string) =>
  invalidRequest(`Unable to find order '${orderId}' for merchant '${merchantId}'`);

type Details = Pick<Transaction, 'type' | 'amountCents' | 'currency' | 'targetTransactionId'>;

function plan(order: Order, operation: TransactionOperation, fields: Fields): Details {
  const totals = orderTotals(order);
  if (operation === 'VOID') return planVoid(order, fields);
  const amountCents = requireAmountCents(fields, 'transaction.amount');
  const currency = requireCurrency(fields, 'transaction.currency');
  const charged = order.transactions.find((t) => t.type !== 'AUTHENTICATION' && t.result === 'SUCCESS');
  if (!charged) throw invalidRequest(`${operation} needs an order with a successful payment.`);
  if (currency !== charged.currency) {
    throw invalidField('transaction.currency', currency, "It must be the order's currency.");
  }
  if (operation === 'CAPTURE') {
    if (amountCents > totals.authorizedCents - totals.capturedCents) {
      throw invalidField('transaction.amount', amountCents / 100, 'It exceeds the amount that is left to capture.');
    }
    return { type: 'CAPTURE', amountCents, currency };
  }
  const requestedCents = order.transactions
    .filter((t) => t.type === 'REFUND' && t.veil)
    .reduce((total, t) => total + t.amountCents, 0);
  if (amountCents > totals.capturedCents - totals.refundedCents - requestedCents) {
    throw invalidField('transaction.amount', amountCents / 100, 'It exceeds the amount that is left to refund.');
  }
  return { type: 'REFUND', amountCents, currency };
}

function planVoid(order: Order, fields: Fields): Details {
  const targetTransactionId = requireText(fields, 'transaction.targetTransactionId', { max: 40 });
  const target = order.transactions.find((t) => t.id === targetTransactionId);
  const isVoid = order.transactions.some((t) => t.type === 'VOID' && t.targetTransactionId === targetTransactionId);
  if (target?.result !== 'SUCCESS' || isVoid || !VOIDABLE.includes(target.type)) {
    throw invalidField('transaction.targetTransactionId', targetTransactionId, 'It cannot be voided.');
  }
  if (target.type !== 'REFUND' && orderTotals(order).refundedCents > 0) {
    throw invalidRequest('The order has refunds; it can no longer be voided.');
  }
  return { type: 'VOID', amountCents: target.amountCents, currency: target.currency, targetTransactionId };
}

const VOIDABLE: Transaction['type'][] = ['PAYMENT', 'AUTHORIZATION', 'CAPTURE', 'REFUND'];

function outcome(forced: TransactionContext['forced']): Pick<Transaction, 'result' | 'gatewayCode' | 'veil'> {
  if (!forced || forced.result === 'SUCCESS') return { result: 'SUCCESS', gatewayCode: 'APPROVED' };
  if (forced.result === 'FAILURE') return { result: 'FAILURE', gatewayCode: 'DECLINED' };
  return {
    result: 'SUCCESS',
    gatewayCode: 'APPROVED',
    veil: { result: forced.result, looksLeft: forced.looks },
  };
}

// Independent of the order of keys.
function hashFields(fields: Fields): string {
  return createHash('sha256').update(canonical(fields)).digest('hex');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(',')}}`;
}
