// Gauges from the database, the same on every process: jobs, emails, orders, money. One query over roll-ups and short
// lists, never over all orders.
import { sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import { type Database, onlyRow } from '../../database/database.ts';
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

const longestWaitMs = 3_000;

/** Throws where the database does not return them in time. */
export function readDbGauges({ db, now }: Pick<Database, 'db' | 'now'>): Promise<DbGauges> {
  return withinTime(longestWaitMs, queryGauges(db, now), () => {
    throw new Error('The database did not answer in time.');
  });
}

/** Returns the function that sets them. Null removes them: an old value would look like a store without activity. */
export function createDbGauges(registers: Registry[]): (figures: DbGauges | null) => void {
  const gauge = <T extends string>(name: string, help: string, labelNames: readonly T[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const up = gauge('applaud_database_up', '1 if the database returned the gauges that depend on it.');
  const jobs = gauge('applaud_jobs', 'Jobs of all processes, by state.', ['state']);
  const mails = gauge('applaud_mails', 'Emails that were not sent, by state.', ['state']);
  const orders = gauge('applaud_orders', 'Visible orders, by status.', ['status']);
  const oldestDue = gauge('applaud_jobs_oldest_due_seconds', 'How long the oldest due job has waited.');
  // May fall when orders are deleted and money is given back: no counters in the sense of Prometheus.
  const placed = gauge('applaud_orders_placed', 'Visible orders ever placed.');
  const paid = gauge('applaud_orders_paid', 'Visible orders ever paid.');
  const payments = gauge('applaud_payments', 'Payments that stand, at least in part.');
  const revenue = gauge('applaud_revenue_dollars', 'Captured or confirmed payments minus refunds.');
  return (figures) => {
    for (const one of [jobs, mails, orders]) one.reset();
    up.set(figures ? 1 : 0);
    if (figures === null) {
      for (const one of [oldestDue, placed, paid, payments, revenue]) one.remove();
      return;
    }
    jobs.set({ state: 'due' }, figures.jobsDue);
    jobs.set({ state: 'running' }, figures.jobsRunning);
    jobs.set({ state: 'later' }, figures.jobsLater);
    jobs.set({ state: 'failing' }, figures.jobsFailing);
    jobs.set({ state: 'given_up' }, figures.jobsGivenUp);
    oldestDue.set(figures.jobsOldestDueSeconds);
    mails.set({ state: 'waiting' }, figures.mailsWaiting);
    mails.set({ state: 'failed' }, figures.mailsFailed);
    for (const [status, count] of Object.entries(figures.orders)) orders.set({ status }, count);
    placed.set(figures.ordersPlaced);
    paid.set(figures.ordersPaid);
    payments.set(figures.payments);
    revenue.set(figures.revenueCents / 100);
  };
}

async function queryGauges(db: Database['db'], now: Database['now']): Promise<DbGauges> {
  const gauges = await db.execute<DbGauges>(sql`
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
  return onlyRow(gauges);
}
