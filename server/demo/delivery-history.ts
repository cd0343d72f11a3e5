// The course of the invented deliveries of a bulk run: a mark for each quarter of a link, and the times of its order.
import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import * as deliveryMarksRepository from '../modules/dispatch/delivery-marks.repository.ts';
import { deliveryMarks, deliveryTimes } from '../modules/dispatch/delivery-marks.schema.ts';
import { dispatches } from '../modules/dispatch/dispatch.schema.ts';
import { orders } from '../modules/orders/orders.schema.ts';

/** Of all ended links without a mark, with the histograms. Safe to repeat. */
export async function addDeliveryHistory(database: Database): Promise<void> {
  const { db } = database;
  await db.execute(sql`
    insert into ${deliveryMarks} (order_id, position, kind, provider_id, service_id, quantity, provider_order_id, sent_at,
      marked_at, live_status, remains, begins, ends, charge)
    select d.order_id, d.position, 'status', d.provider_id, d.service_id, d.quantity, d.provider_order_id, d.claimed_at,
      d.claimed_at + (d.updated_at - d.claimed_at) * quarter / 4.0,
      case when quarter < 4 then 'In progress' else d.live_status end,
      case when quarter < 4 then d.quantity - (d.quantity - d.remains) * quarter / 4 else d.remains end,
      quarter = 1 and d.remains < d.quantity, quarter = 4, case when quarter = 4 then d.quantity * 0.0005 end
    from ${dispatches} d cross join generate_series(1, 4) as quarter
    where d.state = 'sent' and link_has_ended(d) and not exists (select from ${deliveryMarks} m
      where m.order_id = d.order_id and m.position = d.position)
    order by d.claimed_at`);
  await db.execute(sql`
    insert into ${deliveryTimes} (order_id, category, paid_at, began_at, completed_at)
    select o.id, o.category, o.paid_at, min(m.marked_at) filter (where m.begins),
      case when o.status = 'completed' then max(m.marked_at) end
    from ${orders} o join ${deliveryMarks} m on m.order_id = o.id
    where o.paid_at is not null
    group by o.id
    on conflict (order_id) do nothing`);
  for (const table of [deliveryMarks, deliveryTimes]) await db.execute(sql`vacuum (analyze) ${table}`);
  await deliveryMarksRepository.rebuild(database);
}
