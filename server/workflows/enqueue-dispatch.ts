import type { StoreContext } from '../context.ts';
import type { Queryable } from '../database/database.ts';

/**
 * Enqueues the automatic send of what is open of an order (`dispatchOrder`), in the caller's transaction. Calls that wait
 * become one.
 */
export async function enqueueDispatch({ jobs }: StoreContext, at: Queryable, orderId: string): Promise<void> {
  await jobs.enqueue(at, 'dispatch_order', { orderId }, { key: `dispatch ${orderId}` });
}
