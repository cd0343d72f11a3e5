// Changes of prices at a time in the future: scheduled by an admin, applied by a job as a save of the settings.

import { isAllowed } from '../../contract/account-rules.ts';
import { byName } from '../../contract/by-name.ts';
import { claimNames } from '../../contract/claim-names.ts';
import type { AnswerFor, CallFor } from '../../contract/index.ts';
import { type OfferSetting, priceListOf } from '../../contract/offers.ts';
import { findLargePriceChanges, type PackageChange } from '../../contract/price-change.ts';
import { type PriceFact, priceFacts } from '../../contract/price-fact-names.ts';
import { type PriceFacts, priceFactField, priceFactsBetween, scheduleLimits } from '../../contract/price-facts.ts';
import { refusalSentence, type Sentence, sentenceOf } from '../../contract/sentences.ts';
import { settingsProblems } from '../../contract/settings-rules.ts';
import { StoreError } from '../../contract/store-error.ts';
import { type StoreMessage, storeMessage } from '../../contract/store-messages.ts';
import {
  changesBetween,
  type StoreSettings,
  type StoreSettingsInput,
  settingsAfter,
  tidySettings,
} from '../../contract/store-settings.ts';
import { localMinuteIn, momentAt } from '../../contract/time-zones.ts';
import type { StoreContext } from '../context.ts';
import type { Queryable, Tx } from '../database/database.ts';
import { listAdmins } from '../modules/auth/accounts.repository.ts';
import { findBelowFloor, readCosts, type ServiceCosts } from '../modules/providers/margin-rules.ts';
import { type AcceptedCost, findLoss, readAccepted } from '../modules/providers/paused-services.ts';
import { listMinimumProblems } from '../modules/providers/service-minimums.ts';
import { assertPriceChange } from '../modules/settings/price-change.ts';
import type { ScheduledChange } from '../modules/settings/scheduled-prices.repository.ts';
import * as scheduledPrices from '../modules/settings/scheduled-prices.repository.ts';
import type { SettingsVersion } from '../modules/settings/settings.repository.ts';
import * as settingsRepository from '../modules/settings/settings.repository.ts';
import { invalidSettings } from '../modules/settings/text-rules.ts';
import { sentenceFields } from '../platform/sentence-columns.ts';
import type { Admin } from '../request-context.ts';
import { saveSettings } from './save-settings.ts';

type PlanInput = CallFor<'POST /api/admin/store-settings/scheduled'>['body'];
type ListedChange = AnswerFor<'GET /api/admin/store-settings/scheduled'>[number];

const dayMs = 86_400_000;
const subject = 'scheduled prices';

export async function listScheduledPrices(ctx: StoreContext): Promise<ListedChange[]> {
  const [version, rows] = await Promise.all([
    settingsRepository.getLatest(ctx),
    scheduledPrices.listOpen(ctx.database.db),
  ]);
  const { settings } = version;
  const { steps } = await forecast(ctx, version, rows);
  return steps.map(({ row, before, after, refusal }) => ({
    id: row.id,
    at: row.dueAt.toISOString(),
    local_time: localMinuteIn(settings.time_zone, row.dueAt),
    offers: row.offers,
    former: row.offers.map((facts) => formerOf(facts, before.offers)),
    changes: changesBetween(before, after),
    created_at: row.createdAt.toISOString(),
    created_by: row.createdBy,
    refused_at: row.refusedAt?.toISOString() ?? null,
    ...sentenceFields('refusal', refusal?.text ?? null, refusal?.coded),
  }));
}

/** The same facts as they are before the change. */
function formerOf(facts: PriceFacts, before: readonly OfferSetting[]): PriceFacts {
  const offer = before.find(({ id }) => id === facts.id);
  return { id: facts.id, ...Object.fromEntries(factsOf(facts).map((name) => [name, offer?.[name]])) };
}

/** Throws invalid_input, conflict beyond the limit of waiting changes, and the errors of `assertPriceChange`. */
export async function schedulePrices(ctx: StoreContext, plan: PlanInput, admin: Admin): Promise<ListedChange[]> {
  const confirmed = await assertNewPrices(ctx, plan, null);
  await write(ctx, admin, 'scheduled_prices.added', async (tx) => {
    const row = { ...(await toRow(ctx, tx, plan, admin, null)), confirmed };
    await assertRoom(tx);
    const id = ctx.ids.uuid();
    await scheduledPrices.add(tx, id, row);
    return { id, ...toDetails(row) };
  });
  return listScheduledPrices(ctx);
}

