// Moves the price of an offer by its margin rule: the rule applies it by itself, or proposes it to the operator.
import { offersAfter } from '../../contract/offer-changes.ts';
import { marginField, marginRuleOf, offerKey, viewsOf } from '../../contract/offers.ts';
import type { MarginMode } from '../../contract/setting-fields.ts';
import { StoreError } from '../../contract/store-error.ts';
import type { StoreMessage } from '../../contract/store-messages.ts';
import { changesBetween, type StoreSettings } from '../../contract/store-settings.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import {
  findProposal,
  isBeyondStep,
  type PriceProposal,
  proposalMessage,
  readCosts,
} from '../modules/providers/margin-rules.ts';
import * as changesRepository from '../modules/providers/service-changes.repository.ts';
import { priceKinds } from '../modules/providers/service-changes.ts';
import { settleByOffers } from '../modules/providers/settle-service-changes.ts';
import type { SettingsVersion } from '../modules/settings/settings.repository.ts';
import * as settingsRepository from '../modules/settings/settings.repository.ts';
import type { Admin } from '../request-context.ts';

export type ShownProposal = {
  offer: string;
  subject: string;
  /** Millionths of a dollar per unit. */
  price: number;
  since: Date;
  message: StoreMessage;
};

/** The prices that rules propose, and floors that need more than the daily step of a rule that applies. */
export async function listProposals(ctx: StoreContext): Promise<ShownProposal[]> {
  const { settings, changedAt } = await settingsRepository.getLatest(ctx);
  if (!hasRule(settings, 'propose', 'apply')) return [];
  const proposals = await ctx.database.transaction((tx) => findProposals(ctx, tx, settings));
  const open = proposals.filter((proposal) => !isApplying(settings, proposal) || isBeyondStep(proposal));
  return Promise.all(
    open.map(async (proposal) => ({
      offer: proposal.cost.offer,
      subject: subjectOf(proposal),
      price: proposal.proposed,
      since: (await changesRepository.findLastChange(ctx.database.db, proposal.cost, priceKinds)) ?? changedAt,
      message: proposalMessage(settings, proposal),
    })),
  );
}

/** Runs each hour, after each import of a catalog, and after each change of a rule, a fee or a limit. Repeats change nothing. */
export async function applyMarginRules(ctx: StoreContext): Promise<void> {
  const { settings } = await settingsRepository.getLatest(ctx);
  if (!hasRule(settings, 'apply')) return;
  await ctx.database.transaction(async (tx) => {
    const { now, ...locked } = await settingsRepository.lockLatest(ctx, tx);
    let last: SettingsVersion = locked;
    for (const proposal of await findProposals(ctx, tx, last.settings)) {
      const { offer, next } = proposal;
      if (!isApplying(last.settings, proposal) || next === offer.unit_price_micros) continue;
      const by = { actor: 'system', changedBy: `${settingsRepository.marginRuleActor}${offerKey(offer)}` };
      last = await write(ctx, tx, { last, now, offer, price: next }, by);
    }
    await settleByOffers(ctx, tx, { before: locked.settings.offers, after: last.settings.offers }, null);
  });
  ctx.settings.forget();
}

/** Applies what an action item proposes. Throws conflict when the rules want another price now. */
export async function applyProposal(ctx: StoreContext, subject: string, admin: Admin): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    const { now, ...last } = await settingsRepository.lockLatest(ctx, tx);
    const proposal = (await findProposals(ctx, tx, last.settings)).find((each) => subjectOf(each) === subject);
    if (!proposal) throw new StoreError('conflict', { reason: 'proposal_changed' });
    const { offer, proposed: price } = proposal;
    const by = { actor: `admin:${admin.id}`, changedBy: admin.email };
    const next = await write(ctx, tx, { last, now, offer, price }, by);
    await settleByOffers(ctx, tx, { before: last.settings.offers, after: next.settings.offers }, admin.email);
  });
  ctx.settings.forget();
}

function hasRule(settings: StoreSettings, ...modes: readonly MarginMode[]): boolean {
  return settings.offers.some((offer) => modes.includes(marginRuleOf(settings, offer).mode));
}

function isApplying(settings: StoreSettings, { offer }: PriceProposal): boolean {
  return marginRuleOf(settings, offer).mode === 'apply';
}

/** Contains the prices, so that a dismissal counts for one proposal. */
function subjectOf({ offer, proposed }: PriceProposal): string {
  return [offerKey(offer), offer.unit_price_micros, proposed].join(' ');
}

/** At most one of each offer. */
async function findProposals(ctx: StoreContext, tx: Tx, settings: StoreSettings): Promise<PriceProposal[]> {
  const costs = await readCosts(ctx, tx);
  const days = await settingsRepository.pricesOfDay(
    tx,
    settings.offers.map(({ id }) => id),
  );
  return settings.offers.flatMap((offer) => {
    const { unit_price_micros: present } = offer;
    const { lowest, highest } = days.get(offer.id) ?? { lowest: present, highest: present };
    const day = { lowest, highest, mostCut: settings.spending_caps.price_cut };
    return findProposal(settings, offer, costs, day) ?? [];
  });
}

async function write(
  ctx: StoreContext,
  tx: Tx,
  { last, now, offer, price }: { last: SettingsVersion; now: Date; offer: PriceProposal['offer']; price: number },
  { actor, changedBy }: { actor: string; changedBy: string },
): Promise<SettingsVersion> {
  const settings = withPrice(last.settings, offer.id, price);
  const changes = changesBetween(last.settings, settings);
  const next = { version: last.version + 1, settings, changes, changedBy, changedAt: now };
  await settingsRepository.addVersion(tx, next);
  const details = {
    version: next.version,
    fields: changes.map(({ field }) => field),
    rule: marginField(offer),
  };
  await ctx.audit.record(tx, { actor, action: 'settings.saved', subject: 'store-settings', details });
  ctx.live.announce(tx, 'settings-update');
  return next;
}

/** The other offers keep their prices, as own ones where they had the base price. */
function withPrice(settings: StoreSettings, id: string, unit_price_micros: number): StoreSettings {
  const isBase = settings.offers[0]?.id === id;
  const own = isBase ? {} : { own_price: true };
  const { offers } = offersAfter(settings.offers, { ...settings, offers: [{ id, unit_price_micros, ...own }] });
  return { ...settings, offers, ...viewsOf(offers) };
}
