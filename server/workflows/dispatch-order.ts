// Sends one link to the provider, once, for an admin or a job: claim, call, record. Never repeats a call (provider rules 1, 2, 6).

import { sentenceOf } from '../../contract/sentences.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import * as dispatchRepository from '../modules/dispatch/dispatch.repository.ts';
import { canFailOver, claimSeconds, claimStartSeconds, summedUp } from '../modules/dispatch/dispatch-state.ts';
import type { PlaceOutcome } from '../modules/providers/provider.ts';
import { readProviderRoutes } from '../modules/providers/provider-registry.ts';
import { claimDispatch, type DispatchRequest, failOver } from './claim-dispatch.ts';
import { alertUnknownSend } from './dispatch-alerts.ts';
import { isStoreOpen } from './launch-store.ts';
import { type Dispatched, recordDispatchResult, recordWithRetry } from './record-dispatch-result.ts';

/**
 * Sends one link of a paid order with the quantity that the server computes. Returns the result and the row after it:
 * a refusal and a lost response are results, not errors. Throws order_not_found, invalid_input, not_paid,
 * sending_paused, already_sent, being_sent, outcome_unsettled, same_link_active, conflict.
 */
export async function dispatchLink(
  ctx: StoreContext,
  request: DispatchRequest,
): Promise<Dispatched & { outcome: PlaceOutcome }> {
  if (!(await isStoreOpen(ctx))) {
    throw new StoreError('conflict', { reason: 'store_not_open' });
  }
  // One reading for all: another provider's services have other numbers.
  const routes = await readProviderRoutes(ctx);
  if (routes.length === 0) throw new StoreError('conflict', { reason: 'no_provider' });
  let claim = await claimDispatch(ctx, request, routes);
  for (;;) {
    if (!(await dispatchRepository.isFreshClaim(ctx.database.db, claim.claimId, claimStartSeconds))) {
      const problem = sentenceOf(storeMessage('send_never_began'));
      return recordDispatchResult(ctx, claim, { outcome: 'unreachable', ...problem }, request.actor);
    }
    const { serviceId, link, quantity } = claim;
    const outcome = await claim.route.place({ serviceId, link, quantity });
    const next = canFailOver(outcome) ? await failOver(ctx, claim, outcome, request.actor) : null;
    if (!next) {
      return recordWithRetry(ctx, claim, summedUp(claim.refused, claim.route.settings.name, outcome), request.actor);
    }
    claim = next;
  }
}

/** Claims without an answer become unknown (5.3): run on a schedule. */
export async function expireClaims(ctx: StoreContext): Promise<number> {
  return ctx.database.transaction(async (tx) => {
    const expired = await dispatchRepository.expireClaims(tx, claimSeconds);
    for (const row of expired) {
      await ctx.audit.record(tx, {
        actor: 'system',
        action: 'dispatch.unknown',
        subject: row.orderId,
        details: { position: row.position },
      });
      await alertUnknownSend(ctx, tx, row);
    }
    if (expired.length > 0) ctx.live.announce(tx, 'order-update');
    return expired.length;
  });
}
