// Fills the empty database of a sandbox store with a shop that has been running for two months. Once, and all or nothing.
import { createHash, randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database, Tx } from '../database/database.ts';
import { storeMeta } from '../database/store.schema.ts';
import { dispatches } from '../modules/dispatch/dispatch.schema.ts';
import { orders } from '../modules/orders/orders.schema.ts';
import { paymentFees } from '../modules/payments/payment-fees.schema.ts';
import { paymentAttempts, paymentEvents } from '../modules/payments/payments.schema.ts';
import { alerts, auditLog } from '../modules/security/security.schema.ts';
import { visits } from '../modules/visitors/visitors.schema.ts';
import type { Clock } from '../platform/clock.ts';
import { moments } from './calendar.ts';
import type { Fate, Rows } from './demo-context.ts';
import { addDemoOrder, noRows } from './demo-order.ts';
import { buildEmail } from './demo-people.ts';
import { insertPayouts } from './payouts.ts';
import { createRandom, type Random, type Weighted } from './random.ts';
import { insertRows } from './rows.ts';
import { generateVisits } from './visits.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const orderDays = 60;
const visitDays = 30;
const usualOrders = 166;
const visitCount = 4_000;
const personCount = 112;
const firstProviderOrderId = 9_000_123;
const lockKey = createHash('sha256').update('applaud demo').digest().readInt32BE(0);

const usualFates: Weighted<Fate> = [
  ['delivered', 78],
  ['abandoned', 13],
  ['declined', 5],
  ['refilled', 4],
];

/** Action items for the operator: minutes since each order. */
const recent: readonly (readonly [minutesAgo: number, fate: Fate])[] = [
  [7_300, 'canceled'],
  [4_650, 'partial'],
  [3_050, 'refused'],
  [1_340, 'halfway'],
  [1_130, 'abandoned'],
  [860, 'halfway'],
  [610, 'unknown'],
  [540, 'halfway'],
  [410, 'abandoned'],
  [335, 'halfway'],
  [215, 'waiting'],
  [130, 'waiting'],
  [68, 'abandoned'],
  [41, 'waiting'],
];

/**
 * About 180 orders of the last 60 days and 4,000 visits of the last 30, none of them in the future. Returns false, and
 * changes nothing, when there is any order or the database belongs to a live store. Of several concurrent calls, one
 * fills. `random` makes it repeatable.
 */
export async function fillWithDemo(deps: { database: Database; clock: Clock; random?: Random }): Promise<boolean> {
  const { database, clock, random = createRandom(randomInt(2 ** 47)) } = deps;
  return database.transaction(async (tx) => {
    // Waits for another process that fills; its orders are visible then.
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
    if (!(await mayFill(tx))) return false;
    const now = clock.now();
    const rows = createDemoRows(random, now);
    await insertStories(tx, rows);
    const from = new Date(now.getTime() - visitDays * dayMs + hourMs);
    await insertRows(tx, visits, [...generateVisits(visitCount, from, now, random)]);
    // Makes the roll-ups of these visits.
    await tx.execute(sql`select rebuild_visits(visits_zone())`);
    await insertPayouts(tx, rows, random, now.getTime());
    return true;
  });
}

/** Writes orders and all that hangs on them. */
export async function insertStories(tx: Tx, rows: Rows): Promise<void> {
  await insertRows(tx, orders, rows.orders);
  await insertRows(tx, paymentAttempts, rows.attempts);
  await insertRows(tx, paymentFees, rows.fees);
  await insertRows(tx, paymentEvents, rows.events);
  await insertRows(tx, dispatches, rows.dispatches);
  await insertRows(tx, auditLog, rows.audit);
  await insertRows(tx, alerts, rows.alerts);
}

async function mayFill(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ may: boolean }>(sql`
    select not exists (select from ${orders})
      and not exists (select from ${storeMeta} where ${storeMeta.mode} = 'live') as may
  `);
  return rows[0]?.may === true;
}

function createDemoRows(random: Random, now: Date): Rows {
  const nowMs = now.getTime();
  const rows = noRows();
  let lastProviderOrderId = firstProviderOrderId;
  const nextProviderOrderId = () => {
    lastProviderOrderId += random.whole(1, 40);
    return String(lastProviderOrderId);
  };
  const context = { random, nowMs, nextProviderOrderId, rows };
  const usual = [...moments(usualOrders, new Date(nowMs - orderDays * dayMs), now, random)].map((createdAt) => ({
    createdAt,
    fate: random.weighted(usualFates),
  }));
  const arranged = recent.map(([minutesAgo, fate]) => ({
    createdAt: new Date(nowMs - minutesAgo * minuteMs - random.whole(0, minuteMs)),
    fate,
  }));
  const all = [...usual, ...arranged].sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  for (const { createdAt, fate } of all) addDemoOrder(context, buildEmail(drawPerson(random)), createdAt, fate);
  return rows;
}

// Most buy once; a few come again and again.
function drawPerson(random: Random): number {
  return Math.floor(personCount * random.fraction() ** 1.8);
}
