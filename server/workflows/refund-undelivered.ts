// Refunds the finally undelivered part automatically: once, through the workflow of every refund.

import { StoreError } from '../../contract/store-error.ts';
import type { StoreContext } from '../context.ts';
import { undeliveredGiven } from '../modules/payments/refundable.ts';
import { readRefundSituation, refundOrder } from './refund-order.ts';

const reason = 'The provider did not deliver this part.';
/** When something prevents it, the order page still proposes the refund to an admin. */
const notNow = ['conflict', 'not_paid', 'order_not_found', 'being_sent', 'cap_reached'];

/** With the setting, after every link of an order has ended. Safe to repeat. */
export async function refundUndelivered(ctx: StoreContext, orderId: string): Promise<void> {
  if ((await ctx.settings.current()).automatic_refund) await refund(ctx, orderId, false);
}

/** Of a delivery that nothing else completed. Not beside another refund by an admin. Safe to repeat. */
export async function refundOverdue(ctx: StoreContext, orderId: string): Promise<void> {
  await refund(ctx, orderId, true);
}

/** The same missing part is the same refund, a part of the same size that went missing later is another. */
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
