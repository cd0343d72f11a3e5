// Gives up orders that nobody paid for a day, once the gateway has said that no money came and none is on its way.

import type { AttemptState } from '../../contract/payment-status.ts';
import type { Database } from '../database/database.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import { nextStatus } from '../modules/orders/order-state.ts';
import type { OrdersRepository } from '../modules/orders/orders.repository.ts';
import type { PaymentsRepository } from '../modules/payments/payments.repository.ts';
import type { Audit } from '../ports/audit.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { Live } from '../ports/realtime.ts';
import type { SettlePayment } from './settle-payment.ts';

export type ExpireDeps = {
  database: Database;
  orders: OrdersRepository;
  payments: PaymentsRepository;
  settle: SettlePayment;
  audit: Audit;
  jobs: Jobs;
  live: Live;
};

/** an order that is not paid within these hours is given up. */
export const unpaidHours = 24;
const sweepAtOnce = 50;
/** Nothing came of these: not opened, or over without money. Of every other one something may still come. */
const withoutMoney: ReadonlySet<AttemptState> = new Set<AttemptState>(['refused', 'closed']);

/** Section 5.1: pending, 24 h, the gateway asked first, still unpaid: failed with the reason `expired`. */
export function createExpireOrder({ database, orders, payments, settle, audit, jobs, live }: ExpireDeps) {
  /** Enqueues a look at every unpaid order that is due. One that is not given up then is due again later, and later. */
  async function sweep(): Promise<void> {
    for (const orderId of await orders.takeToExpire(unpaidHours, sweepAtOnce)) {
      await jobs.enqueue(database.db, 'expire_order', { orderId }, { key: `expire ${orderId}`, maxAttempts: 1 });
    }
  }

  /**
   * True when it was given up by this call. False as long as the gateway cannot be asked, or a form is open, or money may
   * be on its way, or a person has to look. Safe to repeat and to race: what is paid meanwhile is not given up, and what is
   * paid afterwards is a late payment.
   */
  async function expireOrder(orderId: string): Promise<boolean> {
    const { asked } = await settle.settleOrder(orderId, 'job');
    if (!asked) return false;
    return database.transaction(async (tx) => {
      const order = await orders.lockOrder(tx, orderId);
      if (!order || !isWaiting(order)) return false;
      // Under the lock of the order no attempt is added: what was opened since the gateway was asked is seen here.
      const attempts = await payments.attemptsOf(tx, orderId);
      if (!attempts.every(({ state }) => withoutMoney.has(state))) return false;
      await orders.changeOrder(tx, orderId, {
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

// Found to be old by the sweep. What an admin chose stays.
function isWaiting({ status, paidAt, statusByHand, deletedAt }: OrderRow): boolean {
  return status === 'pending' && paidAt === null && !statusByHand && deletedAt === null;
}