/** Throws not_found for one that was applied or removed, and the errors of `schedulePrices`. */
export async function changeScheduledPrices(
  ctx: StoreContext,
  id: string,
  plan: PlanInput,
  admin: Admin,
): Promise<ListedChange[]> {
  const confirmed = await assertNewPrices(ctx, plan, id);
  await write(ctx, admin, 'scheduled_prices.changed', async (tx) => {
    const row = { ...(await toRow(ctx, tx, plan, admin, id)), confirmed };
    if (!(await scheduledPrices.change(tx, id, row))) throw notFound();
    return { id, ...toDetails(row) };
  });
  return listScheduledPrices(ctx);
}

/** Throws not_found for one that was applied or removed. */
export async function removeScheduledPrices(ctx: StoreContext, id: string, admin: Admin): Promise<ListedChange[]> {
  await write(ctx, admin, 'scheduled_prices.removed', async (tx) => {
    if (!(await scheduledPrices.remove(tx, id))) throw notFound();
    return { id };
  });
  return listScheduledPrices(ctx);
}

/** Throws not_found, conflict beyond the limit, and invalid_input once its time has passed. */
export async function restoreScheduledPrices(ctx: StoreContext, id: string, admin: Admin): Promise<ListedChange[]> {
  const found = await scheduledPrices.find(ctx.database.db, id);
  if (!found || found.appliedAt) throw notFound();
  if (found.removedAt === null) return listScheduledPrices(ctx);
  await write(ctx, admin, 'scheduled_prices.restored', async (tx) => {
    const { now, settings } = await settingsRepository.lockLatest(ctx, tx);
    if (found.refusedAt === null && found.dueAt <= now) throw wrongTime('schedule_time_past');
    await assertRoom(tx);
    if (found.refusedAt === null) await assertFreeMinute(tx, settings.offers, found);
    if (!(await scheduledPrices.restore(tx, id))) throw notFound();
    return { id };
  });
  return listScheduledPrices(ctx);
}

/**
 * Every minute. What is due is saved as the admin would save it now; a repetition finds it applied. An error ends the run, because
 * a later change builds on the earlier ones. The next run tries again.
 */
export async function applyScheduledPrices(ctx: StoreContext): Promise<void> {
  for (const change of await scheduledPrices.listDue(ctx.database.db)) await apply(ctx, change);
}

const mostAttempts = 5;
/** Another process was first, or an admin removed it or gave it another time. */
class NotWaiting extends Error {}

async function apply(ctx: StoreContext, change: ScheduledChange): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await saveNow(ctx, change);
      return;
    } catch (error) {
      if (error instanceof NotWaiting) return;
      if (!(error instanceof StoreError)) throw error;
      if (error.code !== 'settings_changed') return refuse(ctx, change, error);
      // Another save came first.
      if (attempt === mostAttempts) throw error;
    }
  }
}

async function saveNow(ctx: StoreContext, { id, dueAt }: ScheduledChange): Promise<void> {
  const { version, settings } = await settingsRepository.getLatest(ctx);
  const change = await scheduledPrices.find(ctx.database.db, id);
  if (!change || change.appliedAt || change.removedAt || change.refusedAt || change.dueAt > dueAt) {
    throw new NotWaiting();
  }
  const author = findAuthor(await listAdmins(ctx.database.db), change);
  if (!author) throw new StoreError('conflict', { reason: authorGone(change) });
  const admin: Admin = {
    id: author.id,
    email: author.email,
    role: author.role,
    // Proved when it was scheduled.
    provedRecently: true,
    hasSecondFactor: true,
    lacksSecondFactor: false,
    factors: [],
    isBound: true,
    sessionId: '',
    expiresAt: dueAt,
    signedInFrom: '',
    backupCodes: null,
  };
  const confirm = isConfirmed(change, settings.offers, settingsWith(settings, change.offers).offers);
  await saveSettings(ctx, { version, settings: inputWith(settings, change.offers), confirm }, admin, (tx, next) =>
    alongside(tx, change, next),
  );

  async function alongside(tx: Tx, row: ScheduledChange, next: number | null): Promise<void> {
    const reason = next === null ? null : await findOtherChange(tx, settings.offers, row);
    if (reason) throw new StoreError('conflict', { reason });
    if (!(await scheduledPrices.setApplied(tx, row, next))) throw new NotWaiting();
    await ctx.audit.record(tx, {
      actor: `admin:${admin.id}`,
      action: 'scheduled_prices.applied',
      subject,
      details: { id, version: next },
    });
    ctx.live.announce(tx, 'settings-update');
  }
}

