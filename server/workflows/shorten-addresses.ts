import type { StoreContext } from '../context.ts';
import * as presenceRepository from '../modules/presence/presence.repository.ts';
import * as visitsRepository from '../modules/visitors/visits.repository.ts';

/** Cuts the addresses of visitors that were kept whole to their networks. Safe to repeat. */
export async function shortenAddresses({ database }: StoreContext): Promise<void> {
  await presenceRepository.shortenAddresses(database.db);
  await visitsRepository.shortenAddresses(database.db);
}
