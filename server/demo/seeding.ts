// `npm run seed` with a known target: checks the owner of the database, migrates it, fills it, and reports progress.
import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { type Database, openDatabase } from '../database/database.ts';
import { migrateDatabase } from '../database/migrate.ts';
import * as analyticsRepository from '../modules/analytics/analytics.repository.ts';
import { orderDays, revenueDays, sourceDays } from '../modules/analytics/analytics.schema.ts';
import * as customersRepository from '../modules/customers/customers.repository.ts';
import { customers } from '../modules/customers/customers.schema.ts';
import * as deliveryMarksRepository from '../modules/dispatch/delivery-marks.repository.ts';
import { deliveryMarks, deliveryTimes } from '../modules/dispatch/delivery-marks.schema.ts';
import { dispatches } from '../modules/dispatch/dispatch.schema.ts';
import * as financeDaysRepository from '../modules/finances/finance-days.repository.ts';
import { financeDays, financeSources } from '../modules/finances/finance-days.schema.ts';
import * as taxDaysRepository from '../modules/finances/tax-days.repository.ts';
import { taxDays } from '../modules/finances/tax-days.schema.ts';
import { orders } from '../modules/orders/orders.schema.ts';
import { visitHours, visitMachines, visitNames, visitPlaces } from '../modules/visitors/visitors.schema.ts';
import * as visitsRepository from '../modules/visitors/visits.repository.ts';
import { systemClock } from '../platform/clock.ts';
import { fillInBulk } from './bulk.ts';
import { SeedRefusal, type SeedRequest } from './seed-request.ts';

/**
 * Fills the database; `say` gets one line at a time. Throws SeedRefusal for the database of a live store, which stays
 * unchanged.
 */
export async function seedDatabase(deps: {
  request: SeedRequest;
  connection: pg.ClientConfig;
  rootDir: string;
  say: (line: string) => void;
}): Promise<void> {
  const { connection, rootDir, say } = deps;
  const { orderCount, visitCount, seed = randomInt(2 ** 47) } = deps.request;
  const startedMs = performance.now();
  const elapsed = () => `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
  await refuseLive(connection);
  await migrateDatabase(connection, rootDir, 'sandbox');
  say(`Filling with ${orderCount} orders and ${visitCount} visits, seed ${seed}.`);
  const database = openDatabase({ connection, poolSize: 2, answerWithinMs: null });
  let printedMs = performance.now();
  const progress = (what: string, done: number, total: number) => {
    if (done < total && performance.now() - printedMs < 2_000) return;
    printedMs = performance.now();
    say(`${what}: ${done} of ${total}, ${elapsed()}`);
  };
  await fillInBulk({ database, clock: systemClock, orderCount, visitCount, seed, progress })
    .then(() => addDeliveryHistory(database))
    .then(() => takeUpFigures(database))
    .finally(() => database.close());
  say(`Done in ${elapsed()}.`);
}

// Roll-ups of the new rows, so that the first dashboard is complete.
async function takeUpFigures(database: Database): Promise<void> {
  await analyticsRepository.fold(database);
  await financeDaysRepository.fold(database);
  await taxDaysRepository.fold(database);
  await customersRepository.fold(database);
  await visitsRepository.rebuild(database);
  for (const table of [
    customers,
    orderDays,
    revenueDays,
    sourceDays,
    financeDays,
    financeSources,
    taxDays,
    visitHours,
    visitPlaces,
    visitMachines,
    visitNames,
  ])
    await database.db.execute(sql`vacuum (analyze) ${table}`);
}

// Before anything is migrated: a live store's database is not touched at all.
async function refuseLive(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ known: boolean }>("select to_regclass('store_meta') is not null as known");
    if (!rows[0]?.known) return;
    const meta = await client.query<{ mode: string }>('select mode from store_meta');
    if (meta.rows[0]?.mode !== 'live') return;
    throw new SeedRefusal('This database belongs to a live store: only the database of a sandbox store is filled.');
  } finally {
    await client.end();
  }
}

// The course of the invented deliveries: a mark for each quarter of an ended link, the times of its order, the histograms.
// Safe to repeat.
async function addDeliveryHistory(database: Database): Promise<void> {
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
