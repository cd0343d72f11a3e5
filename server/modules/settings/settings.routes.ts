// Endpoints for the store's settings, its launch, and its texts.

import { launchStatementIds, launchStatements } from '../../../contract/launch.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { completeTexts, type LanguageTexts, tidyTexts } from '../../../contract/text-settings.ts';
import type { StoreContext } from '../../context.ts';
import { nextPageLink } from '../../platform/cursor.ts';
import { getAdmin } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { applyProposal } from '../../workflows/apply-margin-rules.ts';
import { attestLaunch, type LaunchState, readLaunch } from '../../workflows/launch-store.ts';
import { listPauses } from '../../workflows/list-pauses.ts';
import { previewOffer } from '../../workflows/preview-offer.ts';
import { previewTexts } from '../../workflows/preview-texts.ts';
import { readCatalog } from '../../workflows/read-catalog.ts';
import { readSetup } from '../../workflows/read-setup.ts';
import { listOffers, saveOffers } from '../../workflows/save-offers.ts';
import { pauseCheckout, pauseSelling, saveSettings, showSetup } from '../../workflows/save-settings.ts';
import {
  listScheduledPrices,
  removeScheduledPrices,
  restoreScheduledPrices,
  schedulePrices,
} from '../../workflows/schedule-prices.ts';
import { readLogoUpload } from './logo-image.ts';
import type { SettingsVersion } from './settings.repository.ts';
import * as settingsRepository from './settings.repository.ts';
import { readTimeZoneState } from './settings.service.ts';
import { listStoreTexts } from './store-texts.ts';
import { assertTextRules } from './text-rules.ts';

export const settingsRoutes = routes({
  getCatalog: (ctx) => readCatalog(ctx),

  listOffers: (ctx, _input, call) => listOffers(ctx, call),

  saveOffers: async (ctx, { body }, call) => {
    await saveOffers(ctx, body, call);
    return listOffers(ctx, call);
  },

  previewOffer: (ctx, { body }) => previewOffer(ctx, body),

  getStoreSettings: async (ctx) => toAnswer(ctx, await settingsRepository.getLatest(ctx)),

  saveStoreSettings: async (ctx, { body }, call) => toAnswer(ctx, await saveSettings(ctx, body, getAdmin(call))),

  listScheduledPrices: (ctx) => listScheduledPrices(ctx),

  schedulePrices: (ctx, { body }, call) => schedulePrices(ctx, null, body, getAdmin(call)),

  changeScheduledPrices: (ctx, { params: { id }, body }, call) => schedulePrices(ctx, id, body, getAdmin(call)),

  removeScheduledPrices: (ctx, { params: { id } }, call) => removeScheduledPrices(ctx, id, getAdmin(call)),

  restoreScheduledPrices: (ctx, { params: { id } }, call) => restoreScheduledPrices(ctx, id, getAdmin(call)),

  applyPrice: async (ctx, { body: { subject } }, call) => {
    await applyProposal(ctx, subject, getAdmin(call));
    return toAnswer(ctx, await settingsRepository.getLatest(ctx));
  },

  getTimeZone: async (ctx) => {
    const { zone, next } = await readTimeZoneState(ctx);
    return { time_zone: zone, next };
  },

  getCheckoutPause: async ({ settings }) => ({ paused: (await settings.current()).checkout_paused }),

  listPauses: async (ctx) =>
    (await listPauses(ctx)).map(({ since, ...pause }) => ({ ...pause, since: since?.toISOString() ?? null })),

  uploadLogo: async (ctx, { body }) => {
    const { name, image } = readLogoUpload(body.image);
    await settingsRepository.addLogo(ctx, name, image);
    return { logo: name };
  },

  pauseCheckout: async (ctx, { body: { paused } }, call) => {
    await pauseCheckout(ctx, paused, getAdmin(call));
    return { paused };
  },

  pauseSelling: async (ctx, { body: { category, offer, paused } }, call) => {
    const key = category ?? offer;
    if (key === undefined || (category && offer)) throw new StoreError('invalid_input', { field: 'category' });
    await pauseSelling(ctx, key, paused, getAdmin(call));
    return { category, offer, paused };
  },

  storeSettingsHistory: async (ctx, { query: { limit, cursor } }, call) => {
    const steps = await settingsRepository.listSteps(ctx, limit, cursor ?? null);
    // Versions count from 1 without gaps, so the latest number is the total.
    call.answerHeader('x-total-count', String(await settingsRepository.latestVersion(ctx)));
    const last = steps.at(-1);
    if (last && last.version > 1) {
      call.answerHeader('link', nextPageLink('/api/admin/store-settings/history', { limit }, last.version));
    }
    return steps.map(toStep);
  },

  getStoreSettingsVersion: async (ctx, { params: { version } }) => {
    const found = await settingsRepository.findVersion(ctx, version);
    if (!found) throw new StoreError('not_found', { reason: 'settings_version_unknown' });
    return toAnswer(ctx, found);
  },

  getSetup: (ctx, _, call) => readSetup(ctx, getAdmin(call)),

  showSetup: async (ctx, { body: { shown } }, call) => {
    await showSetup(ctx, shown, getAdmin(call));
    return readSetup(ctx, getAdmin(call));
  },

  getLaunch: async (ctx, _, call) => toLaunch(ctx, await readLaunch(ctx, getAdmin(call))),

  attestLaunch: async (ctx, { body }, call) => toLaunch(ctx, await attestLaunch(ctx, body, getAdmin(call))),

  listTexts: async (ctx) => [...(await listStoreTexts(ctx))],

  previewTexts: async (ctx, { body: { page, language, texts: draft, key } }) => {
    const saved = (await settingsRepository.getLatest(ctx)).settings.texts;
    const wanted = tidyTexts(completeTexts({ ...saved, [language]: draft satisfies LanguageTexts }));
    assertTextRules(wanted, saved, ctx.texts);
    return previewTexts(ctx, { page, lang: language }, wanted, key ?? '');
  },

  listTextVersions: async (ctx, { query: { key, language } }) => {
    return (await settingsRepository.listTextVersions(ctx, language, key)).map(toStep);
  },
});

function toAnswer({ config }: StoreContext, { version, settings, changedAt, changedBy }: SettingsVersion) {
  return { ...toStep({ version, settings, changedAt, changedBy }), mode: config.mode };
}

function toLaunch({ config }: StoreContext, { open, attestation, checks }: LaunchState) {
  return {
    mode: config.mode,
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

function toStep<T>({ changedAt, changedBy, ...step }: T & Pick<SettingsVersion, 'changedAt' | 'changedBy'>) {
  return { ...step, changed_at: changedAt.toISOString(), changed_by: changedBy };
}
