// Sends one link to the provider, once, for an admin or a job: claim, call, record. Never repeats a call (provider rules 1, 2, 6).

import { isHiddenPost } from '../../contract/guarantee.ts';
import { orderTitle } from '../../contract/offers.ts';
import { partsOf } from '../../contract/provider-order-id.ts';
import { sentenceOf } from '../../contract/sentences.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import { isConnectionLoss, type Tx, violatedConstraint } from '../database/database.ts';
import * as deliveryMarksRepository from '../modules/dispatch/delivery-marks.repository.ts';
import type { DispatchChange } from '../modules/dispatch/dispatch.repository.ts';
import * as dispatchRepository from '../modules/dispatch/dispatch.repository.ts';
import type { DispatchRow } from '../modules/dispatch/dispatch-rows.ts';
import {
  canFailOver,
  claimSeconds,
  claimStartSeconds,
  dispatchTransitions,
  findAnswer,
  secondsUntilRetry,
  summedUp,
} from '../modules/dispatch/dispatch-state.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import { nextStatus } from '../modules/orders/order-state.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import { recordKeyRefused } from '../modules/providers/check-provider-health.ts';
import type { PlaceOutcome } from '../modules/providers/provider.ts';
import { readProviderRoutes } from '../modules/providers/provider-registry.ts';
import { sentenceColumns } from '../platform/sentence-columns.ts';
import { type Claim, claimDispatch, type DispatchRequest, dispatchReference, failOver } from './claim-dispatch.ts';
import { alertLateAnswer, alertRefusal, alertUnknownSend } from './dispatch-alerts.ts';
import { isLaunched } from './launch-store.ts';

/**
 * Sends one link of a paid order with the quantity that the server computes. Returns the result and the row after it:
 * a refusal and a lost response are results, not errors. Throws order_not_found, invalid_input, not_paid,
 * sending_paused, already_sent, being_sent, outcome_unsettled, same_link_active, conflict.
 */
export async function dispatchLink(
  ctx: StoreContext,
  request: DispatchRequest,
): Promise<Dispatched & { outcome: PlaceOutcome }> {
  if (!(await isLaunched(ctx))) throw new StoreError('conflict', { reason: 'store_not_open' });
  // One reading for all: another provider's services have other numbers.
  const routes = await readProviderRoutes(ctx);
  if (routes.length === 0) throw new StoreError('conflict', { reason: 'no_provider' });
  let claim = await claimDispatch(ctx, request, routes);
  for (;;) {
    const state = await dispatchRepository.checkClaim(ctx.database.db, claim.claimId, claimStartSeconds);
    if (state === 'late') {
      const problem = sentenceOf(storeMessage('send_never_began'));
      return recordSendResult(ctx, claim, { outcome: 'unreachable', ...problem }, request.actor);
    }
    const outcome = state === 'held' ? heldOutcome(claim) : await place(claim);
    if (outcome.outcome === 'refused' && outcome.reason === 'key') {
      await recordKeyRefused(ctx, claim.route.settings.id, outcome).catch(() => undefined);
    }
    const next = canFailOver(outcome) ? await failOver(ctx, claim, outcome, request.actor) : null;
    if (!next) {
      return recordWithRetry(ctx, claim, summedUp(claim.refused, claim.route.settings.name, outcome), request.actor);
    }
    claim = next;
  }
}

function place({ route, serviceId, link, quantity }: Claim): Promise<PlaceOutcome> {
  return route.place({ serviceId, link, quantity });
}

function heldOutcome({ order }: Claim): PlaceOutcome {
  const category = orderTitle(order);
  return { outcome: 'unreachable', ...sentenceOf(storeMessage('services_held', { category })) };
}

export type Dispatched = { dispatch: DispatchRow; category: OrderRow['category'] };

/** About ten seconds in all. */
const recordTries = 6;

/** The provider's response is worth money: recording is retried while the database is away; a final failure logs it. */
async function recordWithRetry(ctx: StoreContext, claim: Claim, outcome: PlaceOutcome, actor: string) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await recordSendResult(ctx, claim, outcome, actor);
    } catch (error) {
      if (violatedConstraint(error) === 'dispatches_provider_order')
        return recordSendResult(ctx, claim, takenId(outcome), actor);
      if (tries < recordTries && isConnectionLoss(error)) {
        await ctx.wait(tries * 500);
        continue;
      }
      const alert = { orderId: claim.order.id, position: claim.position, outcome };
      ctx.log.error(alert, 'what the provider answered could not be written down');
      throw error;
    }
  }
}