async function refuse(ctx: StoreContext, change: ScheduledChange, error: StoreError): Promise<void> {
  const why = refusalSentence(error);
  await ctx.database.transaction(async (tx) => {
    if (!(await scheduledPrices.setRefused(tx, change, why))) return;
    const details = { id: change.id, refusal: why.text };
    await ctx.audit.record(tx, { actor: 'system', action: 'scheduled_prices.refused', subject, details });
    ctx.live.announce(tx, 'settings-update');
    ctx.live.announce(tx, 'alert-update');
  });
}

/** A field that a person or a margin rule changed since stays: nothing is applied on top of it. Null where none was. */
async function findOtherChange(
  at: Queryable,
  offers: readonly OfferSetting[],
  change: ScheduledChange,
): Promise<StoreMessage | null> {
  const stated = change.offers.flatMap((facts) => {
    const offer = offers.find(({ id }) => id === facts.id);
    if (!offer) return [];
    return factsOf(facts).map((fact) => ({
      // The version before records the base price of all offers so.
      fields: [priceFactField(offer, fact), ...(fact === 'unit_price_micros' ? ['prices.unit_price_micros'] : [])],
      category: offer.category,
      fact,
    }));
  });
  const changed = await scheduledPrices.listChangedSince(
    at,
    change.basedOn,
    stated.flatMap(({ fields }) => fields),
  );
  for (const { fields, category, fact } of stated) {
    const found = changed.filter(({ field }) => fields.includes(field));
    if (found.length === 0) continue;
    return found.every(({ byRule }) => byRule)
      ? storeMessage('schedule_changed_by_rule', { category })
      : storeMessage('schedule_changed_by_hand', { category, fact });
  }
  return null;
}

function factsOf(facts: PriceFacts): PriceFact[] {
  return priceFacts.filter((name) => facts[name] !== undefined);
}

/** Prices from a time on. */
type Period = { since: Date; settings: StoreSettings };
/** The prices until a time, and the costs of now. */
type Expected = {
  periods: [Period, ...Period[]];
  costs: ServiceCosts;
  isAccepted: AcceptedCost;
};
/** `refusal`: why it was not applied, or will not be. */
type Step = { row: ScheduledChange; before: StoreSettings; after: StoreSettings; refusal: Sentence | null };

/**
 * What each change will make of the prices before it, in their order. One that was refused, or will be, is no basis of the next
 * one.
 */
async function forecast(
  ctx: StoreContext,
  { settings, changedAt }: SettingsVersion,
  rows: readonly ScheduledChange[],
): Promise<{ steps: Step[]; expected: Expected }> {
  const { db } = ctx.database;
  const [admins, costs, isAccepted] = await Promise.all([listAdmins(db), readCosts(ctx, db), readAccepted(db)]);
  const expected: Expected = { periods: [{ since: changedAt, settings }], costs, isAccepted };
  const steps: Step[] = [];
  for (const row of rows) {
    const before = lastOf(expected).settings;
    const after = settingsWith(before, row.offers);
    let refusal: Sentence | null = row.refusal === null ? null : { text: row.refusal, coded: row.refusalCoded };
    if (row.refusedAt === null && changesBetween(before, after).length > 0) {
      const reason = findAuthor(admins, row) ? await findOtherChange(db, settings.offers, row) : authorGone(row);
      refusal = reason ? sentenceOf(reason) : await findRefusal(ctx, expected, row);
      if (refusal === null) expected.periods.push({ since: row.dueAt, settings: after });
    }
    steps.push({ row, before, after, refusal });
  }
  return { steps, expected };
}

function lastOf({ periods }: Expected): Period {
  return periods.at(-1) ?? periods[0];
}

