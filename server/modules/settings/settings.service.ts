// The store settings: read through the port, saved by one admin at a time.
import type { Category } from '../../../contract/category.ts';
import { mayChangeSetting } from '../../../contract/roles.ts';
import { refusalSentence, wordsOf } from '../../../contract/sentences.ts';
import { settingsProblems } from '../../../contract/settings-rules.ts';
import { type SpendingKind, spendingKinds } from '../../../contract/spending-caps.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import {
  changesBetween,
  profileOf,
  type SettingsChange,
  type StoreSettings,
  type StoreSettingsInput,
  settingsAfter,
  tidySettings,
} from '../../../contract/store-settings.ts';
import type { TextCatalogue } from '../../../contract/text-settings.ts';
import type { Database, Queryable, Tx } from '../../database/database.ts';
import { createCached } from '../../platform/cached-value.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Live } from '../../ports/realtime.ts';
import type { VersionedProfile } from '../../ports/settings.ts';
import type { Spending } from '../../ports/spending.ts';
import { type Admin, assertStepUp } from '../../request-context.ts';
import { assertPriceCut } from './price-cut.ts';
import type { SettingsRepository, SettingsVersion } from './settings.repository.ts';
import { assertTextRules, invalidSettings } from './text-rules.ts';

/** Seconds after which no process stores full IP addresses, not even one that missed the notification of the save. */
const untilAllKnowSeconds = 60;

export type SettingsDeps = {
  database: Database;
  repository: SettingsRepository;
  audit: Audit;
  jobs: Jobs;
  live: Live;
  clock: Clock;
  /** True: unconfirmed claims are hidden. */
  isLive: boolean;
  texts: TextCatalogue;
  /** The support email of before stays the owner's address, unless one is set. */
  keepOwnerAddress: (tx: Queryable, previous: string) => Promise<void>;
  /** Opens reached caps, where an owner changed them. */
  unfreezeSpending: (tx: Tx, kinds: SpendingKind[]) => Promise<void>;
  /** Notifies the owner of a refused price cut. */
  reportRefusal: Spending['reportRefusal'];
};

export type StoreSettingsFeature = Awaited<ReturnType<typeof createStoreSettings>>;

