// Recomputes the days of all figures in the zone of the settings: visits first, then orders, which the screens name.

import type { StoreContext } from '../context.ts';
import { openDatabase } from '../database/database.ts';
import * as analyticsRepository from '../modules/analytics/analytics.repository.ts';
import * as settingsRepository from '../modules/settings/settings.repository.ts';
import * as visitsRepository from '../modules/visitors/visits.repository.ts';
import { foldOrderFigures } from './fold-counts.ts';

/**
 * The figures of the old zone are answered until those of the new one are complete. An interruption leaves the old ones; the job
 * begins again.
 */
export async function changeTimeZone(ctx: StoreContext): Promise<void> {
  const wanted = (await settingsRepository.getLatest(ctx)).settings.time_zone;
  const held = await settingsRepository.zonesOfFigures(ctx);
  // However many orders and visits there are: on a connection of its own, which no limit ends.
  const database = openDatabase({ connection: ctx.connection, poolSize: 1, answerWithinMs: null });
  try {
    if (held.visits !== wanted) await visitsRepository.rebuild(database, wanted);
    if (held.orders !== wanted) await analyticsRepository.rebuild(database, wanted);
    // Orders that changed meanwhile were counted by the days of the old zone.
    await foldOrderFigures(database);
  } finally {
    await database.close();
  }
  await ctx.database.transaction(async (tx) => ctx.live.announce(tx, 'settings-update'));
  ctx.settings.forget();
}
