// Tracks accepted refills in a job until they end. A cancellation ends with its link's status.

import { isStoppedProviderStatus, providerStatusKind } from '../../contract/provider-status.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import type { DeliveryRequest, RequestEnd } from '../modules/delivery/requests.repository.ts';
import * as requestsRepository from '../modules/delivery/requests.repository.ts';
import * as deliveryMarksRepository from '../modules/dispatch/delivery-marks.repository.ts';
import * as dispatchRepository from '../modules/dispatch/dispatch.repository.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import type { RefillStatusAnswer } from '../modules/providers/provider.ts';
import { readProviderRegistry } from '../modules/providers/provider-registry.ts';
import { ExternalError } from '../ports/external-error.ts';
import { settleShortfall } from './finish-order.ts';
import { settleDropReport } from './settle-drop-report.ts';

const batchSize = 100;
/** A request ends within ten seconds. A request in progress for longer belongs to a process that stopped. */
const pendingSeconds = 120;

/** Run on a schedule. */
export async function followRequests(ctx: StoreContext): Promise<void> {
  await requestsRepository.expireUnanswered(ctx.database.db, pendingSeconds);
  const activeProvider = await readProviderRegistry(ctx);
  for (let rounds = 0; activeProvider && rounds < 100; rounds += 1) {
    const due = await requestsRepository.takeRefillsToFollow(ctx.database.db, batchSize);
    if (due.length === 0) return;
    try {
      const answers = await activeProvider.refillStatuses(due.map(({ providerRefillId }) => providerRefillId));
      for (const row of due) await keep(ctx, row, answers.get(row.providerRefillId));
    } catch (error) {
      if (!(error instanceof ExternalError)) throw error;
      ctx.log.warn({ fault: error.fault, problem: error.message }, 'the request for refill states failed');
      return;
    }
  }
}

async function keep(ctx: StoreContext, row: DeliveryRequest, answer: RefillStatusAnswer | undefined): Promise<void> {
  if (!answer) return;
  const words = answer.outcome === 'known' ? answer.status : answer.text;
  const state = toRequestEnd(answer);
  if (state === null) {
    if (words !== row.words) await requestsRepository.note(ctx.database.db, row.id, words);
    return;
  }
  await ctx.database.transaction(async (tx) => {
    const order = await ordersRepository.lockOrder(tx, row.orderId);
    if (!(await requestsRepository.end(tx, row.id, state, { text: words }))) return;
    if (state === 'done') await settleShortfall(ctx, tx, row, 'refilled');
    if (state === 'rejected') {
      await ctx.alerts.raise(tx, {
        type: 'delivery_stopped',
        severity: 'medium',
        message: storeMessage('refill_not_done', { orderId: row.orderId, answer: words }),
        details: { orderId: row.orderId },
        onceKey: `refill ${row.id}`,
      });
    }
    if (order && state !== 'unknown') {
      await settleDropReport(ctx, tx, order, row.position, state === 'done' ? 'refilled' : 'refused');
    }
    ctx.live.announce(tx, 'order-update');
    const link = state === 'done' ? await dispatchRepository.lockSend(tx, row) : null;
    if (link && !(await deliveryMarksRepository.isRefilled(tx, link)))
      await deliveryMarksRepository.mark(tx, link, { kind: 'refilled' });
  });
}

// The set of words is open: an unknown one is not an end.
function toRequestEnd(answer: RefillStatusAnswer): RequestEnd | null {
  if (answer.outcome === 'refused') return answer.reason === 'refill' || answer.reason === 'request' ? 'unknown' : null;
  if (providerStatusKind(answer.status) === 'completed') return 'done';
  // A refill has one status more than an order.
  const isRejected = answer.status.trim().toLowerCase() === 'rejected';
  return isRejected || isStoppedProviderStatus(answer.status) ? 'rejected' : null;
}
