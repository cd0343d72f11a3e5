// The links of paid orders that are not at a provider: a subquery that other modules join like a table.
import { sql } from 'drizzle-orm';
import { placedDispatchStates } from '../../../contract/dispatch-status.ts';
import { endedStatuses } from '../../../contract/order-status.ts';
import { dispatches } from './fulfilment.schema.ts';
import { orders } from '../orders/orders.schema.ts';
import { sqlList } from '../../database/sql-list.ts';

/**
 * One row an order: `id`, `paid_at`, `links`, and the number of them that are `unsent`. Computed from the ledger, not
 * from the status.
 */
export const unsentLinks = sql`
  select o.id, o.paid_at, cardinality(o.post_links) as links, l.unsent
  from ${orders} o cross join lateral (
    select cardinality(o.post_links) - (select count(*) from ${dispatches} d
      where d.order_id = o.id and d.state in (${sqlList(placedDispatchStates)})) as unsent) l
  where o.deleted_at is null and o.delivery_state in ('to_send', 'sending') and o.payment_status = 'paid'
    and o.status not in (${sqlList(endedStatuses)}) and l.unsent > 0`;
