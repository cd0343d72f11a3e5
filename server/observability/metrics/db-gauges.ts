// Gauges from the database, the same on every process: jobs, emails, orders, money. One query over roll-ups and short
// lists, never over all orders.
import { sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../database/database.ts';
import { orderDays, revenueDays } from '../../modules/analytics/analytics.schema.ts';
import { mails } from '../../modules/email/email.schema.ts';
import { orderCounts } from '../../modules/orders/orders.schema.ts';
import { withinTime } from '../../platform/within-time.ts';

export type DbGauges = {
  jobsDue: number;
  jobsRunning: number;
  jobsLater: number;
  jobsFailing: number;
  jobsGivenUp: number;
  /** How long the oldest due job has waited; 0 without one. */
  jobsOldestDueSeconds: number;
  mailsWaiting: number;
  mailsFailed: number;
  ordersPlaced: number;
  ordersPaid: number;
  payments: number;
  revenueCents: number;
  /** Visible orders by status. */
  orders: Record<string, number>;
};

type Gauges = ReturnType<typeof dbGauges>;

const longestWaitMs = 3_000;

export function createDbGauges({ db, now }: Pick<Database, 'db' | 'now'>): () => Promise<DbGauges> {
  return () =>
    withinTime(longestWaitMs, queryGauges(db, now), () => {
      throw new Error('The database did not answer in time.');
    });
}

export function dbGauges(registers: Registry[]) {
  const gauge = <T extends string>(name: string, help: string, labelNames: readonly T[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  return {
    up: gauge('applaud_database_up', '1 if the database returned the gauges that depend on it.'),
    jobs: gauge('applaud_jobs', 'Jobs of all processes, by state.', ['state']),
    oldestDue: gauge('applaud_jobs_oldest_due_seconds', 'How long the oldest due job has waited.'),
    mails: gauge('applaud_mails', 'Emails that were not sent, by state.', ['state']),
    orders: gauge('applaud_orders', 'Visible orders, by status.', ['status']),
    // May fall when orders are deleted and money is given back: no counters in the sense of Prometheus.
    placed: gauge('applaud_orders_placed', 'Visible orders ever placed.'),
    paid: gauge('applaud_orders_paid', 'Visible orders ever paid.'),
    payments: gauge('applaud_payments', 'Payments that stand, at least in part.'),
    revenue: gauge('applaud_revenue_dollars', 'Captured or confirmed payments minus refunds.'),
  };
}

export function setGauges(gauges: Gauges, figures: DbGauges): void {
  gauges.up.set(1);
  gauges.jobs.set({ state: 'due' }, figures.jobsDue);
  gauges.jobs.set({ state: 'running' }, figures.jobsRunning);
  gauges.jobs.set({ state: 'later' }, figures.jobsLater);
  gauges.jobs.set({ state: 'failing' }, figures.jobsFailing);
  gauges.jobs.set({ state: 'given_up' }, figures.jobsGivenUp);
  gauges.oldestDue.set(figures.jobsOldestDueSeconds);
  gauges.mails.set({ state: 'waiting' }, figures.mailsWaiting);
  gauges.mails.set({ state: 'failed' }, figures.mailsFailed);
  gauges.orders.reset();
  for (const [status, count] of Object.entries(figures.orders)) gauges.orders.set({ status }, count);
  gauges.placed.set(figures.ordersPlaced);
  gauges.paid.set(figures.ordersPaid);
  gauges.payments.set(figures.payments);
  gauges.revenue.set(figures.revenueCents / 100);
}

/** Unavailable gauges are removed: an old value would look like a store without activity. */
export function clearFigures(gauges: Gauges): void {
  for (const gauge of [gauges.jobs, gauges.mails, gauges.orders]) gauge.reset();
  for (const gauge of [gauges.oldestDue, gauges.placed, gauges.paid, gauges.payments, gauges.revenue]) gauge.remove();
  gauges.up.set(0);
}

async function queryGauges(db: Database['db'], now: Database['now']): Promise<DbGauges> {
  const { rows } = await db.execute<DbGauges>(sql`
    select j.*, m.*, o.*, r.*,
      (select coalesce(json_object_agg(status, count), '{}') from (
        select status, sum(count)::int as count from ${orderCounts} group by status) as s) as orders
    from (select
        (count(*) filter (where alive and locked_at is null and run_at <= ${now()}))::int as "jobsDue",
        (count(*) filter (where locked_at is not null))::int as "jobsRunning",
        (count(*) filter (where alive and locked_at is null and run_at > ${now()}))::int as "jobsLater",
        (count(*) filter (where alive and attempts > 0 and last_error is not null))::int as "jobsFailing",
        (count(*) filter (where not alive and locked_at is null))::int as "jobsGivenUp",
        coalesce(greatest(0, extract(epoch from ${now()} - min(run_at) filter (
          where alive and locked_at is null and run_at <= ${now()}))), 0)::float8 as "jobsOldestDueSeconds"
      from (select *, attempts < max_attempts as alive from graphile_worker._private_jobs) as jobs) as j,
      (select (count(*) filter (where state <> 'failed'))::int as "mailsWaiting",
        (count(*) filter (where state = 'failed'))::int as "mailsFailed" from ${mails} where state <> 'sent') as m,
      (select coalesce(sum(placed), 0)::int as "ordersPlaced", coalesce(sum(paid), 0)::int as "ordersPaid"
        from ${orderDays}) as o,
      (select coalesce(sum(payments), 0)::int as payments, coalesce(sum(revenue_cents), 0)::bigint as "revenueCents"
        from ${revenueDays}) as r`);
  const [found] = rows;
  if (!found) throw new Error('A question without a table answers one row.');
  return found;
}
