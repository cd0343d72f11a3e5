import { asc, inArray } from 'drizzle-orm';
import type { Tx } from '../../database/database.ts';
import type { Person } from '../../ports/module-parts.ts';
import type { StoreModule } from '../../store-module.ts';
import { transferDecisions, transfers } from './transfers.schema.ts';

export const transfersPrivacy = {
  export: async (tx: Tx, { orderIds }: Person) => {
    const chosen = await tx
      .select()
      .from(transfers)
      .where(inArray(transfers.orderId, orderIds))
      .orderBy(asc(transfers.openedAt));
    const decided = await tx
      .select()
      .from(transferDecisions)
      .where(inArray(transferDecisions.orderId, orderIds))
      .orderBy(asc(transferDecisions.decidedAt));
    return {
      transfers: chosen.map(({ orderId, reference, dueCents, dueCurrency, openedAt, expiresAt }) => ({
        order_id: orderId,
        reference,
        amount: dueCents / 100,
        currency: dueCurrency,
        opened_at: openedAt.toISOString(),
        expires_at: expiresAt.toISOString(),
      })),
      transfer_decisions: decided.map(({ orderId, decision, day, amountCents, currency, note, decidedAt }) => ({
        order_id: orderId ?? '',
        decision,
        day,
        amount: amountCents / 100,
        currency,
        note,
        decided_at: decidedAt.toISOString(),
      })),
    };
  },

  /** The notes may name the person; the rest is about money. */
  erase: async (tx, { orderIds }) => {
    await tx.update(transferDecisions).set({ note: '' }).where(inArray(transferDecisions.orderId, orderIds));
    return {};
  },
} satisfies StoreModule['privacy'];
