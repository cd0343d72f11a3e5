// The prices after each scheduled change, and why a change would be refused.

import { isAllowed } from '../../contract/account-rules.ts';
import { byName } from '../../contract/by-name.ts';
import { claimNames } from '../../contract/claim-names.ts';
import { type OfferInput, type OfferSetting, offerTitle } from '../../contract/offers.ts';
import { findLargePriceChanges, type PackageChange } from '../../contract/price-change.ts';
import { type PriceFact, priceFacts } from '../../contract/price-fact-names.ts';
import { type PriceFacts, priceFactField } from '../../contract/price-facts.ts';
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
import type { StoreContext } from '../context.ts';
import type { Queryable } from '../database/database.ts';
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
import type { Admin } from '../request-context.ts';

const dayMs = 86_400_000;

/** Why a change is not applied: a person or a margin rule changed one of its fields since. Null where none did. */
export async function findOtherChange(
  at: Queryable,
  offers: readonly OfferSetting[],
  change: ScheduledChange,
): Promise<StoreMessage | null> {
  const stated = change.offers.flatMap((facts) => {
    const offer = offers.find(({ id }) => id === facts.id);
    if (!offer) return [];
    return factsOf(facts).map((fact) => ({
      // The earlier version of the store records the base price of all offers under this name.
      fields: [priceFactField(offer, fact), ...(fact === 'unit_price_micros' ? ['prices.unit_price_micros'] : [])],
      category: offerTitle(offer),
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

export function factsOf(facts: PriceFacts): PriceFact[] {
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

/** The prices before and after each change, in the order of time. A later change does not build on a refused one. */
export async function forecast(
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

export function findAuthor<A extends { id: string; role: Admin['role'] }>(admins: readonly A[], row: ScheduledChange) {
  return admins.find(({ id, role }) => id === row.adminId && isAllowed(role, 'manager'));
}

export function authorGone({ createdBy }: ScheduledChange): StoreMessage {
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

/** True where the admin saw each large change. */
export function isConfirmed({ confirmed }: ScheduledChange, before: OfferSetting[], after: OfferSetting[]): boolean {
  const known = confirmed.map(keyOfChange);
  return largeChanges(before, after).every((change) => known.includes(keyOfChange(change)));
}

function keyOfChange({ category, offer, quantity, before, after }: PackageChange): string {
  return [offer ?? category, quantity, before, after].join(' ');
}

export function largeChanges(before: OfferSetting[], after: OfferSetting[]): PackageChange[] {
  return findLargePriceChanges(before, after);
}

/** Applies the checks of a save at that time, on top of the last period. Returns the offers before and after. */
export async function assertPrices(
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

/** As `isPriceReturn` computes it at that time: these prices were active for an hour of the 24 before. */
function isReturnAt({ periods }: Expected, due: Date, offers: OfferSetting[]): boolean {
  const pricesOf = (all: OfferSetting[]) =>
    JSON.stringify(all.map(({ id, unit_price_micros, rounding, tiers }) => [id, unit_price_micros, rounding, tiers]));
  return periods.some(({ since, settings }, at) => {
    const until = periods[at + 1]?.since;
    const from = Math.max(since.getTime(), due.getTime() - dayMs);
    const isActive = until && until.getTime() - from >= dayMs / 24;
    // An offer that was added later has no earlier price.
    const known = offers.filter(({ id }) => settings.offers.some((offer) => offer.id === id));
    return isActive && pricesOf(settings.offers) === pricesOf(known);
  });
}

const noConfirmation = { at: '', by: '' };

export function settingsWith(settings: StoreSettings, offers: readonly PriceFacts[]): StoreSettings {
  return settingsAfter(settings, inputWith(settings, offers), noConfirmation);
}

/** A save that changes these facts alone. */
export function inputWith(settings: StoreSettings, offers: readonly OfferInput[]): StoreSettingsInput {
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
