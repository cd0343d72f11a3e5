// Requests a refill of a sent link: at most one a minute and link, without those that the provider refused. The link is
// tracked again. `sync-delivery-requests.ts` tracks the refill.

import { orderTitle } from '../../contract/offers.ts';
import { type Sentence, sentenceOf, wordsOf } from '../../contract/sentences.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import { type Tx, violatedConstraint } from '../database/database.ts';
import * as requestsRepository from '../modules/delivery/requests.repository.ts';
import * as dispatchRepository from '../modules/dispatch/dispatch.repository.ts';
import type { DispatchRow } from '../modules/dispatch/dispatch-rows.ts';
import { staleRefillHours } from '../modules/dispatch/link-acts.schema.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import * as refundsRepository from '../modules/payments/refunds.repository.ts';
import { assertNotHeld } from '../modules/providers/held-services.ts';
import { readProviderRegistry } from '../modules/providers/provider-registry.ts';
import { ExternalError } from '../ports/external-error.ts';
import type { Actor } from '../request-context.ts';
import { settleDropReport } from './settle-drop-report.ts';

export type LinkRequest = { orderId: string; postLink: string; providerOrderId: string };

const secondsBetween = 60;

/** Throws order_not_found, provider_order_not_found, conflict, rate_limited, provider_refused, provider_unavailable. */
export async function refillLink(
  ctx: StoreContext,
  request: LinkRequest,
  by: Actor,
): Promise<{ refillId: string | null }> {
  const activeProvider = await readProviderRegistry(ctx);
  if (!activeProvider) throw new StoreError('conflict', { reason: 'no_provider' });
  const { id, key, before } = await claimRefill(ctx, request, by);
  const outcome = await activeProvider.refill(request.providerOrderId).catch((error: unknown) => {
    if (error instanceof ExternalError) return { outcome: 'failed', fault: error.fault, ...error.sentence } as const;
    throw error;
  });
  await ctx.database.transaction(async (tx) => {
    const order = await ordersRepository.lockOrder(tx, key.orderId);
    const accepted = outcome.outcome === 'accepted';
    const isLost = outcome.outcome === 'failed' && outcome.fault === 'unknown';
    // A refusal leaves the link unchanged and uses up no minute. A link that was tracked before may have ended meanwhile.
    if (accepted) await dispatchRepository.changeSend(tx, key, { refillId: outcome.refillId });
    else if (!before.following) await dispatchRepository.changeSend(tx, key, { following: false });
    if (!accepted && !isLost) {
      await dispatchRepository.changeSend(tx, key, { refillRequestedAt: before.refillRequestedAt });
    }
    if (!accepted) {
      await requestsRepository.end(tx, id, isLost ? 'unknown' : 'refused', outcome);
    } else if (outcome.refillId === null) {
      await requestsRepository.end(tx, id, 'unknown', sentenceOf(storeMessage('refill_without_id')));
    } else {
      await requestsRepository.accept(tx, id, outcome.refillId);
    }
    // Without a result, an admin decides.
    const became = { accepted: 'refilling', refused: 'refused', failed: null } as const;
    const state = became[outcome.outcome];
    if (order && state) await settleDropReport(ctx, tx, order, key.position, state);
    const details = { position: key.position, outcome: outcome.outcome };
    await ctx.audit.record(tx, {
      actor: by.actor,
      action: 'dispatch.refill',
      subject: request.orderId,
      details,
    });
    ctx.live.announce(tx, 'order-update');
  });
  if (outcome.outcome === 'accepted') return { refillId: outcome.refillId };
  throw notAccepted(outcome);
}

/** The row of a link that was sent as this provider order. Throws provider_order_not_found. */
export async function lockLink(
  tx: Tx,
  order: OrderRow,
  { postLink, providerOrderId }: LinkRequest,
): Promise<DispatchRow> {
  const position = order.postLinks.indexOf(postLink.trim());
  const link = position < 0 ? null : await dispatchRepository.lockSend(tx, { orderId: order.id, position });
  if (!link || link.providerOrderId !== providerOrderId) throw new StoreError('provider_order_not_found');
  return link;
}

/** The refusal of a request that the provider did not accept, in its words. */
export function notAccepted(end: { outcome: string } & Sentence): StoreError {
  return new StoreError(end.outcome === 'refused' ? 'provider_refused' : 'provider_unavailable', {
    reason: storeMessage('peer_words', { words: wordsOf(end) }),
  });
}

async function claimRefill(ctx: StoreContext, request: LinkRequest, by: Actor) {
  const { orderId } = request;
  try {
    return await ctx.database.transaction(async (tx) => {
      const order = await ordersRepository.lockVisible(tx, orderId);
      const before = await lockLink(tx, order, request);
      const { position } = before;
      await assertNotHeld(tx, before, orderTitle(order));
      if (before.shortfall === 'refunded') throw new StoreError('conflict', { reason: 'shortfall_refunded' });
      if (await refundsRepository.hasOpenRefund(tx, orderId)) {
        throw new StoreError('conflict', { reason: 'refund_in_progress' });
      }
      const wait = await dispatchRepository.secondsUntilRefill(tx, before, secondsBetween);
      if (wait > 0) throw new StoreError('rate_limited', { reason: 'refill_too_soon', retryAfterSeconds: wait });
      const id = ctx.ids.uuid();
      await requestsRepository.endStale(tx, before, 'refill', staleRefillHours);
      await requestsRepository.open(tx, { id, orderId, position, kind: 'refill', requestedBy: by.name });
      await dispatchRepository.changeSend(tx, before, {
        refillRequestedAt: ctx.database.now(),
        following: true,
        misses: 0,
      });
      return { id, key: { orderId, position }, before };
    });
  } catch (error) {
    if (violatedConstraint(error) === 'dispatches_one_active_per_link') throw new StoreError('same_link_active');
    if (violatedConstraint(error) === 'delivery_requests_one_open') {
      throw new StoreError('conflict', { reason: 'refill_requested' });
    }
    throw error;
  }
}
