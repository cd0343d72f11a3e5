import type { StoreContext } from '../context.ts';
import { purgeLimitCounts } from '../http/limit-counts.ts';
import * as cardDeclinesRepository from '../modules/payments/card-declines.repository.ts';

/** Removes the counts of limits and of declined cards whose time is over. Run every minute. */
export async function purgeCounts({ database }: StoreContext): Promise<void> {
  await purgeLimitCounts(database.db);
  await cardDeclinesRepository.purgeOld(database.db);
}
