// Changes of prices at a time in the future: scheduled by an admin, applied by a job as a save of the settings.

import { isAllowed } from '../../contract/account-rules.ts';
import { byName } from '../../contract/by-name.ts';
import { claimNames } from '../../contract/claim-names.ts';
import type { AnswerFor, CallFor } from '../../contract/index.ts';
import type { OfferSetting } from '../../contract/offers.ts';
import { type PriceFact, priceFacts } from '../../contract/price-fact-names.ts';
import { type PriceFacts, priceFactField, priceFactsBetween, scheduleLimits } from '../../contract/price-facts.ts';
import { refusalSentence, sentenceOf } from '../../contract/sentences.ts';
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
import { listMinimumProblems } from '../modules/providers/service-minimums.ts';
import { assertPriceChange } from '../modules/settings/price-change.ts';
import type { ScheduledChange } from '../modules/settings/scheduled-prices.repository.ts';
import * as scheduledPrices from '../modules/settings/scheduled-prices.repository.ts';
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
  const [{ settings }, rows] = await Promise.all([
    settingsRepository.getLatest(ctx),
    scheduledPrices.listOpen(ctx.database.db),
  ]);
  let before = settings;
  const listed: ListedChange[] = [];
  for (const row of rows) {
    const after = settingsWith(before, row.offers);
    const changes = changesBetween(before, after);
    const conflict = row.refusedAt === null ? await findHandChange(ctx.database.db, settings.offers, row) : null;
    // What is not applied is no basis of the next change.
    if (row.refusedAt === null && conflict === null) before = after;
    const { text, coded } = conflict ? sentenceOf(conflict) : { text: row.refusal, coded: row.refusalCoded };
    listed.push({
      id: row.id,
      at: row.dueAt.toISOString(),
      local_time: localMinuteIn(settings.time_zone, row.dueAt),
      offers: row.offers,
      changes,
      created_at: row.createdAt.toISOString(),
      created_by: row.createdBy,
      refused_at: row.refusedAt?.toISOString() ?? null,
      ...sentenceFields('refusal', text, coded),
    });
  }
  return listed;
}

/** Throws invalid_input, conflict beyond the limit of waiting changes, and the errors of `assertPriceChange`. */
export async function schedulePrices(ctx: StoreContext, plan: PlanInput, admin: Admin): Promise<ListedChange[]> {
  await assertNewPrices(ctx, plan, null);
  await write(ctx, admin, 'scheduled_prices.added', async (tx) => {
    const row = await toRow(ctx, tx, plan, admin);
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
  await assertNewPrices(ctx, plan, id);
  await write(ctx, admin, 'scheduled_prices.changed', async (tx) => {
    const row = await toRow(ctx, tx, plan, admin);
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
    const { now } = await settingsRepository.lockLatest(ctx, tx);
    if (found.refusedAt === null && found.dueAt <= now) throw wrongTime('schedule_time_past');
    await assertRoom(tx);
    if (!(await scheduledPrices.restore(tx, id))) throw notFound();
    return { id };
  });
  return listScheduledPrices(ctx);
}

/** Every minute. What is due is saved as the admin would save it now; a repetition finds it applied. */
export async function applyScheduledPrices(ctx: StoreContext): Promise<void> {
  const failures: unknown[] = [];
  for (const change of await scheduledPrices.listDue(ctx.database.db)) {
    try {
      await apply(ctx, change);
    } catch (error) {
      failures.push(error);
    }
  }
  // The next run tries these again.
  if (failures.length > 0) throw failures[0];
}

const mostAttempts = 5;
/** Another process was first, or an admin removed it. */
class NotWaiting extends Error {}

async function apply(ctx: StoreContext, change: ScheduledChange): Promise<void> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    try {
      await saveNow(ctx, change);
      return;
    } catch (error) {
      if (error instanceof NotWaiting) return;
      if (!(error instanceof StoreError)) throw error;
      // Another save came first.
      if (error.code === 'settings_changed') continue;
      return refuse(ctx, change, error);
    }
  }
}

