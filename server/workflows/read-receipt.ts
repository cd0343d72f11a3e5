// The data of a receipt's page.

import { discountPercent, priceCents, undiscountedCents } from '../../contract/pricing.ts';
import { maskedEmail, type Receipt } from '../../contract/receipt.ts';
import { priceListOf } from '../../contract/store-settings.ts';
import type { StoreContext } from '../context.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import * as settingsRepository from '../modules/settings/settings.repository.ts';
import { listBuyerRefunds, paidWith } from './read-order.ts';
import { readOrderFacts } from './read-order-page.ts';

/**
 * The receipt at an address; null for an address that the store did not create, and for a deleted order. An
 * unpaid order has a receipt without a payment.
 */
export async function findReceipt(ctx: StoreContext, orderId: string, key: string): Promise<Receipt | null> {
  if (!ctx.receiptLinks.isKeyOf(orderId, key)) return null;
  const { db } = ctx.database;
  const order = await ordersRepository.findOrder(db, orderId);
  if (!order) return null;
  const [{ listCents, percent }, [found]] = await Promise.all([
    computeDiscount(ctx, order),
    readOrderFacts(ctx, [order]),
  ]);
  if (!found) return null;
  const { payments, refunds } = found.record;
  const done = listBuyerRefunds(refunds, payments).filter(({ state }) => state === 'refunded');
  return {
    orderId,
    lang: order.language,
    facts: found.facts,
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
