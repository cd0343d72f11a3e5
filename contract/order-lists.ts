// Saved views of the order list, the sizes of its queues, and its CSV export.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { orderFilterNames } from './order-filter.ts';
import { orderFilter } from './orders.ts';
import { byId, success } from './shared-schemas.ts';
import { nameInput } from './text-inputs.ts';

/** The URL parameters of the list: filter names and values. */
const savedFilter = z.partialRecord(z.enum(orderFilterNames), z.string().max(254));

const orderView = z.object({ id: z.string(), name: z.string(), filter: savedFilter, saved_by: z.string() });

/** Maximum number of saved views. */
export const mostOrderViews = 50;

/** Views are shared by all admins; sorted by name. */
export const listOrderViews = endpoint('GET /api/admin/order-views', {
  role: 'viewer',
  summary: 'Lists the saved views of the order list.',
  output: z.array(orderView),
});

/** An existing name gets the new filter. Throws `conflict` at `mostOrderViews`. */
export const saveOrderView = endpoint('POST /api/admin/order-views', {
  role: 'support',
  stepUp: { neverBecause: 'a filter moves no money and reaches nobody' },
  summary: 'Saves a view of the order list under a name.',
  input: { body: z.object({ name: nameInput(60), filter: savedFilter }) },
  output: orderView,
  errors: ['invalid_input', 'conflict'],
});

export const deleteOrderView = endpoint('DELETE /api/admin/order-views/{id}', {
  role: 'support',
  stepUp: { neverBecause: 'a filter moves no money and reaches nobody' },
  summary: 'Deletes a saved view.',
  input: { params: byId },
  output: success,
  errors: ['not_found'],
});

/** The number of orders in each queue, up to `countedAtMost` of `list-limits.ts`; `all` is exact. */
export const countOrders = endpoint('GET /api/admin/order-counts', {
  role: 'viewer',
  summary: 'Counts the orders of each queue.',
  output: z.object({
    all: z.number(),
    to_send: z.number(),
    in_delivery: z.number(),
    problems: z.number(),
    done: z.number(),
    unpaid: z.number(),
  }),
});

/**
 * Returns a URL of this store, valid for one minute and this session. A GET streams the list as CSV: all orders of the
 * filter in its order, or only those in `ids`.
 */
export const exportOrders = endpoint('POST /api/admin/orders/export', {
  role: 'manager',
  stepUp: true,
  summary: 'Creates a download link for a list of orders as CSV.',
  input: { body: orderFilter.extend({ ids: z.array(z.string().max(12)).min(1).max(500).optional() }) },
  output: z.object({ path: z.string() }),
  errors: ['invalid_input'],
});
