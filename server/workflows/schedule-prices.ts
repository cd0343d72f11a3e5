// Changes of prices at a time in the future, scheduled by an admin.

import type { AnswerFor, CallFor } from '../../contract/index.ts';
import { type OfferSetting, offerTitle } from '../../contract/offers.ts';
import type { PackageChange } from '../../contract/price-change.ts';
import { type PriceFacts, priceFactsBetween, scheduleLimits } from '../../contract/price-facts.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import { changesBetween } from '../../contract/store-settings.ts';
import { localMinuteIn, momentAt } from '../../contract/time-zones.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import * as scheduledPrices from '../modules/settings/scheduled-prices.repository.ts';
import { type ScheduledChange, auditSubject as subject } from '../modules/settings/scheduled-prices.repository.ts';
import * as settingsRepository from '../modules/settings/settings.repository.ts';
import { sentenceFields } from '../platform/sentence-columns.ts';
import type { Admin } from '../request-context.ts';
import { assertPrices, factsOf, forecast, largeChanges } from './forecast-prices.ts';

type PlanInput = CallFor<'POST /api/admin/store-settings/scheduled'>['body'];
type ListedChange = AnswerFor<'GET /api/admin/store-settings/scheduled'>[number];

const dayMs = 86_400_000;

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

/**
 * `replaced`: the ID of the change that gets the plan; null adds one. Throws invalid_input, conflict beyond the limit of waiting
 * changes, not_found for one that was applied or removed, and the errors of `assertPriceChange`.
 */
export async function schedulePrices(
  ctx: StoreContext,
  replaced: string | null,
  plan: PlanInput,
  admin: Admin,
): Promise<ListedChange[]> {
  const confirmed = await assertNewPrices(ctx, plan, replaced);
  return write(ctx, admin, replaced === null ? 'scheduled_prices.added' : 'scheduled_prices.changed', async (tx) => {
    const row = { ...(await toRow(ctx, tx, plan, admin, replaced)), confirmed };
    const id = replaced ?? ctx.ids.uuid();
    if (replaced === null) await scheduledPrices.add(tx, id, row);
    else if (!(await scheduledPrices.change(tx, id, row))) throw notFound();
    return { id, ...toDetails(row) };
  });
}

/** Throws not_found for one that was applied or removed. */
export async function removeScheduledPrices(ctx: StoreContext, id: string, admin: Admin): Promise<ListedChange[]> {
  return write(ctx, admin, 'scheduled_prices.removed', async (tx) => {
    if (!(await scheduledPrices.remove(tx, id))) throw notFound();
    return { id };
  });
}

/** Throws not_found, conflict beyond the limit, and invalid_input once its time has passed. */
export async function restoreScheduledPrices(ctx: StoreContext, id: string, admin: Admin): Promise<ListedChange[]> {
  const found = await scheduledPrices.find(ctx.database.db, id);
  if (!found || found.appliedAt) throw notFound();
  if (found.removedAt === null) return listScheduledPrices(ctx);
  return write(ctx, admin, 'scheduled_prices.restored', async (tx) => {
    const { now, settings } = await settingsRepository.lockLatest(ctx, tx);
    if (found.refusedAt === null && found.dueAt <= now) throw wrongTime('schedule_time_past');
    const open = await scheduledPrices.listOpen(tx);
    assertRoom(open);
    if (found.refusedAt === null) assertFreeMinute(waitingBeside(open, id), settings.offers, found);
    if (!(await scheduledPrices.restore(tx, id))) throw notFound();
    return { id };
  });
}

/** As `assertPrices`, on top of what is scheduled before. Returns the large changes, which the admin confirmed. */
async function assertNewPrices(ctx: StoreContext, plan: PlanInput, replaced: string | null): Promise<PackageChange[]> {
  const version = await settingsRepository.getLatest(ctx);
  const dueAt = readTime(plan.at, version.settings.time_zone);
  const waiting = waitingBeside(await scheduledPrices.listOpen(ctx.database.db), replaced);
  const earlier = waiting.filter((row) => row.dueAt <= dueAt);
  const { expected } = await forecast(ctx, version, earlier);
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
  // The lock of a save: each other version is the basis of this plan, or is saved after it.
  const { version, settings, now } = await settingsRepository.lockLatest(ctx, tx);
  const dueAt = readTime(at, settings.time_zone);
  if (dueAt <= now) throw wrongTime('schedule_time_past');
  if (dueAt.getTime() - now.getTime() > scheduleLimits.days * dayMs) throw wrongTime('schedule_time_far');
  const open = await scheduledPrices.listOpen(tx);
  assertFreeMinute(waitingBeside(open, replaced), settings.offers, { dueAt, offers });
  if (replaced === null) assertRoom(open);
  return { dueAt, offers, basedOn: version, adminId: id, createdBy: email };
}

function waitingBeside(open: readonly ScheduledChange[], own: string | null): ScheduledChange[] {
  return open.filter(({ id, refusedAt }) => refusedAt === null && id !== own);
}

/** Two changes of a fact at the same minute would have no order. */
function assertFreeMinute(
  waiting: readonly ScheduledChange[],
  offers: readonly OfferSetting[],
  { dueAt, offers: wanted }: Pick<ScheduledChange, 'dueAt' | 'offers'>,
): void {
  const taken = waiting.filter((row) => row.dueAt.getTime() === dueAt.getTime()).flatMap((row) => row.offers);
  for (const facts of wanted) {
    const same = taken.filter(({ id }) => id === facts.id).flatMap(factsOf);
    const fact = factsOf(facts).find((name) => same.includes(name));
    const offer = offers.find(({ id }) => id === facts.id);
    if (!fact || !offer) continue;
    const category = offerTitle(offer);
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

function assertRoom(open: readonly ScheduledChange[]): void {
  if (open.length < scheduleLimits.waiting) return;
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
): Promise<ListedChange[]> {
  await ctx.database.transaction(async (tx) => {
    const details = await change(tx);
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action, subject, details });
    ctx.live.announce(tx, 'settings-update');
    ctx.live.announce(tx, 'alert-update');
  });
  return listScheduledPrices(ctx);
}
