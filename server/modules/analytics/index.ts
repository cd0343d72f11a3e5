import { sql } from 'drizzle-orm';
import type { ModuleMetrics } from '../../ports/module-parts.ts';
import type { StoreModule } from '../../store-module.ts';
import { foldCounts, verifySources } from '../../workflows/fold-counts.ts';
import { analyticsRoutes } from './analytics.routes.ts';
import { orderDays, revenueDays } from './analytics.schema.ts';
import { purgeRefusals } from './losses.repository.ts';

// May fall when orders are deleted and money is refunded: no counters in the sense of Prometheus.
const analyticsMetrics: ModuleMetrics = {
  gauges: {
    applaud_orders_placed: { help: 'Visible orders ever placed.' },
    applaud_orders_paid: { help: 'Visible orders ever paid.' },
    applaud_payments: { help: 'Payments that stand, at least in part.' },
    applaud_revenue_dollars: { help: 'Captured or confirmed payments minus refunds.' },
  },
  query: () => sql`
    select o.*, r.* from
      (select coalesce(sum(placed), 0)::int as applaud_orders_placed, coalesce(sum(paid), 0)::int as applaud_orders_paid
        from ${orderDays}) o,
      (select coalesce(sum(payments), 0)::int as applaud_payments,
        (coalesce(sum(revenue_cents), 0) / 100.0)::float8 as applaud_revenue_dollars from ${revenueDays}) r`,
};

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    fold_counts: NoPayload;
    verify_sources: NoPayload;
  }
}

export const analytics = {
  routes: analyticsRoutes,
  jobs: {
    fold_counts: { run: foldCounts, schedule: '* * * * *' },
    // After the ledger was compared with the orders.
    verify_sources: { run: verifySources, schedule: '37 4 * * *' },
  },
  purge: ({ database }) => purgeRefusals(database.db),
  metrics: analyticsMetrics,
} satisfies StoreModule;
