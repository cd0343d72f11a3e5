// Expires orders that stay unpaid for a day, once the gateway confirmed that no money arrived or is on its way.

import type { AttemptState } from '../../contract/payment-status.ts';
import type { Database } from '../database/database.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import { nextStatus } from '../modules/orders/order-state.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import * as paymentsRepository from '../modules/payments/payments.repository.ts';
import type { Audit } from '../ports/audit.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { Live } from '../ports/realtime.ts';
import type { SettlePayment } from './settle-payment.ts';

export type ExpireDeps = {
  database: Database;
  settle: SettlePayment;
  audit: Audit;
  jobs: Jobs;
  live: Live;
};

/** Hours until an unpaid order expires. */
export const unpaidHours = 24;
const sweepAtOnce = 50;
/** Nothing came of these: not opened, or over without money. Of every other one something may still come. */
const withoutMoney: ReadonlySet<AttemptState> = new Set<AttemptState>(['refused', 'closed']);

export function createExpireOrder({ database, settle, audit, jobs, live }: ExpireDeps) {
  /** Enqueues a check of every due unpaid order. Orders that do not expire are checked again, with growing delays. */
  async function sweep(): Promise<void> {
    for (const orderId of await ordersRepository.takeToExpire(database.db, unpaidHours, sweepAtOnce)) {
      await jobs.enqueue(database.db, 'expire_order', { orderId }, { key: `expire ${orderId}`, maxAttempts: 1 });
    }
  }

  /**
   * True when this call expired the order. False while the gateway is unavailable, a payment form is open, money may be
   * on its way, or an admin must decide. Safe to repeat and to race: an order paid meanwhile does not expire, and a
   * payment afterwards is a late payment.
   */
  async function expireOrder(orderId: string): Promise<boolean> {
    const { asked } = await settle.settleOrder(orderId, 'job');
    if (!asked) return false;
    return database.transaction(async (tx) => {
      const order = await ordersRepository.lockOrder(tx, orderId);
      if (!order || !isWaiting(order)) return false;
      // The lock of the order prevents new attempts. Attempts opened since the query are read here.
      const attempts = await paymentsRepository.attemptsOf(tx, orderId);
      if (!attempts.every(({ state }) => withoutMoney.has(state))) return false;
      await ordersRepository.changeOrder(tx, orderId, {
        status: nextStatus(order.status, 'over', order.statusByHand),
        statusReason: 'expired',
      });
      await audit.record(tx, { actor: 'system', action: 'order.expired', subject: orderId });
      live.announce(tx, 'order-update');
      return true;
    });
  }

  return { sweep, expireOrder };
}

// A status that an admin chose stays.
function isWaiting({ status, paidAt, statusByHand, deletedAt }: OrderRow): boolean {
  return status === 'pending' && paidAt === null && !statusByHand && deletedAt === null;
}
