// The settings of the store are saved by one admin at a time, as a new version.

import { offersAfter } from '../../contract/offer-changes.ts';
import { mayBeOn, type OfferSetting, offerField, offerOfKey, viewsOf } from '../../contract/offers.ts';
import { isHarmless, mayChangeSetting } from '../../contract/setting-fields.ts';
import { notAttested, settingsProblems } from '../../contract/settings-rules.ts';
import { spendingKinds } from '../../contract/spending-caps.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import {
  changesBetween,
  type SettingsChange,
  type StoreSettings,
  type StoreSettingsInput,
  settingsAfter,
  tidySettings,
} from '../../contract/store-settings.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import { findBelowFloor, findUnreachable, readCosts } from '../modules/providers/margin-rules.ts';
import { findLoss, readAccepted } from '../modules/providers/paused-services.ts';
import { listMinimumProblems } from '../modules/providers/service-minimums.ts';
import { settleByOffers } from '../modules/providers/settle-service-changes.ts';
import { keepOwnerAddress } from '../modules/security/owner-address.ts';
import { assertPriceChange } from '../modules/settings/price-change.ts';
import type { SettingsVersion } from '../modules/settings/settings.repository.ts';
import * as settingsRepository from '../modules/settings/settings.repository.ts';
import { enqueueRebuild } from '../modules/settings/settings.service.ts';
import { assertTextRules, invalidSettings } from '../modules/settings/text-rules.ts';
import * as spendingRepository from '../modules/spending/spending.repository.ts';
import { type Admin, assertStepUp } from '../request-context.ts';

/** Seconds after which no process stores full IP addresses, not even one that missed the notification of the save. */
const untilAllKnowSeconds = 60;

/** What a save reads of its admin. */
export type Saver = Pick<Admin, 'id' | 'email' | 'role' | 'provedRecently' | 'factors' | 'hasSecondFactor'> & {
  /** Of the audit log, if it is no admin. */
  actor?: string;
};

/** `confirm`: the admin confirmed the new prices of packages. `restores`: the version whose prices an undo restores. */
type SaveInput = { version: number; settings: StoreSettingsInput; confirm?: boolean; restores?: number };

/**
 * Saves the differences from `version` as a new version. The same values again change nothing. Throws invalid_input
 * with every wrong value; settings_changed (409) when another save came first; step_up (403) unless the change is
 * harmless; no_role (403) for limits that only an owner changes; second_factor_missing (409); and the errors of
 * `assertPriceChange`. `beforeSave` runs in the transaction, with the number of the version; null where nothing changes.
 */
