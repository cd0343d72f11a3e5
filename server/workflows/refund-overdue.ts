// What nothing else delivered goes back to the buyer, with the setting: the provider cancels first, and the missing part
// is refunded only after it has confirmed the end (provider rule 9).
import { StoreError } from '../../contract/store-error.ts';
import type { Database } from '../database/database.ts';
import * as overdueRepository from '../modules/action-items/overdue.repository.ts';
import type { Log } from '../observability/log.ts';
import type { Settings } from '../ports/settings.ts';
import type { CancelLink } from './cancel-link.ts';
import type { RefundUndelivered } from './refund-undelivered.ts';

export type RefundOverdueDeps = {
  database: Database;
  settings: Pick<Settings, 'current'>;
  cancelLink: CancelLink;
  refundOverdue: RefundUndelivered['refundOverdue'];
  log: Log;
};

/** In one run of the job. */
const mostCanceled = 20;
const mostRefunded = 100;

export function createRefundOverdue({ database, settings, cancelLink, refundOverdue, log }: RefundOverdueDeps) {
  /**
   * Run on a schedule. Each step is found again by what is stored, so that a process that stops loses none, and two
   * processes do none twice: the open request and the key of the refund are unique.
   */
  return async function refundAll(): Promise<void> {
    const { overdue_refund: isOn, overdue_refund_days: days } = await settings.current();
    if (!isOn) return;
    for (const orderId of await overdueRepository.shortOrders(database.db, Number(days), mostRefunded))
      await refundOverdue(orderId);
    for (const link of await overdueRepository.stalledLinks(database.db, Number(days), mostCanceled)) {
      try {
        await cancelLink(link, { actor: 'system', name: 'system' });
      } catch (error) {
        // The action item stays for an admin.
        if (!(error instanceof StoreError)) throw error;
        log.info({ orderId: link.orderId, code: error.code }, 'an overdue link was not canceled');
      }
    }
  };
}
