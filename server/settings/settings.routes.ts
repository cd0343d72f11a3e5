// What may be asked about the operator's settings.
import type { z } from 'zod';
import type { getStoreSettings } from '../../contract/settings.ts';
import { adminOf, type Handlers } from '../caller.ts';
import type { StoreSettingsFeature } from './settings.ts';
import type { SettingsStep, SettingsStore, SettingsVersion } from './settings-store.ts';

export type SettingsRoutesParts = {
  settings: Pick<StoreSettingsFeature, 'save'>;
  store: SettingsStore;
  mode: 'sandbox' | 'live';
};

export function settingsRoutes({
  settings,
  store,
  mode,
}: SettingsRoutesParts): Handlers<'getStoreSettings' | 'saveStoreSettings' | 'storeSettingsHistory'> {
  const answerOf = ({ version, settings, changedAt, changedBy }: SettingsVersion): SavedSettings => ({
    version,
    changed_at: changedAt.toISOString(),
    changed_by: changedBy,
    mode,
    settings,
  });
  return {
    getStoreSettings: async () => answerOf(await store.getLatest()),

    saveStoreSettings: async ({ body }, call) =>
      answerOf(await settings.save(body.version, body.settings, adminOf(call))),

    storeSettingsHistory: async ({ query: { limit, cursor } }, call) => {
      const steps = await store.listSteps(limit, cursor ?? null);
      // Versions are counted up from 1 without a gap.
      call.answerHeader('x-total-count', String(await store.latestVersion()));
      const last = steps.at(-1);
      if (last && last.version > 1) {
        const query = new URLSearchParams({ limit: String(limit), cursor: String(last.version) });
        call.answerHeader('link', `</api/admin/store-settings/history?${query}>; rel="next"`);
      }
      return steps.map(stepOf);
    },
  };
}

type SavedSettings = z.output<typeof getStoreSettings.output>;

function stepOf({ version, changedAt, changedBy, changes }: SettingsStep) {
  return { version, changed_at: changedAt.toISOString(), changed_by: changedBy, changes };
}