/** Recorded even when the claim was given up meanwhile: an id that arrives late is flagged, never lost. */
async function recordSendResult(
  ctx: StoreContext,
  claim: Claim,
  outcome: PlaceOutcome,
  actor: string,
): Promise<Dispatched & { outcome: PlaceOutcome }> {
  const { id: orderId, category } = claim.order;
  const dispatch = await ctx.database.transaction(async (tx) => {
    const order = await ordersRepository.lockOrder(tx, orderId);
    const row = await dispatchRepository.lockSend(tx, { orderId, position: claim.position });
    if (!order || !row) throw new Error('A claim lost its order.');
    if (row.claimId !== claim.claimId || (row.state !== 'sending' && row.state !== 'unknown')) {
      return alertLateAnswer(ctx, tx, claim.route.settings, row, outcome);
    }
    const changed = await dispatchRepository.changeSend(tx, row, buildChange(ctx, row, outcome, claim.automatic));
    const details = { position: claim.position, outcome: outcome.outcome };
    await ctx.audit.record(tx, { actor, action: `dispatch.${changed.state}`, subject: orderId, details });
    const isPlaced = outcome.outcome === 'placed' || outcome.outcome === 'unknown';
    if (!isPlaced) await ctx.spending.release(tx, dispatchReference(orderId, claim.position));
    if (changed.state === 'sent') await noteSent(ctx, tx, order);
    if (changed.state === 'unknown') await alertUnknownSend(ctx, tx, changed, findAnswer(outcome));
    if (claim.automatic && outcome.outcome === 'refused')
      await alertRefusal(ctx, tx, claim.route.settings, changed, outcome);
    if (isUnseen(changed)) {
      await ctx.outbox.postAgain(tx, { kind: 'post_hidden', orderId, recipient: order.customerEmail });
    }
    ctx.live.announce(tx, 'order-update');
    if (changed.state === 'failed' && outcome.outcome === 'refused')
      await deliveryMarksRepository.mark(tx, changed, { kind: 'refused' });
    return changed;
  });
  return { dispatch, category, outcome };
}

/** A link of the order is at its provider. The caller holds the order. */
export async function noteSent(ctx: StoreContext, tx: Tx, order: OrderRow): Promise<void> {
  const status = nextStatus(order.status, 'first_link_sent', order.statusByHand);
  await ordersRepository.changeOrder(tx, order.id, { status });
  const isFirst = await deliveryMarksRepository.noteSent(tx, order);
  if (isFirst && order.paymentStatus === 'paid') {
    await ctx.outbox.post(tx, { kind: 'delivery_started', orderId: order.id, recipient: order.customerEmail });
  }
}

function buildChange(ctx: StoreContext, row: DispatchRow, outcome: PlaceOutcome, automatic: boolean): DispatchChange {
  const change = changeBy(row, outcome);
  if (outcome.outcome === 'placed' || outcome.outcome === 'unknown') return { ...change, tries: 0 };
  const seconds = automatic && row.state === 'sending' ? secondsUntilRetry(outcome, row.tries) : null;
  if (seconds === null) return change;
  return {
    ...change,
    state: 'waiting',
    nextTryAt: dispatchRepository.later(ctx.database.db, seconds),
    tries: row.tries + 1,
  };
}

/** The provider cannot see the post, and the buyer can make it public. */
function isUnseen({ state, error }: DispatchRow): boolean {
  return (state === 'waiting' || state === 'failed') && isHiddenPost(error);
}

// Another link has this ID, for example of another panel with its own numbering: an admin must check.
function takenId(outcome: PlaceOutcome): PlaceOutcome {
  const id = outcome.outcome === 'placed' ? partsOf(outcome.providerOrderId).id : '';
  return { outcome: 'unknown', ...sentenceOf(storeMessage('order_id_taken', { id })) };
}

function changeBy(row: DispatchRow, outcome: PlaceOutcome): Partial<DispatchRow> {
  const event = { placed: 'placed', refused: 'refused', unreachable: 'refused', unknown: 'lost' } as const;
  const state = dispatchTransitions[row.state][event[outcome.outcome]];
  // A refusal that arrives after the claim was given up: the admin who resolves the link reads it.
  if (!state || state === 'none') return outcome.outcome === 'placed' ? {} : sentenceColumns('hint', outcome);
  if (outcome.outcome === 'placed') {
    const late = row.state === 'unknown' ? sentenceOf(storeMessage('answer_late')) : null;
    return {
      state,
      providerOrderId: outcome.providerOrderId,
      following: true,
      ...sentenceColumns('error', null),
      ...sentenceColumns('hint', late),
    } as Partial<DispatchRow>;
  }
  // Rule 6: right after a lost answer, a same-link error hints that the first call was accepted.
  const hint =
    outcome.outcome === 'refused' && outcome.reason === 'same_link'
      ? sentenceOf(storeMessage('earlier_send_possible'))
      : null;
  return { state, ...sentenceColumns('error', outcome), ...sentenceColumns('hint', hint) };
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
      await alertUnknownSend(ctx, tx, row, null);
    }
    if (expired.length > 0) ctx.live.announce(tx, 'order-update');
    return expired.length;
  });
}