function findAuthor<A extends { id: string; role: Admin['role'] }>(admins: readonly A[], row: ScheduledChange) {
  return admins.find(({ id, role }) => id === row.adminId && isAllowed(role, 'manager'));
}

function authorGone({ createdBy }: ScheduledChange): StoreMessage {
  return storeMessage('schedule_author_gone', { email: createdBy });
}

async function findRefusal(ctx: StoreContext, expected: Expected, row: ScheduledChange): Promise<Sentence | null> {
  try {
    await assertPrices(ctx, expected, row, (before, after) => isConfirmed(row, before, after));
    return null;
  } catch (error) {
    if (error instanceof StoreError) return refusalSentence(error);
    throw error;
  }
}

/** Each large change is one that the admin saw. */
function isConfirmed({ confirmed }: ScheduledChange, before: OfferSetting[], after: OfferSetting[]): boolean {
  const known = confirmed.map(keyOfChange);
  return largeChanges(before, after).every((change) => known.includes(keyOfChange(change)));
}

function keyOfChange({ category, quantity, before, after }: PackageChange): string {
  return [category, quantity, before, after].join(' ');
}

function largeChanges(before: OfferSetting[], after: OfferSetting[]): PackageChange[] {
  return findLargePriceChanges(priceListOf(before), priceListOf(after));
}

/** As a save at that time would refuse them, on top of the last of the periods. Returns the offers before and after. */
async function assertPrices(
  ctx: StoreContext,
  expected: Expected,
  { dueAt, offers: facts }: Pick<ScheduledChange, 'dueAt' | 'offers'>,
  isSeen: (before: OfferSetting[], after: OfferSetting[]) => boolean,
): Promise<Record<'before' | 'after', OfferSetting[]>> {
  const before = lastOf(expected).settings;
  const input = inputWith(before, facts);
  const wrong = settingsProblems(input, before.offers);
  if (wrong.length > 0) throw invalidSettings(wrong);
  const after = settingsAfter(before, input, noConfirmation);
  const lowered = after.offers.filter(({ min_quantity }, at) => min_quantity !== before.offers[at]?.min_quantity);
  const problems = await listMinimumProblems(ctx, lowered);
  if (problems.length > 0) throw invalidSettings(problems);
  const offers = { before: before.offers, after: after.offers };
  const below = findBelowFloor(after, offers, expected.costs, expected.isAccepted);
  if (below.length > 0) throw invalidSettings(below);
  const isReturn = isReturnAt(expected, dueAt, after.offers);
  const loss = isReturn ? findLoss(offers, expected.costs, expected.isAccepted) : null;
  assertPriceChange(
    { ...offers, dayBefore: await offersAt(ctx, expected, new Date(dueAt.getTime() - dayMs)) },
    { mostPercent: after.spending_caps.price_cut, isConfirmed: isSeen(offers.before, offers.after) },
    { isReturn, loss },
  );
  return offers;
}

async function offersAt(ctx: StoreContext, { periods }: Expected, moment: Date) {
  const period = periods.findLast(({ since }) => since <= moment);
  return period?.settings.offers ?? (await settingsRepository.findOffersAt(ctx, moment)) ?? periods[0].settings.offers;
}

/** As `isPriceReturn` will find them in the history of that time: sold for an hour or more of the 24 before. */
function isReturnAt({ periods }: Expected, due: Date, offers: OfferSetting[]): boolean {
  const pricesOf = (all: OfferSetting[]) =>
    JSON.stringify(all.map(({ id, unit_price_micros, rounding, tiers }) => [id, unit_price_micros, rounding, tiers]));
  return periods.some(({ since, settings }, at) => {
    const until = periods[at + 1]?.since;
    const from = Math.max(since.getTime(), due.getTime() - dayMs);
    return until && until.getTime() - from >= dayMs / 24 && pricesOf(settings.offers) === pricesOf(offers);
  });
}

