// Checks an order ID that an admin typed at the provider, before a link is resolved with it.

import { ownId } from '../../contract/provider-order-id.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import * as dispatchRepository from '../modules/dispatch/dispatch.repository.ts';
import type { DispatchRow } from '../modules/dispatch/dispatch-rows.ts';
import type { StatusAnswer } from '../modules/providers/provider.ts';
import { readProviderRegistry } from '../modules/providers/provider-registry.ts';
import { ExternalError } from '../ports/external-error.ts';

/** False when the provider was unavailable. */
export type VerifyOrderIdResult = { isVerified: boolean };

/**
 * Makes one status call. Throws invalid_input for an impossible ID, conflict for one that the provider does not have.
 */
export async function verifyProviderOrderId(
  ctx: StoreContext,
  row: DispatchRow,
  typedId: string,
): Promise<VerifyOrderIdResult> {
  const answer = await findStatus(ctx, ownId(row.providerId, typedId));
  if (answer !== 'not_asked') {
    if (answer?.outcome === 'known') return { isVerified: true };
    const reason = storeMessage('order_id_unknown', { orderId: typedId, words: answer?.text ?? null });
    throw new StoreError('conflict', { reason });
  }
  // Without the provider's word only the look of its other ids is left.
  const known = await dispatchRepository.lastOrderIds(ctx.database.db, row);
  if (known.length > 0 && known.every(isNumber) && !isNumber(typedId)) {
    throw new StoreError('invalid_input', { field: 'apiOrderId', reason: 'order_id_not_number' });
  }
  return { isVerified: false };
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
