// Refunds the finally undelivered part automatically: once, through the workflow of every refund.

import { StoreError } from '../../contract/store-error.ts';
import type { StoreContext } from '../context.ts';
import * as overdueRepository from '../modules/action-items/overdue.repository.ts';
import { undeliveredGiven } from '../modules/payments/refundable.ts';
import { cancelLink } from './cancel-link.ts';
import { readRefundSituation, refundOrder } from './refund-order.ts';

const reason = 'The provider did not deliver this part.';
/** When something prevents it, the order page still proposes the refund to an admin. */
const notNow = ['conflict', 'not_paid', 'order_not_found', 'being_sent', 'cap_reached'];

/** With the setting, after every link of an order has ended. Safe to repeat. */
export async function refundUndelivered(ctx: StoreContext, orderId: string): Promise<void> {
  if ((await ctx.settings.current()).automatic_refund) await refund(ctx, orderId, false);
}

/**
 * `isUnlessRefunded`: not beside another refund by an admin. Safe to repeat: the same missing part is the same refund, a part of the same size that went missing later is
 * another.
 */
async function refund(ctx: StoreContext, orderId: string, isUnlessRefunded: boolean): Promise<void> {
  try {
    const { isProposed, undelivered, payments, refunds: given } = await readRefundSituation(ctx, orderId);
    // Money that no gateway holds is handed back by a person.
    if (!isProposed || payments.some(({ kind }) => kind === 'by_hand')) return;
    // All that ever went missing: it only grows.
    const key = `automatic ${orderId} ${undeliveredGiven(given) + undelivered.quantity}`;
    await refundOrder(ctx, { orderId, reason, undelivered: true, isUnlessRefunded }, key, 'system');
  } catch (error) {
    if (!(error instanceof StoreError) || !notNow.includes(error.code)) throw error;
  }
}

/** In one run of the job. */
const mostCanceled = 20;
const mostRefunded = 100;

/**
 * Run on a schedule. Each step is found again by what is stored, so that a process that stops loses none, and two
 * processes do none twice: the open request and the key of the refund are unique.
 */
export async function refundOverdueOrders(ctx: StoreContext): Promise<void> {
  const { overdue_refund: isOn, overdue_refund_days: days } = await ctx.settings.current();
  if (!isOn) return;
  for (const orderId of await overdueRepository.shortOrders(ctx.database.db, Number(days), mostRefunded))
    await refund(ctx, orderId, true);
  for (const link of await overdueRepository.stalledLinks(ctx.database.db, Number(days), mostCanceled)) {
    try {
      await cancelLink(ctx, link, { actor: 'system', name: 'system' });
    } catch (error) {
      // The action item stays for an admin.
      if (!(error instanceof StoreError)) throw error;
      ctx.log.info({ orderId: link.orderId, code: error.code }, 'an overdue link was not canceled');
    }
  }
}
