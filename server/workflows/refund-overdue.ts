// What nothing else delivered goes back to the buyer, with the setting: the provider cancels first, and the missing part
// is refunded only after it has confirmed the end (provider rule 9).

import { StoreError } from '../../contract/store-error.ts';
import type { StoreContext } from '../context.ts';
import * as overdueRepository from '../modules/action-items/overdue.repository.ts';
import { cancelLink } from './cancel-link.ts';
import { refundOverdue } from './refund-undelivered.ts';

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
    await refundOverdue(ctx, orderId);
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
