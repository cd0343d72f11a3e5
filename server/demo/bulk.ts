// Demo data in any size, for measurements: written in batches, so that memory use stays small.
import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { dispatches } from '../modules/dispatch/dispatch.schema.ts';
import { orders } from '../modules/orders/orders.schema.ts';
import { paymentAttempts, paymentEvents } from '../modules/payments/payments.schema.ts';
import { alerts } from '../modules/security/security.schema.ts';
import { visits } from '../modules/visitors/visitors.schema.ts';
import type { Clock } from '../platform/clock.ts';
import { moments } from './calendar.ts';
import { insertStories } from './demo.ts';
import type { Fate } from './demo-context.ts';
import { addDemoOrder, noRows } from './demo-order.ts';
import { buildEmail } from './demo-people.ts';
import { createRandom, type Random, type Weighted } from './random.ts';
import { insertRows } from './rows.ts';
import { generateVisits, type VisitRow } from './visits.ts';

export type BulkOptions = {
  database: Database;
  clock: Clock;
  orderCount: number;
  visitCount: number;
  seed: number;
  /** Called with the progress from time to time. */
  progress(what: 'orders' | 'visits', done: number, total: number): void;
};

const dayMs = 86_400_000;
const orderDays = 365;
const visitDays = 30;
const orderBatch = 4_000;
const visitBatch = 10_000;
const writers = 2;

const fates: Weighted<Fate> = [
  ['delivered', 77],
  ['abandoned', 13],
  ['declined', 5],
  ['refilled', 3],
  ['partial', 0.9],
  ['canceled', 0.6],
  ['refused', 0.4],
  ['waiting', 0.06],
  ['unknown', 0.04],
];

/**
 * Adds orders of the last year and visits of the last 30 days. Each batch is complete; the same seed on the same
 * database adds the same data. Not for a database in use.
 */
export async function fillInBulk(deps: BulkOptions): Promise<void> {
  const { database, clock, orderCount, visitCount, seed } = deps;
  const nowMs = clock.now().getTime();
  const present = await whatIsThere(database);
  const random = createRandom(seed, present.orderCount + present.visitCount);
  const bulk = { ...deps, nowMs, random, lastProviderOrderId: present.lastProviderOrderId };
  await inTurns(
    orderBatches(bulk),
    (rows) =>
      database.transaction(async (tx) => {
        // The search index is updated once, at the end; after a killed run the server does it.
        await tx.execute(sql`set local gin_pending_list_limit = '2GB'`);
        // The audit stays out: no list and no number is read from it.
        await insertStories(tx, { ...rows, audit: [] });
      }),
    (done) => deps.progress('orders', Math.min(done * orderBatch, orderCount), orderCount),
  );
  await inTurns(
    visitBatches(bulk),
    (rows) => database.transaction((tx) => insertRows(tx, visits, rows)),
    (done) => deps.progress('visits', Math.min(done * visitBatch, visitCount), visitCount),
  );
  // Statistics and visibility maps as after a year of operation.
  for (const table of [orders, paymentAttempts, paymentEvents, dispatches, alerts, visits]) {
    await database.db.execute(sql`vacuum (analyze) ${table}`);
  }
}

async function whatIsThere(database: Database) {
  const { rows } = await database.db.execute<{ orders: number; visits: number; last: number }>(sql`
    select (select count(*) from ${orders}) as orders, (select count(*) from ${visits}) as visits,
      (select coalesce(max(${dispatches.providerOrderId}::bigint), 9000123) from ${dispatches}
        where ${dispatches.providerOrderId} ~ '^[1-9][0-9]{6,11}$') as last
  `);
  const [found] = rows;
  return {
    orderCount: found?.orders ?? 0,
    visitCount: found?.visits ?? 0,
    lastProviderOrderId: Math.max(found?.last ?? 0, 9_000_123),
  };
}

type Bulk = BulkOptions & { nowMs: number; random: Random; lastProviderOrderId: number };

function* orderBatches({ random, nowMs, orderCount, lastProviderOrderId }: Bulk) {
  const personCount = Math.max(1, Math.round(orderCount * 0.55));
  let last = lastProviderOrderId;
  const nextProviderOrderId = () => String(++last);
  let rows = noRows();
  for (const createdAt of moments(orderCount, new Date(nowMs - orderDays * dayMs), new Date(nowMs), random)) {
    const email = buildEmail(Math.floor(personCount * random.fraction() ** 1.8));
    addDemoOrder({ random, nowMs, nextProviderOrderId, rows }, email, createdAt, random.weighted(fates));
    if (rows.orders.length < orderBatch) continue;
    yield rows;
    rows = noRows();
  }
  if (rows.orders.length > 0) yield rows;
}

function* visitBatches({ random, nowMs, visitCount }: Bulk): Generator<VisitRow[]> {
  let rows: VisitRow[] = [];
  for (const visit of generateVisits(visitCount, new Date(nowMs - visitDays * dayMs), new Date(nowMs), random)) {
    rows.push(visit);
    if (rows.length < visitBatch) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

// While the database writes some batches, the next is made: no more than `writers` and one are held.
async function inTurns<T>(
  batches: Iterable<T>,
  write: (batch: T) => Promise<void>,
  onProgress: (written: number) => void,
): Promise<void> {
  const writing = new Set<Promise<void>>();
  let written = 0;
  for (const batch of batches) {
    if (writing.size >= writers) await Promise.race(writing);
    const turn = write(batch).then(() => {
      writing.delete(turn);
      written += 1;
      onProgress(written);
    });
    writing.add(turn);
    // A failure is seen at the next turn, or at the end.
    turn.catch(() => {});
    // Lets the query leave before the next batch takes the processor.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(writing);
}