/** As `assertPrices`, on top of what is scheduled before. Returns the large changes, which the admin confirmed. */
async function assertNewPrices(ctx: StoreContext, plan: PlanInput, replaced: string | null): Promise<PackageChange[]> {
  const version = await settingsRepository.getLatest(ctx);
  const dueAt = readTime(plan.at, version.settings.time_zone);
  const rows = (await scheduledPrices.listOpen(ctx.database.db)).filter(
    (row) => row.refusedAt === null && row.id !== replaced && row.dueAt <= dueAt,
  );
  const { expected } = await forecast(ctx, version, rows);
  const row = { dueAt, offers: plan.offers };
  const { before, after } = await assertPrices(ctx, expected, row, () => plan.confirm ?? false);
  if (priceFactsBetween(before, after).length === 0) {
    throw new StoreError('invalid_input', { field: 'offers', reason: 'schedule_nothing' });
  }
  return largeChanges(before, after);
}

async function toRow(
  ctx: StoreContext,
  tx: Tx,
  { at, offers }: PlanInput,
  { id, email }: Admin,
  replaced: string | null,
) {
  // The lock of a save: a version that comes now is later than this plan, or is its basis.
  const { version, settings, now } = await settingsRepository.lockLatest(ctx, tx);
  const dueAt = readTime(at, settings.time_zone);
  if (dueAt <= now) throw wrongTime('schedule_time_past');
  if (dueAt.getTime() - now.getTime() > scheduleLimits.days * dayMs) throw wrongTime('schedule_time_far');
  await assertFreeMinute(tx, settings.offers, { id: replaced, dueAt, offers });
  return { dueAt, offers, basedOn: version, adminId: id, createdBy: email };
}

/** Two changes of a fact at the same minute would have no order. */
async function assertFreeMinute(
  tx: Tx,
  offers: readonly OfferSetting[],
  { id: own, dueAt, offers: wanted }: { id: string | null; dueAt: Date; offers: PriceFacts[] },
): Promise<void> {
  const others = (await scheduledPrices.listOpen(tx)).filter(
    (row) => row.refusedAt === null && row.id !== own && row.dueAt.getTime() === dueAt.getTime(),
  );
  const taken = others.flatMap((row) => row.offers);
  for (const facts of wanted) {
    const same = taken.filter(({ id }) => id === facts.id).flatMap(factsOf);
    const fact = factsOf(facts).find((name) => same.includes(name));
    const category = offers.find(({ id }) => id === facts.id)?.category;
    if (!fact || !category) continue;
    throw new StoreError('conflict', {
      field: 'at',
      reason: storeMessage('schedule_same_minute', { category, fact }),
    });
  }
}

function readTime(at: string, zone: string): Date {
  const moment = momentAt(zone, at);
  if (!moment) throw wrongTime('schedule_time_missing');
  return moment;
}

function wrongTime(code: 'schedule_time_past' | 'schedule_time_missing' | 'schedule_time_far'): StoreError {
  return new StoreError('invalid_input', { field: 'at', reason: code });
}

async function assertRoom(tx: Tx): Promise<void> {
  if ((await scheduledPrices.listOpen(tx)).length < scheduleLimits.waiting) return;
  throw new StoreError('conflict', { reason: storeMessage('schedule_full', { most: scheduleLimits.waiting }) });
}

function notFound(): StoreError {
  return new StoreError('not_found', { reason: 'schedule_gone' });
}

function toDetails({ dueAt, offers }: Pick<ScheduledChange, 'dueAt' | 'offers'>) {
  return {
    at: dueAt.toISOString(),
    offers: offers.map(({ id, ...facts }) => `${id}: ${Object.keys(facts).join(', ')}`),
  };
}

async function write(
  ctx: StoreContext,
  admin: Admin,
  action: string,
  change: (tx: Tx) => Promise<Record<string, unknown>>,
): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    const details = await change(tx);
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action, subject, details });
    ctx.live.announce(tx, 'settings-update');
    ctx.live.announce(tx, 'alert-update');
  });
}

const noConfirmation = { at: '', by: '' };

function settingsWith(settings: StoreSettings, offers: readonly PriceFacts[]): StoreSettings {
  return settingsAfter(settings, inputWith(settings, offers), noConfirmation);
}

/** A save that changes these facts alone. */
function inputWith(settings: StoreSettings, offers: readonly PriceFacts[]): StoreSettingsInput {
  return tidySettings({
    ...settings,
    texts: undefined,
    selling: undefined,
    offers: [...offers],
    claims: byName(claimNames, (name) => {
      const { text, shown, confirmed_at } = settings.claims[name];
      return { text, shown, confirmed: confirmed_at !== null };
    }),
  });
}
