// Brings what changed since the last minute into the counts that lists and figures read.

import type { StoreContext } from '../context.ts';
import { purgeLimitCounts } from '../http/limit-counts.ts';
import * as analyticsRepository from '../modules/analytics/analytics.repository.ts';
import { countWrongSources } from '../modules/analytics/sources.repository.ts';
import * as customersRepository from '../modules/customers/customers.repository.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import * as cardDeclinesRepository from '../modules/payments/card-declines.repository.ts';
import * as visitsRepository from '../modules/visitors/visits.repository.ts';

/** Of visits from before their roll-up, in one run: some seconds. */
const mostVisitFolds = 60;

/** Run every minute. Safe to repeat. */
export async function foldCounts({ database }: StoreContext): Promise<void> {
  await ordersRepository.foldCounts(database.db);
  await analyticsRepository.fold(database);
  await customersRepository.fold(database);
  await visitsRepository.fold(database, mostVisitFolds);
}

/** Compares the totals by source with the orders, and rebuilds them where they differ. Run at night. */
export async function verifySources({ database, log }: StoreContext): Promise<void> {
  const wrong = await database.snapshot((tx) => countWrongSources(tx));
  if (wrong === 0) return;
  log.error({ wrong }, 'the totals by source differ from the orders: they are rebuilt');
  await analyticsRepository.rebuild(database);
}

/** Removes the counts of limits and of declined cards whose time is over. Run every minute. */
export async function purgeCounts({ database }: StoreContext): Promise<void> {
  await purgeLimitCounts(database.db);
  await cardDeclinesRepository.purgeOld(database.db);
}
