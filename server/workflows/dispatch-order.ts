// Sends one link to the provider, once: claim, call, record. Never repeats a call (provider rules 1, 2, 6).
import { sentenceOf } from '../../contract/sentences.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import { claimSeconds, claimStartSeconds } from '../modules/fulfilment/dispatch-state.ts';
import * as fulfilmentRepository from '../modules/fulfilment/fulfilment.repository.ts';
import type { PlaceOutcome } from '../modules/fulfilment/provider.ts';
import { canFailOver, summedUp } from '../modules/fulfilment/provider-failover.ts';
import type { Route } from '../modules/fulfilment/provider-registry.ts';
import type { Alerts } from '../ports/alerts.ts';
import type { Settings } from '../ports/settings.ts';
import { type ClaimDispatchDeps, createClaimDispatch, type DispatchRequest } from './claim-dispatch.ts';
import { createDispatchAlerts } from './dispatch-alerts.ts';
import {
  createRecordDispatchResult,
  type Dispatched,
  type RecordDispatchResultDeps,
} from './record-dispatch-result.ts';

export type DispatchDeps = Omit<ClaimDispatchDeps & RecordDispatchResultDeps, 'dispatchAlerts'> & {
  settings: Settings;
  /** The providers that accept new links, in order of use. */
  routes: () => Promise<Route[]>;
  /** False in live mode before the operator stated how delivery is made. */
  isOpen: () => Promise<boolean>;
  alerts: Alerts;
};

/** One code path for every send, by an admin or by a job. */
export function createDispatchOrder(deps: DispatchDeps) {
  const { database, alerts, audit, live } = deps;
  const dispatchAlerts = createDispatchAlerts({ alerts });
  const { claimDispatch, failOver } = createClaimDispatch({ ...deps, dispatchAlerts });
  const { record, recordWithRetry } = createRecordDispatchResult({ ...deps, dispatchAlerts });

  /**
   * Sends one link of a paid order with the quantity that the server computes. Returns the result and the row after it:
   * a refusal and a lost response are results, not errors. Throws order_not_found, invalid_input, not_paid,
   * sending_paused, already_sent, being_sent, outcome_unsettled, same_link_active, conflict.
   */
  async function dispatchLink(request: DispatchRequest): Promise<Dispatched & { outcome: PlaceOutcome }> {
    if (!(await deps.isOpen())) {
      throw new StoreError('conflict', { reason: 'store_not_open' });
    }
    // One reading for all: another provider's services have other numbers.
    const routes = await deps.routes();
    if (routes.length === 0) throw new StoreError('conflict', { reason: 'no_provider' });
    let claim = await claimDispatch(request, routes);
    for (;;) {
      if (!(await fulfilmentRepository.isFreshClaim(database.db, claim.claimId, claimStartSeconds))) {
        const problem = sentenceOf(storeMessage('send_never_began'));
        return record(claim, { outcome: 'unreachable', ...problem }, request.actor);
      }
      const { serviceId, link, quantity } = claim;
      const outcome = await claim.route.place({ serviceId, link, quantity });
      const next = canFailOver(outcome) ? await failOver(claim, outcome, request.actor) : null;
      if (!next) {
        return recordWithRetry(claim, summedUp(claim.refused, claim.route.settings.name, outcome), request.actor);
      }
      claim = next;
    }
  }

  /** Claims without an answer become unknown (5.3): run on a schedule. */
  async function expireClaims(): Promise<number> {
    return database.transaction(async (tx) => {
      const expired = await fulfilmentRepository.expireClaims(tx, claimSeconds);
      for (const row of expired) {
        await audit.record(tx, {
          actor: 'system',
          action: 'dispatch.unknown',
          subject: row.orderId,
          details: { position: row.position },
        });
        await dispatchAlerts.ofUnknown(tx, row);
      }
      if (expired.length > 0) live.announce(tx, 'order-update');
      return expired.length;
    });
  }

  return { dispatchLink, expireClaims };
}