export async function saveSettings(
  ctx: StoreContext,
  { version, settings: input, confirm = false, restores }: SaveInput,
  admin: Saver,
  beforeSave?: (tx: Tx, next: number | null) => Promise<void>,
): Promise<SettingsVersion> {
  const wanted = tidySettings(input);
  const known = await settingsRepository.getLatest(ctx);
  const saved = known.settings.offers;
  const after = offersAfter(saved, wanted).offers;
  const isNewMinimum = ({ min_quantity }: OfferSetting, at: number) => min_quantity !== saved[at]?.min_quantity;
  const wrong = settingsProblems(wanted, saved);
  const problems = wrong.length > 0 ? wrong : await listMinimumProblems(ctx, after.filter(isNewMinimum));
  if (problems.length > 0) {
    if (known.version === version) throw invalidSettings(problems);
    throw new StoreError('settings_changed', { body: { version: known.version } });
  }
  if (wanted.time_zone !== known.settings.time_zone) await assertKnownZone(ctx, wanted.time_zone);
  await assertKnownLogo(ctx, wanted.brand?.logo ?? '');
  const result = await ctx.database.transaction(async (tx) => {
    const { now, ...last } = await settingsRepository.lockLatest(ctx, tx);
    if (last.version !== version) throw new StoreError('settings_changed', { body: { version: last.version } });
    if (wanted.texts) assertTextRules(wanted.texts, last.settings.texts, ctx.texts);
    const settings = settingsAfter(last.settings, wanted, { at: now.toISOString(), by: admin.email });
    const changes = changesBetween(last.settings, settings);
    await beforeSave?.(tx, changes.length > 0 ? last.version + 1 : null);
    if (changes.length === 0) return last;
    assertOwner(changes, admin);
    assertProof(changes, admin);
    assertOwnSecondFactor(last.settings, wanted, admin);
    const ofRules = changes.some(({ field }) => /^(margins|fees)\.|^offers\..*\.margin\./.test(field));
    const unreachable = ofRules ? findUnreachable(settings) : null;
    if (unreachable) {
      const { field, category, share } = unreachable;
      throw invalidSettings([{ field, ...storeMessage('margin_unreachable', { category, share }) }]);
    }
    const isPriceChange = changes.some(({ field }) =>
      /^prices\.|\.(unit_price_micros|rounding)$|^offers\..*\.tiers$/.test(field),
    );
    if (changes.some(({ field }) => /^(prices|offers)\./.test(field))) {
      const offers = { before: last.settings.offers, after: settings.offers };
      const costs = await readCosts(ctx, tx);
      const isAccepted = await readAccepted(tx);
      const below = findBelowFloor(settings, offers, costs, isAccepted);
      if (below.length > 0) throw invalidSettings(below);
      if (isPriceChange) {
        const dayBefore = (await settingsRepository.dayBefore(ctx, tx)).settings.offers;
        const neverOn = await settingsRepository.listNeverOn(tx, offers.before);
        // No buyer saw their prices, and no order has one.
        const after = offers.after.filter(({ id, on }) => on || !neverOn.includes(id));
        assertPriceChange(
          { before: offers.before, dayBefore, after },
          { mostPercent: last.settings.spending_caps.price_cut, isConfirmed: confirm },
          {
            isReturn: await settingsRepository.isPriceReturn(tx, settings, restores),
            loss: findLoss(offers, costs, isAccepted),
          },
        );
      }
    }
    const next = { version: last.version + 1, settings, changes, changedBy: admin.email, changedAt: now };
    if (ctx.config.mode === 'live' && last.settings.support_email !== settings.support_email) {
      await keepOwnerAddress(tx);
    }
    await settingsRepository.addVersion(tx, next);
    await settleByOffers(ctx, tx, { before: last.settings.offers, after: settings.offers }, admin.email);
    await ctx.audit.record(tx, {
      actor: admin.actor ?? `admin:${admin.id}`,
      action: 'settings.saved',
      subject: 'store-settings',
      details: { version: next.version, fields: changes.map(({ field }) => field) },
    });
    // A typed price stays until the hourly run, so that it can be undone.
    if (!isPriceChange && changes.some(({ field }) => /^(offers|margins|fees)\./.test(field))) {
      await ctx.jobs.enqueue(tx, 'apply_margin_rules', {}, { key: 'apply_margin_rules' });
    }
    const opened = spendingKinds.filter((kind) =>
      changes.some(({ field }) => field.startsWith(`spending_caps.${kind}.`)),
    );
    if (opened.length > 0) await spendingRepository.unfreeze(tx, opened);
    if (last.settings.full_ip && !settings.full_ip) {
      const soon = { key: 'shorten_addresses', delaySeconds: untilAllKnowSeconds };
      await ctx.jobs.enqueue(tx, 'shorten_addresses', {}, soon);
    }
    if (last.settings.time_zone !== settings.time_zone) await enqueueRebuild(ctx, tx);
    ctx.live.announce(tx, 'settings-update');
    return next;
  });
  ctx.settings.forget();
  return result;
}

/** Pauses the checkout or opens it again, as a new version. The same state again changes nothing. */
export async function pauseCheckout(ctx: StoreContext, isPaused: boolean, admin: Admin): Promise<void> {
  const action = { action: isPaused ? 'checkout.paused' : 'checkout.opened', subject: 'checkout' };
  await change(ctx, admin, action, (settings) => ({ ...settings, checkout_paused: isPaused }));
}

