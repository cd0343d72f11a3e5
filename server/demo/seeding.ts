// `npm run seed` with a known target: checks the owner of the database, migrates it, fills it, and reports progress.
import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { type Database, openDatabase } from '../database/database.ts';
import { migrateDatabase } from '../database/migrate.ts';
import * as analyticsRepository from '../modules/analytics/analytics.repository.ts';
import { orderDays, revenueDays } from '../modules/analytics/analytics.schema.ts';
import * as customersRepository from '../modules/customers/customers.repository.ts';
import { customers } from '../modules/customers/customers.schema.ts';
import { visitHours, visitMachines, visitNames, visitPlaces } from '../modules/visitors/visitors.schema.ts';
import * as visitsRepository from '../modules/visitors/visits.repository.ts';
import { systemClock } from '../platform/clock.ts';
import { fillInBulk } from './bulk.ts';
import { addDeliveryHistory } from './delivery-history.ts';
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
  await customersRepository.fold(database);
  await visitsRepository.rebuild(database);
  for (const table of [customers, orderDays, revenueDays, visitHours, visitPlaces, visitMachines, visitNames])
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
