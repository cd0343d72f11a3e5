// The data of a receipt's page.

import { offerOfOrder, orderOfferOf, soldCents, specifiedCategory } from '../../contract/offers.ts';
import { maskedEmail, type Receipt } from '../../contract/receipt.ts';
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
    offerName: order.offer && !specifiedCategory(order.offer) ? order.offer.names[order.language] : undefined,
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

// Only when the price rule gives the exact amount, so that a receipt never shows a wrong discount.
async function computeDiscount(ctx: StoreContext, order: OrderRow) {
  const { quantity, amountCents } = order;
  const none = { listCents: amountCents, percent: 0 };
  const sold = order.offer ?? (await findOfferThen(ctx, order));
  if (!sold || soldCents(sold, quantity) !== amountCents) return none;
  const listCents = soldCents({ ...sold, percent: 100 }, quantity);
  if (listCents === amountCents) return none;
  // As `discountPercent` has it.
  const share = sold.rounding ? (100 * amountCents) / listCents : 0;
  return { listCents, percent: Math.floor(100 - Math.max(sold.percent, share)) };
}

/** An order of an earlier version has no offer: that of its category then. */
async function findOfferThen(ctx: StoreContext, { category, quantity, createdAt }: OrderRow) {
  const offers = await settingsRepository.findOffersAt(ctx, createdAt);
  return offers && orderOfferOf(offerOfOrder(offers, { category, offer: null }), quantity);
}