/** Hides or shows the steps of the setup, as a new version. The same state again changes nothing. */
export async function showSetup(ctx: StoreContext, isShown: boolean, admin: Admin): Promise<void> {
  const action = { action: 'settings.saved', subject: 'store-settings' };
  await change(ctx, admin, action, (settings) => ({ ...settings, home: { setup: isShown } }));
}

/**
 * Pauses an offer, by its `offerKey()`, that no provider can deliver, or sells it again, as a new version. Throws offer_unknown. The same state again changes
 * nothing: a pause by hand stays one.
 */
export async function pauseSelling(ctx: StoreContext, key: string, isPaused: boolean, admin: Admin): Promise<void> {
  const action = { action: isPaused ? 'selling.paused' : 'selling.resumed', subject: key };
  await change(ctx, admin, action, (settings, now) => {
    const known = offerOfKey(settings.offers, key) ?? settings.offers.find(({ id }) => id === key);
    if (!known) throw new StoreError('offer_unknown', { field: 'offer' });
    const { id, on, paused } = known;
    // Only a save with its confirmation turns an offer on.
    if (!isPaused && !mayBeOn(known)) {
      throw invalidSettings([{ field: offerField(known, 'on'), ...notAttested(known) }]);
    }
    if (isPaused ? paused : on && !paused) return settings;
    // An offer that is sold again returns to the catalog.
    const pause = isPaused
      ? { paused: true, undeliverable_since: now.toISOString() }
      : { paused: false, undeliverable_since: null, on: true };
    const offers = settings.offers.map((offer) => (offer.id === id ? { ...offer, ...pause } : offer));
    return { ...settings, offers, ...viewsOf(offers) };
  });
}

async function change(
  ctx: StoreContext,
  admin: Admin,
  action: { action: string; subject: string },
  settingsFrom: (settings: StoreSettings, now: Date) => StoreSettings,
): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    const { now, ...last } = await settingsRepository.lockLatest(ctx, tx);
    const settings = settingsFrom(last.settings, now);
    const changes = changesBetween(last.settings, settings);
    if (changes.length === 0) return;
    const version = last.version + 1;
    await settingsRepository.addVersion(tx, { version, settings, changes, changedBy: admin.email, changedAt: now });
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, ...action, details: { version } });
    ctx.live.announce(tx, 'settings-update');
  });
  ctx.settings.forget();
}

/** The image may be missing, for example in another database. */
async function assertKnownLogo(ctx: StoreContext, name: string): Promise<void> {
  if (name === '' || (await settingsRepository.findLogo(ctx.database.db, name))) return;
  throw invalidSettings([{ field: 'brand.logo', code: 'logo_unknown' }]);
}

async function assertKnownZone(ctx: StoreContext, zone: string): Promise<void> {
  if (await settingsRepository.isKnownZone(ctx, zone)) return;
  throw invalidSettings([{ field: 'time_zone', code: 'time_zone_unknown' }]);
}

function assertOwner(changes: SettingsChange[], { role }: Saver): void {
  const change = changes.find(({ field }) => !mayChangeSetting(role, field));
  if (!change) return;
  throw new StoreError('no_role', { field: change.field, reason: 'owner_settings' });
}

function assertProof(changes: SettingsChange[], admin: Saver): void {
  if (changes.some(({ field }) => !isHarmless(field))) assertStepUp(admin);
}

function assertOwnSecondFactor(before: StoreSettings, wanted: StoreSettingsInput, admin: Saver): void {
  if (before.require_second_factor === wanted.require_second_factor) return;
  if (!wanted.require_second_factor || admin.hasSecondFactor) return;
  throw new StoreError('second_factor_missing', {
    field: 'require_second_factor',
    body: { code: 'second_factor_missing' },
  });
}
