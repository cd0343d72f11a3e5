// Endpoints for the store's settings and its launch.
import type { z } from 'zod';
import { launchStatementIds, launchStatements } from '../../../contract/launch.ts';
import type { getLaunch } from '../../../contract/launch-calls.ts';
import type { getStoreSettings } from '../../../contract/settings.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { nextPageLink } from '../../platform/cursor.ts';
import { adminOf, type Handlers } from '../../request-context.ts';
import type { Launch, LaunchState } from './launch.ts';
import type { SettingsRepository, SettingsStep, SettingsVersion } from './settings.repository.ts';
import type { StoreSettingsFeature } from './settings.service.ts';

export type SettingsRoutesDeps = {
  settings: Pick<StoreSettingsFeature, 'save' | 'timeZoneState' | 'current' | 'pauseCheckout' | 'pauseSelling'>;
  repository: SettingsRepository;
  launch: Pick<Launch, 'read' | 'attest'>;
  mode: 'sandbox' | 'live';
};

type SettingsCall =
  | 'getStoreSettings'
  | 'saveStoreSettings'
  | 'getTimeZone'
  | 'getCheckoutPause'
  | 'pauseCheckout'
  | 'pauseSelling'
  | 'storeSettingsHistory'
  | 'getStoreSettingsVersion'
  | 'getLaunch'
  | 'attestLaunch';

export function settingsRoutes({ settings, repository, launch, mode }: SettingsRoutesDeps): Handlers<SettingsCall> {
  const answerOf = ({ version, settings, changedAt, changedBy }: SettingsVersion): SavedSettings => ({
    version,
    changed_at: changedAt.toISOString(),
    changed_by: changedBy,
    mode,
    settings,
  });
  return {
    getStoreSettings: async () => answerOf(await repository.getLatest()),

    saveStoreSettings: async ({ body }, call) =>
      answerOf(await settings.save(body.version, body.settings, adminOf(call))),

    getTimeZone: async () => {
      const { zone, next } = await settings.timeZoneState();
      return { time_zone: zone, next };
    },

    getCheckoutPause: async () => ({ paused: (await settings.current()).checkout_paused }),

    pauseCheckout: async ({ body: { paused } }, call) => {
      await settings.pauseCheckout(paused, adminOf(call));
      return { paused };
    },

    pauseSelling: async ({ body: { category, paused } }, call) => {
      await settings.pauseSelling(category, paused, adminOf(call));
      return { category, paused };
    },

    storeSettingsHistory: async ({ query: { limit, cursor } }, call) => {
      const steps = await repository.listSteps(limit, cursor ?? null);
      // Versions count from 1 without gaps, so the latest number is the total.
      call.answerHeader('x-total-count', String(await repository.latestVersion()));
      const last = steps.at(-1);
      if (last && last.version > 1) {
        call.answerHeader('link', nextPageLink('/api/admin/store-settings/history', { limit }, last.version));
      }
      return steps.map(stepOf);
    },

    getStoreSettingsVersion: async ({ params: { version } }) => {
      const found = await repository.findVersion(version);
      if (!found) throw new StoreError('not_found', { reason: 'settings_version_unknown' });
      return answerOf(found);
    },

    getLaunch: async (_input, call) => launchOf(mode, await launch.read(adminOf(call))),

    attestLaunch: async ({ body }, call) => launchOf(mode, await launch.attest(body, adminOf(call))),
  };
}

function launchOf(mode: 'sandbox' | 'live', { open, attestation, checks }: LaunchState): LaunchAnswer {
  return {
    mode,
    open,
    checks,
    attestation: attestation && {
      attested_at: attestation.attestedAt.toISOString(),
      attested_by: attestation.attestedBy,
      delivery: attestation.delivery,
      figures: attestation.figures,
    },
    statements: launchStatementIds.map((id) => ({ id, title: launchStatements[id] })),
  };
}

type LaunchAnswer = z.output<typeof getLaunch.output>;
type SavedSettings = z.output<typeof getStoreSettings.output>;

function stepOf({ version, changedAt, changedBy, changes }: SettingsStep) {
  return { version, changed_at: changedAt.toISOString(), changed_by: changedBy, changes };
}
