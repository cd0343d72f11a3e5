// Brings what changed since the last minute into the counts that lists and figures read.

import type { StoreContext } from '../context.ts';
import { type Database, openDatabase, type Queryable } from '../database/database.ts';
import { purgeLimitCounts } from '../http/limit-counts.ts';
import * as analyticsRepository from '../modules/analytics/analytics.repository.ts';
import { countWrongSources } from '../modules/analytics/sources.repository.ts';
import * as customersRepository from '../modules/customers/customers.repository.ts';
import * as financeDaysRepository from '../modules/finances/finance-days.repository.ts';
import * as taxDaysRepository from '../modules/finances/tax-days.repository.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import * as cardDeclinesRepository from '../modules/payments/card-declines.repository.ts';
import * as visitsRepository from '../modules/visitors/visits.repository.ts';

/** Of visits from before their roll-up, in one run: some seconds. */
const mostVisitFolds = 60;

/** Run every minute. Safe to repeat. */
export async function foldCounts({ database }: Pick<StoreContext, 'database'>): Promise<void> {
  await ordersRepository.foldCounts(database.db);
  await foldOrderFigures(database);
  await customersRepository.fold(database);
  await visitsRepository.fold(database, mostVisitFolds);
}

/** The roll-ups by day of the orders. */
export async function foldOrderFigures(database: Database): Promise<void> {
  await analyticsRepository.fold(database);
  await financeDaysRepository.fold(database);
  await taxDaysRepository.fold(database);
}

/**
 * Compares the finances with the orders, and rebuilds them where they differ. The ledger is compared with the orders before.
 * Run at night.
 */
export async function verifyFinances(ctx: StoreContext): Promise<void> {
  await verify(ctx, 'finances', financeDaysRepository.countWrong, financeDaysRepository.rebuild);
  await verify(ctx, 'tax_days', taxDaysRepository.countWrong, taxDaysRepository.rebuild);
}

/** As `verifyFinances`, of the totals by source. */
export function verifySources(ctx: StoreContext): Promise<void> {
  return verify(ctx, 'sources', countWrongSources, analyticsRepository.rebuildSources);
}

// However many orders there are: on a connection of its own, which no limit ends.
async function verify(
  { connection, log }: StoreContext,
  part: string,
  countWrong: (at: Queryable) => Promise<number>,
  rebuild: (database: Database) => Promise<void>,
): Promise<void> {
  const database = openDatabase({ connection, poolSize: 1, answerWithinMs: null });
  try {
    const wrong = await database.snapshot((tx) => countWrong(tx));
    if (wrong === 0) return;
    log.error({ part, wrong }, 'figures differ from the orders: they are rebuilt');
    await rebuild(database);
  } finally {
    await database.close();
  }
}

/** Removes the counts of limits and of declined cards whose time is over. Run every minute. */
export async function purgeCounts({ database }: StoreContext): Promise<void> {
  await purgeLimitCounts(database.db);
  await cardDeclinesRepository.purgeOld(database.db);
}
