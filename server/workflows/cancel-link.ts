// Requests the cancellation of a link at the provider. Only the link's own status confirms it later (`sync-delivery-
// status.ts`, provider rule 9).

import { hasEnded } from '../../contract/order-progress.ts';
import { type Sentence, sentenceOf } from '../../contract/sentences.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import { violatedConstraint } from '../database/database.ts';
import * as requestsRepository from '../modules/delivery/requests.repository.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import type { CancelOutcome } from '../modules/providers/provider.ts';
import { readProviderRegistry } from '../modules/providers/provider-registry.ts';
import { ExternalError } from '../ports/external-error.ts';
import type { Actor } from '../request-context.ts';
import { type LinkRequest, lockLink, notAccepted } from './refill-order.ts';

/** `actor` as the audit log names it, `name` as people read it. */
export type Requester = Pick<Actor, 'actor' | 'name'>;

type CancelEnd = CancelOutcome | ({ outcome: 'unavailable' | 'unknown' } & Sentence);

/**
 * `movesRest`: the undelivered rest goes to another provider once the end is confirmed. Resolves once the provider accepted the request. Throws order_not_found, provider_order_not_found, conflict (ended,
 * or requested before), provider_refused, provider_unavailable (also when the response was lost).
 */
export async function cancelLink(
  ctx: StoreContext,
  request: LinkRequest & { movesRest?: boolean },
  by: Requester,
): Promise<void> {
  const activeProvider = await readProviderRegistry(ctx);
  if (!activeProvider) throw new StoreError('conflict', { reason: 'no_provider' });
  const { id, position } = await claimCancel(ctx, request, by);
  const end = await activeProvider.cancel([request.providerOrderId]).then(
    (outcomes): CancelEnd =>
      outcomes.get(request.providerOrderId) ?? {
        outcome: 'unknown',
        ...sentenceOf(storeMessage('cancel_unconfirmed')),
      },
    (error: unknown): CancelEnd => {
      if (!(error instanceof ExternalError)) throw error;
      if (error.fault === 'refused') return { outcome: 'refused', reason: 'other', ...error.sentence };
      return { outcome: error.fault, ...error.sentence };
    },
  );
  await ctx.database.transaction(async (tx) => {
    if (end.outcome === 'accepted') await requestsRepository.accept(tx, id, null);
    else await requestsRepository.end(tx, id, end.outcome === 'unknown' ? 'unknown' : 'refused', end);
    await ctx.audit.record(tx, {
      actor: by.actor,
      action: 'dispatch.cancel',
      subject: request.orderId,
      details: { position, outcome: end.outcome, ...(request.movesRest ? { movesRest: true } : {}) },
    });
    ctx.live.announce(tx, 'order-update');
  });
  if (end.outcome === 'accepted') return;
  throw notAccepted(end);
}

async function claimCancel(ctx: StoreContext, request: LinkRequest & { movesRest?: boolean }, by: Requester) {
  const { orderId, movesRest } = request;
  try {
    return await ctx.database.transaction(async (tx) => {
      // Also for a deleted order: its delivery costs money.
      const order = await ordersRepository.lockOrder(tx, orderId);
      if (!order) throw new StoreError('order_not_found');
      const row = await lockLink(tx, order, request);
      const { position } = row;
      if (hasEnded(row)) {
        throw new StoreError('conflict', { reason: storeMessage('link_ended', { status: row.liveStatus }) });
      }
      const id = ctx.ids.uuid();
      await requestsRepository.open(tx, {
        id,
        orderId,
        position,
        kind: 'cancel',
        requestedBy: by.name,
        movesRest: movesRest ?? false,
      });
      return { id, position };
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'delivery_requests_one_open') throw error;
    throw new StoreError('conflict', { reason: 'cancel_requested' });
  }
}
