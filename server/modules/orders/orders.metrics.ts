import { sql } from 'drizzle-orm';
import type { ModuleMetrics } from '../../ports/module-parts.ts';
import { orderCounts } from './orders.schema.ts';

export const ordersMetrics: ModuleMetrics = {
  gauges: { applaud_orders: { help: 'Visible orders, by status.', label: 'status' } },
  query: () => sql`
    select coalesce(json_object_agg(status, count), '{}') as applaud_orders from (
      select status, sum(count)::int as count from ${orderCounts} group by status) as counts`,
};
