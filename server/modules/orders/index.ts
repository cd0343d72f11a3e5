import { sql } from 'drizzle-orm';
import type { ModuleMetrics } from '../../ports/module-parts.ts';
import type { StoreModule } from '../../store-module.ts';
import { sweepEndedOrders } from '../../workflows/finish-order.ts';
import { orderTimelineRoutes } from './order-timeline.routes.ts';
import { ordersActionItems } from './orders.action-items.ts';
import { ordersPrivacy } from './orders.privacy.ts';
import * as ordersRepository from './orders.repository.ts';
import { orderRoutes } from './orders.routes.ts';
import { orderCounts } from './orders.schema.ts';

const ordersMetrics: ModuleMetrics = {
  gauges: { applaud_orders: { help: 'Visible orders, by status.', label: 'status' } },
  query: () => sql`
    select coalesce(json_object_agg(status, count), '{}') as applaud_orders from (
      select status, sum(count)::int as count from ${orderCounts} group by status) as counts`,
};

/** Within these hours, a repeated request to place an order gets the same answer. */
const answersKeptHours = 48;

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    finish_orders: NoPayload;
  }
}

export const orders = {
  routes: { ...orderTimelineRoutes, ...orderRoutes },
  jobs: { finish_orders: { run: sweepEndedOrders, schedule: '23 * * * *' } },
  purge: ({ database }) => ordersRepository.purgeAnswers(database.db, answersKeptHours),
  actionItems: ordersActionItems,
  privacy: ordersPrivacy,
  metrics: ordersMetrics,
} satisfies StoreModule;