/** Writes the first version if none exists. Enqueues a rebuild when the roll-ups use another time zone. */
export async function createStoreSettings(deps: SettingsDeps) {
  const { database, repository, audit, jobs, live, clock, isLive } = deps;
  await repository.addFirst();
  const kept = createCached(async (): Promise<VersionedProfile> => versioned(await repository.getLatest()), clock);

  const keptZone = createCached(async () => (await repository.zonesOfFigures()).orders, clock);
  if ((await timeZoneState()).next !== null) await rebuildFigures(database.db);

  /** `next`: the zone of the pending rebuild, or null. */
  async function timeZoneState(): Promise<{ zone: string; next: string | null }> {
    const [held, { settings }] = await Promise.all([repository.zonesOfFigures(), repository.getLatest()]);
    const isDone = [held.orders, held.visits].every((zone) => zone === settings.time_zone);
    return { zone: held.orders, next: isDone ? null : settings.time_zone };
  }

  async function rebuildFigures(at: Queryable): Promise<void> {
    await jobs.enqueue(at, 'change_time_zone', {}, { key: 'change_time_zone' });
  }

  function versioned({ version, settings }: SettingsVersion): VersionedProfile {
    return { version, profile: profileOf(settings, isLive) };
  }

  async function currentProfile(): Promise<VersionedProfile> {
    const [known, version] = await Promise.all([kept.get(), repository.latestVersion()]);
    if (known.version === version) return known;
    kept.forget();
    return versioned(await repository.getLatest());
  }

  /**
   * Saves the differences from `basedOn` as a new version. The same values again change nothing. Throws invalid_input
   * with every wrong value; settings_changed (409) when another save came first; step_up (403) unless the change is
   * harmless; no_role (403) for limits that only an owner changes; second_factor_missing (409).
   */
  async function save(basedOn: number, input: StoreSettingsInput, admin: Admin): Promise<SettingsVersion> {
    const wanted = tidySettings(input);
    assertSettingsRules(wanted);
    await assertKnownZone(wanted.time_zone);
    const saving = database.transaction(async (tx) => {
      const { now, ...last } = await repository.lockLatest(tx);
      if (last.version !== basedOn) throw new StoreError('settings_changed', { body: { version: last.version } });
      if (wanted.texts) assertTextRules(wanted.texts, last.settings.texts, deps.texts);
      const settings = settingsAfter(last.settings, wanted, { at: now.toISOString(), by: admin.email });
      const changes = changesBetween(last.settings, settings);
      if (changes.length === 0) return last;
      assertOwner(changes, admin);
      assertProof(changes, admin);
      assertOwnSecondFactor(last.settings, wanted, admin);
      const dayBefore = (await repository.dayBefore(tx)).settings.prices;
      const prices = { before: last.settings.prices, dayBefore, after: settings.prices };
      assertPriceCut(prices, last.settings.spending_caps.price_cut);
      const next = { version: last.version + 1, settings, changes, changedBy: admin.email, changedAt: now };
      await repository.addVersion(tx, next);
      await audit.record(tx, {
        actor: `admin:${admin.id}`,
        action: 'settings.saved',
        subject: 'store-settings',
        details: { version: next.version, fields: changes.map(({ field }) => field) },
      });
      const opened = spendingKinds.filter((kind) =>
        changes.some(({ field }) => field.startsWith(`spending_caps.${kind}.`)),
      );
      if (opened.length > 0) await deps.unfreezeSpending(tx, opened);
      if (isLive && last.settings.support_email !== settings.support_email) {
        await deps.keepOwnerAddress(tx, last.settings.support_email);
      }
      if (last.settings.full_ip && !settings.full_ip) {
        const soon = { key: 'shorten_addresses', delaySeconds: untilAllKnowSeconds };
        await jobs.enqueue(tx, 'shorten_addresses', {}, soon);
      }
      if (last.settings.time_zone !== settings.time_zone) await rebuildFigures(tx);
      live.announce(tx, 'settings-update');
      return next;
    });
    const saved = await saving.catch(async (error: unknown) => {
      const isCut = error instanceof StoreError && error.code === 'price_cut_too_large';
      if (isCut) {
        const problem = wordsOf(refusalSentence(error));
        await deps.reportRefusal('price_cut', storeMessage('price_cut_refused', { email: admin.email, problem }));
      }
      throw error;
    });
    forget();
    return saved;
  }

  /** Pauses the checkout or opens it again, as a new version. The same state again changes nothing. */
  async function pauseCheckout(isPaused: boolean, admin: Admin): Promise<void> {
    const action = { action: isPaused ? 'checkout.paused' : 'checkout.opened', subject: 'checkout' };
    await change(admin, action, (settings) => ({ ...settings, checkout_paused: isPaused }));
  }

  /**
   * Pauses a category that no provider can deliver, or sells it again, as a new version. The same state again changes
   * nothing: a pause by hand stays one.
   */
  async function pauseSelling(category: Category, isPaused: boolean, admin: Admin): Promise<void> {
    const action = { action: isPaused ? 'selling.paused' : 'selling.resumed', subject: category };
    await change(admin, action, (settings, now) => {
      const { paused, banner } = settings.selling[category];
      if (paused === isPaused) return settings;
      const changed = { paused: isPaused, banner, undeliverable_since: isPaused ? now.toISOString() : null };
      return { ...settings, selling: { ...settings.selling, [category]: changed } };
    });
  }

  async function change(
    admin: Admin,
    action: { action: string; subject: string },
    settingsFrom: (settings: StoreSettings, now: Date) => StoreSettings,
  ): Promise<void> {
    await database.transaction(async (tx) => {
      const { now, ...last } = await repository.lockLatest(tx);
      const settings = settingsFrom(last.settings, now);
      const changes = changesBetween(last.settings, settings);
      if (changes.length === 0) return;
      const version = last.version + 1;
      await repository.addVersion(tx, { version, settings, changes, changedBy: admin.email, changedAt: now });
      await audit.record(tx, { actor: `admin:${admin.id}`, ...action, details: { version } });
      live.announce(tx, 'settings-update');
    });
    forget();
  }

  async function assertKnownZone(zone: string): Promise<void> {
    if ((await repository.getLatest()).settings.time_zone === zone || (await repository.isKnownZone(zone))) return;
    throw invalidSettings([{ field: 'time_zone', code: 'time_zone_unknown' }]);
  }

  function forget(): void {
    kept.forget();
    keptZone.forget();
  }

  async function current(): Promise<StoreSettings> {
    return (await repository.getLatest()).settings;
  }

  return {
    profile: kept.get,
    currentProfile,
    current,
    timeZone: keptZone.get,
    timeZoneState,
    save,
    pauseCheckout,
    pauseSelling,
    forget,
  };
}

/** Settings that move no money, reach nobody and protect nothing. */
const harmless: ReadonlySet<string> = new Set(['name', 'time_zone', 'support_hours', 'business']);

function assertOwner(changes: SettingsChange[], { role }: Admin): void {
  const change = changes.find(({ field }) => !mayChangeSetting(role, field));
  if (!change) return;
  throw new StoreError('no_role', { field: change.field, reason: 'owner_settings' });
}

function assertProof(changes: SettingsChange[], admin: Admin): void {
  const names = changes.map(({ field }) => field.split('.')[0] ?? '');
  if (names.some((name) => !harmless.has(name))) assertStepUp(admin);
}

function assertOwnSecondFactor(before: StoreSettings, wanted: StoreSettingsInput, admin: Admin): void {
  if (before.require_second_factor === wanted.require_second_factor) return;
  if (!wanted.require_second_factor || admin.hasSecondFactor) return;
  throw new StoreError('second_factor_missing', {
    field: 'require_second_factor',
    body: { code: 'second_factor_missing' },
  });
}

function assertSettingsRules(settings: StoreSettingsInput): void {
  const problems = settingsProblems(settings);
  if (problems.length > 0) throw invalidSettings(problems);
}
