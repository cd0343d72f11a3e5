// How a stored dispatch is written for those who may see it.
import type { z } from 'zod';
import type { adminProviderOrder, providerOrder } from '../../contract/fulfilment.ts';
import type { deliveryRequests, dispatches } from '../store/schema.ts';

export type DispatchRow = typeof dispatches.$inferSelect;
type RequestRow = typeof deliveryRequests.$inferSelect;
export type ProviderOrder = z.output<typeof providerOrder>;
export type AdminProviderOrder = z.output<typeof adminProviderOrder>;

/** What anyone may see who knows the order's id (DATA-6 and additions). */
export function providerOrderOf(row: DispatchRow, category: 'Likes' | 'Views'): ProviderOrder {
  return {
    api_order_id: row.providerOrderId,
    category,
    status: row.state,
    post_link: row.postLink,
    quantity: row.quantity,
    live_status: row.liveStatus,
    remains: row.remains,
    created_at: row.createdAt.toISOString(),
  };
}

/** What an admin sees beyond that. */
export function adminProviderOrderOf(row: DispatchRow, category: 'Likes' | 'Views'): AdminProviderOrder {
  return {
    ...providerOrderOf(row, category),
    error: row.error,
    hint: row.hint,
    refill_id: row.refillId,
    refill_requested_at: row.refillRequestedAt?.toISOString() ?? null,
  };
}

/** Newest first, as `rows` are. */
export function requestsOfLink(rows: readonly RequestRow[], position: number): AdminProviderOrder['requests'] {
  return rows
    .filter((row) => row.position === position)
    .map(({ kind, state, words, requestedBy, requestedAt, endedAt }) => ({
      ...{ kind, state, words, requested_by: requestedBy },
      requested_at: requestedAt.toISOString(),
      ended_at: endedAt?.toISOString() ?? null,
    }));
}
