// An admin resolves a send whose response was lost: placed under this ID, or not placed.

import { ownId } from '../../contract/provider-order-id.ts';
import { sentenceOf } from '../../contract/sentences.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import { violatedConstraint } from '../database/database.ts';
import * as dispatchRepository from '../modules/dispatch/dispatch.repository.ts';
import type { DispatchRow } from '../modules/dispatch/dispatch-rows.ts';
import { dispatchTransitions } from '../modules/dispatch/dispatch-state.ts';
import { positionOfLink } from '../modules/orders/order-rows.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import type { StatusAnswer } from '../modules/providers/provider.ts';
import { readProviderRegistry } from '../modules/providers/provider-registry.ts';
import { sentenceColumns } from '../platform/sentence-columns.ts';
import { ExternalError } from '../ports/external-error.ts';
import { dispatchReference } from './claim-dispatch.ts';
import { type Dispatched, noteSent } from './dispatch-order.ts';

const notVerified = sentenceOf(storeMessage('order_id_unverified'));

type ResolveSendInput = {
  orderId: string;
  postLink: string;
  outcome: 'placed' | 'not_placed';
  providerOrderId?: string | undefined;
};

/**
 * Throws order_not_found, invalid_input (no ID, or an impossible one), conflict (nothing to resolve, the ID is in use,
 * or the provider has no such order).
 */
export async function resolveSend(ctx: StoreContext, request: ResolveSendInput, adminId: string): Promise<Dispatched> {
  const { orderId, postLink, outcome, providerOrderId } = request;
  if (outcome === 'placed' && !providerOrderId) {
    throw new StoreError('invalid_input', { field: 'apiOrderId', reason: 'order_id_missing' });
  }
  const isVerified = outcome === 'placed' ? await verifyBefore(ctx, orderId, postLink, providerOrderId ?? '') : null;
  try {
    return await ctx.database.transaction(async (tx) => {
      const order = await ordersRepository.lockOrder(tx, orderId);
      // Includes deleted orders: every send must come to an end.
      if (!order) throw new StoreError('order_not_found');
      const position = positionOfLink(order, postLink);
      const before = await dispatchRepository.lockSend(tx, { orderId, position });
      const event = outcome === 'placed' ? 'settled_placed' : 'settled_not_placed';
      const state = before && stateAfter(before, event);
      if (!before || !state) throw new StoreError('conflict', { reason: 'outcome_not_unknown' });
      const change =
        outcome === 'placed'
          ? {
              state,
              providerOrderId: ownId(before.providerId, providerOrderId ?? ''),
              following: true,
              misses: 0,
              settledByHand: true,
              ...sentenceColumns('error', null),
              ...sentenceColumns('hint', isVerified === false ? notVerified : null),
            }
          : {
              state,
              providerOrderId: null,
              following: false,
              settledByHand: true,
              ...sentenceColumns('error', sentenceOf(storeMessage('send_not_placed'))),
              ...sentenceColumns('hint', null),
            };
      const dispatch = await dispatchRepository.changeSend(tx, before, change);
      if (outcome === 'not_placed') await ctx.spending.release(tx, dispatchReference(orderId, before.position));
      if (outcome === 'placed') await noteSent(ctx, tx, order);
      const details = {
        position,
        outcome,
        providerOrderId: providerOrderId ?? null,
        ...(isVerified === null ? {} : { verified: isVerified }),
      };
      await ctx.audit.record(tx, { actor: `admin:${adminId}`, action: 'dispatch.settled', subject: orderId, details });
      ctx.live.announce(tx, 'order-update');
      return { dispatch, category: order.category };
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'dispatches_provider_order') throw error;
    throw new StoreError('conflict', { reason: 'order_id_of_other_link' });
  }
}

// Outside the transaction, so that no row is locked during the request. The transaction checks again.
async function verifyBefore(
  ctx: StoreContext,
  orderId: string,
  postLink: string,
  typedId: string,
): Promise<boolean | null> {
  const rows = await dispatchRepository.listSends(ctx.database.db, [orderId]);
  const row = rows.find((each) => each.postLink.trim() === postLink.trim());
  if (!row || stateAfter(row, 'settled_placed') === null) return null;
  return verifyProviderOrderId(ctx, row, typedId);
}

/** Checks in a row in which the provider did not return the link: about an hour. */
const deniedOften = 6;

// Also corrects an ID that an admin entered, once the provider reported it as unknown.
function stateAfter(row: DispatchRow, event: 'settled_placed' | 'settled_not_placed'): 'sent' | 'failed' | null {
  const isDenied = row.state === 'sent' && row.liveStatus === null && row.error !== null;
  if (isDenied && (row.settledByHand || row.misses >= deniedOften)) {
    return event === 'settled_placed' ? 'sent' : 'failed';
  }
  const state = dispatchTransitions[row.state][event];
  return state === 'sent' || state === 'failed' ? state : null;
}

/**
 * Makes one status call. False when the provider was unavailable. Throws invalid_input for an impossible ID, conflict for
 * one that the provider does not have.
 */
async function verifyProviderOrderId(ctx: StoreContext, row: DispatchRow, typedId: string): Promise<boolean> {
  const answer = await findStatus(ctx, ownId(row.providerId, typedId));
  if (answer !== 'not_asked') {
    if (answer?.outcome === 'known') return true;
    const reason = storeMessage('order_id_unknown', { orderId: typedId, words: answer?.text ?? null });
    throw new StoreError('conflict', { reason });
  }
  // The provider is unavailable: only the form of its other IDs shows whether this one is possible.
  const known = await dispatchRepository.lastOrderIds(ctx.database.db, row);
  if (known.length > 0 && known.every(isNumber) && !isNumber(typedId)) {
    throw new StoreError('invalid_input', { field: 'apiOrderId', reason: 'order_id_not_number' });
  }
  return false;
}

async function findStatus(ctx: StoreContext, id: string): Promise<StatusAnswer | undefined | 'not_asked'> {
  const activeProvider = await readProviderRegistry(ctx);
  if (!activeProvider) return 'not_asked';
  try {
    return (await activeProvider.statuses([id])).get(id);
  } catch (error) {
    if (error instanceof ExternalError) return 'not_asked';
    throw error;
  }
}

function isNumber(id: string): boolean {
  return /^\d+$/.test(id);
}
