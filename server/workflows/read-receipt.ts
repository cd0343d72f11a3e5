// The data of a receipt's page.

import { discountPercent, priceCents, undiscountedCents } from '../../contract/pricing.ts';
import { maskedEmail, type Receipt, type ReceiptState } from '../../contract/receipt.ts';
import { priceListOf } from '../../contract/store-settings.ts';
import type { StoreContext } from '../context.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import * as paymentsRepository from '../modules/payments/payments.repository.ts';
import * as refundsRepository from '../modules/payments/refunds.repository.ts';
import * as settingsRepository from '../modules/settings/settings.repository.ts';
import { listBuyerRefunds, paidWith } from './read-order.ts';

/**
 * The receipt at an address; null for an address that the store did not create, and for a deleted order. The receipt
 * of an unpaid order has the state `unpaid` or `closed`.
 */
export async function findReceipt(ctx: StoreContext, orderId: string, key: string): Promise<Receipt | null> {
  if (!ctx.receiptLinks.isKeyOf(orderId, key)) return null;
  const { db } = ctx.database;
  const order = await ordersRepository.findOrder(db, orderId);
  if (!order) return null;
  const [{ listCents, percent }, payments, refunds] = await Promise.all([
    computeDiscount(ctx, order),
    paymentsRepository.listAttempts(db, order.id),
    refundsRepository.listRefunds(db, order.id),
  ]);
  const done = listBuyerRefunds(refunds, payments).filter(({ state }) => state === 'refunded');
  return {
    orderId,
    lang: order.language,
    state: toState(order),
    category: order.category,
    quantity: order.quantity,
    postLinks: order.postLinks,
    email: maskedEmail(order.customerEmail),
    orderedAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    paidWith: paidWith(payments),
    listCents,
    discountPercent: percent,
    amountCents: order.amountCents,
    refundedCents: order.refundedCents,
    refunds: done.map(({ number, amountCents, updatedAt }) => ({
      number,
      amountCents,
      refundedAt: updatedAt.toISOString(),
    })),
  };
}

// Only when the prices of that time give the exact amount, so that a receipt never shows a wrong discount.
async function computeDiscount(ctx: StoreContext, { category, quantity, amountCents, createdAt }: OrderRow) {
  const none = { listCents: amountCents, percent: 0 };
  const prices = await settingsRepository.findPricesAt(ctx.database.db, createdAt);
  if (!prices) return none;
  const list = priceListOf(prices);
  if (priceCents(category, quantity, list) !== amountCents) return none;
  return { listCents: undiscountedCents(quantity, list), percent: discountPercent(category, quantity, list) };
}

function toState({ status, paymentStatus, paidAt, refundedCents }: OrderRow): ReceiptState {
  if (paymentStatus === 'refunded' || paymentStatus === 'disputed') return paymentStatus;
  if (!paidAt) return status === 'failed' ? 'closed' : 'unpaid';
  return refundedCents > 0 ? 'part_refunded' : 'paid';
}
