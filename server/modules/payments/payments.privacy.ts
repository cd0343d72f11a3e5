import { asc, inArray } from 'drizzle-orm';
import { dollarsFromCents } from '../../../contract/money.ts';
import type { Tx } from '../../database/database.ts';
import type { Person } from '../../ports/module-parts.ts';
import type { StoreModule } from '../../store-module.ts';
import { paymentAttempts, paymentEvents, refunds } from './payments.schema.ts';

export const paymentsPrivacy = {
  export: async (tx: Tx, { orderIds }: Person) => {
    const attempts = await tx
      .select()
      .from(paymentAttempts)
      .where(inArray(paymentAttempts.orderId, orderIds))
      .orderBy(asc(paymentAttempts.openedAt));
    const events = await tx
      .select()
      .from(paymentEvents)
      .where(inArray(paymentEvents.orderId, orderIds))
      .orderBy(asc(paymentEvents.id));
    const refunded = await tx
      .select()
      .from(refunds)
      .where(inArray(refunds.orderId, orderIds))
      .orderBy(asc(refunds.createdAt));
    return {
      payments: attempts.map((attempt) => ({
        order_id: attempt.orderId,
        gateway: attempt.gateway,
        gateway_order_id: attempt.gatewayOrderId,
        amount: dollarsFromCents(attempt.amountCents),
        currency: attempt.currency,
        state: attempt.state,
        payment_id: attempt.paymentId,
        card_brand: attempt.cardBrand,
        card_last4: attempt.cardLast4,
        card_wallet: attempt.cardWallet,
        card_country: attempt.cardCountry,
        opened_at: attempt.openedAt.toISOString(),
      })),
      payment_events: events.map(({ orderId, happenedAt, conclusion, said }) => ({
        order_id: orderId,
        happened_at: happenedAt.toISOString(),
        conclusion,
        said,
      })),
      refunds: refunded.map(({ orderId, number, amountCents, currency, reason, state, createdAt }) => ({
        order_id: orderId,
        number,
        amount: dollarsFromCents(amountCents),
        currency,
        reason,
        state,
        created_at: createdAt.toISOString(),
      })),
    };
  },

  /** The ledger of payments names no person, and stays. */
  erase: async (tx, { orderIds }) => {
    await tx
      .update(paymentAttempts)
      .set({
        cardBrand: null,
        cardLast4: null,
        cardWallet: null,
        cardCountry: null,
        callerKey: null,
        callerNetworkKey: null,
      })
      .where(inArray(paymentAttempts.orderId, orderIds));
    return {};
  },
} satisfies StoreModule['privacy'];