async function saveNow(ctx: StoreContext, { id, dueAt }: ScheduledChange): Promise<void> {
  const { version, settings } = await settingsRepository.getLatest(ctx);
  const change = await scheduledPrices.find(ctx.database.db, id);
  if (!change || change.appliedAt || change.removedAt || change.refusedAt || change.dueAt > dueAt) {
    throw new NotWaiting();
  }
  const author = (await listAdmins(ctx.database.db)).find((admin) => admin.id === change.adminId);
  if (!author || !isAllowed(author.role, 'manager')) {
    throw new StoreError('conflict', { reason: storeMessage('schedule_author_gone', { email: change.createdBy }) });
  }
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
  await saveSettings(ctx, { version, settings: inputWith(settings, change.offers), confirm: true }, admin, alongside);

  async function alongside(tx: Tx, next: number | null): Promise<void> {
    const reason = await findHandChange(tx, settings.offers, change as ScheduledChange);
    if (reason) throw new StoreError('conflict', { reason });
    if (!(await scheduledPrices.setApplied(tx, id, next))) throw new NotWaiting();
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

/** A field that a person changed since is theirs: nothing is applied on top of it. Null where none was. */
async function findHandChange(
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
      message: storeMessage('schedule_changed_by_hand', { category: offer.category, fact }),
    }));
  });
  const changed = await scheduledPrices.listChangedByHand(
    at,
    change.basedOn,
    stated.flatMap(({ fields }) => fields),
  );
  return stated.find(({ fields }) => fields.some((field) => changed.includes(field)))?.message ?? null;
}

function factsOf(facts: PriceFacts): PriceFact[] {
  return priceFacts.filter((name) => facts[name] !== undefined);
}

/** As a save would refuse them, on top of what is scheduled before. */
async function assertNewPrices(ctx: StoreContext, plan: PlanInput, replaced: string | null): Promise<void> {
  const { settings } = await settingsRepository.getLatest(ctx);
  const due = readTime(plan.at, settings.time_zone);
  const before = (await scheduledPrices.listOpen(ctx.database.db))
    .filter((row) => row.refusedAt === null && row.id !== replaced && row.dueAt <= due)
    .reduce((basis, row) => settingsWith(basis, row.offers), settings);
  const input = inputWith(before, plan.offers);
  const wrong = settingsProblems(input, before.offers);
  if (wrong.length > 0) throw invalidSettings(wrong);
  const { offers } = settingsAfter(before, input, noConfirmation);
  const changed = priceFactsBetween(before.offers, offers);
  if (changed.length === 0) throw new StoreError('invalid_input', { field: 'offers', reason: 'schedule_nothing' });
  const lowered = offers.filter(({ id }) => changed.some((one) => one.id === id && one.min_quantity !== undefined));
  const problems = await listMinimumProblems(ctx, lowered);
  if (problems.length > 0) throw invalidSettings(problems);
  assertPriceChange(
    { before: before.offers, dayBefore: before.offers, after: offers },
    { mostPercent: settings.spending_caps.price_cut, isConfirmed: plan.confirm ?? false },
    { isReturn: false, loss: null },
  );
}

async function toRow(ctx: StoreContext, tx: Tx, { at, offers }: PlanInput, { id, email }: Admin) {
  // The lock of a save: a version that comes now is later than this plan, or is its basis.
  const { version, settings, now } = await settingsRepository.lockLatest(ctx, tx);
  const dueAt = readTime(at, settings.time_zone);
  if (dueAt <= now) throw wrongTime('schedule_time_past');
  if (dueAt.getTime() - now.getTime() > scheduleLimits.days * dayMs) throw wrongTime('schedule_time_far');
  return { dueAt, offers, basedOn: version, adminId: id, createdBy: email };
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
