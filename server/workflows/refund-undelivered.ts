// Refunds the finally undelivered part automatically, when the setting is on: once, through the workflow of every
// refund.
import { StoreError } from '../../contract/errors.ts';
import { undeliveredGiven } from '../modules/payments/refundable.ts';
import type { Settings } from '../ports/settings.ts';
import type { RefundOrder } from './refund-order.ts';

export type RefundUndeliveredDeps = {
  settings: Pick<Settings, 'current'>;
  refundOrder: Pick<RefundOrder, 'refundOrder' | 'situationOf'>;
};

const reason = 'The provider did not deliver this part.';
/** When something prevents it, the order page still proposes the refund to an admin. */
const notNow = ['conflict', 'not_paid', 'order_not_found', 'being_sent', 'cap_reached'];

export function createRefundUndelivered({ settings, refundOrder: refunds }: RefundUndeliveredDeps) {
  /** Safe to repeat: the same missing part is the same refund, a part of the same size that went missing later is another. */
  return async function refundUndelivered(orderId: string): Promise<void> {
    if (!(await settings.current()).automatic_refund) return;
    try {
      const { isProposed, undelivered, payments, refunds: given } = await refunds.situationOf(orderId);
      // Money that no gateway holds is handed back by a person.
      if (!isProposed || payments.some(({ kind }) => kind === 'by_hand')) return;
      // All that ever went missing: it only grows.
      const key = `automatic ${orderId} ${undeliveredGiven(given) + undelivered.quantity}`;
      await refunds.refundOrder({ orderId, reason, undelivered: true }, key, 'system');
    } catch (error) {
      if (!(error instanceof StoreError) || !notNow.includes(error.code)) throw error;
    }
  };
}
