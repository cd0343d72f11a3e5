// The store settings as a part of the context: read through the port, cached for pages.
import { profileOf, type StoreSettings } from '../../../contract/store-settings.ts';
import type { StoreContext } from '../../context.ts';
import type { Queryable } from '../../database/database.ts';
import { createCached } from '../../platform/caches.ts';
import type { Settings, VersionedProfile } from '../../ports/settings.ts';
import * as scheduledPrices from './scheduled-prices.repository.ts';
import * as settingsRepository from './settings.repository.ts';

/** `shown`: as pages have it. */
type ReadVersion = { settings: StoreSettings; shown: VersionedProfile };
type SettingsContext = Pick<StoreContext, 'config' | 'database' | 'clock' | 'jobs'> & {
  /** Without one the store takes no orders. */
  hasPaymentMethod: () => Promise<boolean>;
};

/** Writes the first version if none exists. Enqueues a rebuild when the roll-ups use another time zone. */
export async function createStoreSettings(store: SettingsContext): Promise<Omit<Settings, 'providers'>> {
  const { config, clock } = store;
  await settingsRepository.addFirst(store);
  let last: ReadVersion | null = null;
  const keptProfile = createCached(async () => (await readLatest()).shown, clock);
  const keptZone = createCached(async () => (await settingsRepository.zonesOfFigures(store)).orders, clock);
  if ((await readTimeZoneState(store)).next !== null) await enqueueRebuild(store, store.database.db);
  // What became due while the store was off.
  if ((await scheduledPrices.listDue(store.database.db)).length > 0) {
    await store.jobs.enqueue(store.database.db, 'apply_scheduled_prices', {}, { key: 'apply_scheduled_prices' });
  }

  // Not cached with the profile: the methods change on their own.
  async function closed(read: VersionedProfile): Promise<VersionedProfile> {
    if (await store.hasPaymentMethod()) return read;
    return { ...read, profile: { ...read.profile, checkout_paused: true } };
  }

  // A version never changes, and its document costs more than its number.
  async function readLatest(): Promise<ReadVersion> {
    const newer = await settingsRepository.getLatestAfter(store, last?.shown.version ?? 0);
    if (newer) {
      const { version, settings } = newer;
      last = { settings, shown: { version, profile: profileOf(settings, config.mode === 'live') } };
    }
    if (!last) throw new Error('The store has no settings.');
    return last;
  }

  return {
    profile: async () => await closed(await keptProfile.get()),
    currentProfile: async () => {
      const [kept, { shown }] = await Promise.all([keptProfile.get(), readLatest()]);
      if (kept.version !== shown.version) keptProfile.forget();
      return closed(shown);
    },
    current: async () => (await readLatest()).settings,
    timeZone: keptZone.get,
    forget: () => {
      keptProfile.forget();
      keptZone.forget();
    },
  };
}

/** `next`: the zone of the pending rebuild, or null. */
export async function readTimeZoneState(
  store: settingsRepository.SettingsStore,
): Promise<{ zone: string; next: string | null }> {
  const [held, { settings }] = await Promise.all([
    settingsRepository.zonesOfFigures(store),
    settingsRepository.getLatest(store),
  ]);
  const isDone = [held.orders, held.visits].every((zone) => zone === settings.time_zone);
  return { zone: held.orders, next: isDone ? null : settings.time_zone };
}

/** The days of all figures are computed again, in the zone of the settings. */
export async function enqueueRebuild({ jobs }: Pick<StoreContext, 'jobs'>, at: Queryable): Promise<void> {
  await jobs.enqueue(at, 'change_time_zone', {}, { key: 'change_time_zone' });
}
