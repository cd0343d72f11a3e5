// The changes of services in use, each with the offers that it concerns, its effect on open orders and what can be done.
import type { AnswerFor } from '../../contract/index.ts';
import { englishMessage } from '../../contract/message-texts/english-message.ts';
import { isPaused, type OfferSetting, offerKey, offerSubject, offersOfKeys } from '../../contract/offers.ts';
import type { ServiceChangeAct } from '../../contract/service-changes.ts';
import { type StoreMessage, storeMessage } from '../../contract/store-messages.ts';
import type { StoreSettings } from '../../contract/store-settings.ts';
import type { StoreContext } from '../context.ts';
import { type UnsentUnits, unsentUnits } from '../modules/action-items/action-item-details.repository.ts';
import type { CatalogueService } from '../modules/providers/catalogue.repository.ts';
import * as catalogueRepository from '../modules/providers/catalogue.repository.ts';
import { markOf } from '../modules/providers/held-services.ts';
import { marginAt } from '../modules/providers/margin-rules.ts';
import { listPaused, type PausedService, pausedAmong } from '../modules/providers/paused-services.ts';
import { dollarsPerThousand, problemOfChange } from '../modules/providers/provider-warnings.ts';
import { listProviders, type UsedService, usedServices } from '../modules/providers/providers.service.ts';
import type { ChangeFilter, OpenLinks, ServiceChangeRow } from '../modules/providers/service-changes.repository.ts';
import * as changesRepository from '../modules/providers/service-changes.repository.ts';
import { isMeaning, isPrice, isWorse, priceText } from '../modules/providers/service-changes.ts';
import { confirmProblem, isFree } from '../modules/providers/service-problems.ts';
import { sentenceFields } from '../platform/sentence-columns.ts';
import type { ProviderEntry } from '../ports/settings.ts';
import { listProposals, type ShownProposal } from './apply-margin-rules.ts';

type Answer = AnswerFor<'GET /api/admin/service-changes'>[number];
type ChangedOffer = Answer['offers'][number];

/** Links in delivery are counted up to it. */
const countedLinks = 1_000;

type Facts = {
  settings: StoreSettings;
  providers: readonly ProviderEntry[];
  used: readonly UsedService[];
  services: readonly CatalogueService[];
  usd: ReadonlyMap<string, number | null>;
  currencies: ReadonlyMap<string, string | null>;
  paused: readonly PausedService[];
  proposals: readonly ShownProposal[];
  unsent: readonly UnsentUnits[];
  inDelivery: ReadonlyMap<string, OpenLinks>;
};

/** `limit` and one of them. */
export async function listServiceChanges(
  ctx: StoreContext,
  filter: ChangeFilter,
  page: { limit: number; before: number | null },
): Promise<Answer[]> {
  const { db } = ctx.database;
  const found = await changesRepository.listChanges(db, filter, { ...page, limit: page.limit + 1 });
  if (found.length === 0) return [];
  const [settings, providers, snapshots] = await Promise.all([
    ctx.settings.current(),
    listProviders(ctx),
    catalogueRepository.snapshots(db),
  ]);
  const used = providers.flatMap(usedServices);
  const open = found.filter(({ settledAt }) => settledAt === null);
  const isAnyOpen = open.length > 0;
  const inDelivery = await changesRepository.readInDelivery(db, distinctServices(open), countedLinks);
  const [services, usd] = await Promise.all([
    catalogueRepository.readServices(db, [...used, ...distinctServices(found)]),
    catalogueRepository.readUsdRates(db),
  ]);
  const facts: Facts = {
    settings,
    providers,
    used,
    services,
    usd,
    currencies: new Map([...snapshots].map(([id, { currency }]) => [id, currency])),
    paused: isAnyOpen ? await listPaused(ctx) : [],
    proposals: filter.withCosts && open.some(({ kind }) => isPrice(kind)) ? await listProposals(ctx) : [],
    unsent: isAnyOpen ? await unsentUnits(db) : [],
    inDelivery,
  };
  return found.map((change) => toAnswer(change, facts, filter.withCosts));
}

function distinctServices(of: readonly ServiceChangeRow[]) {
  const keys = new Map(
    of.map(({ providerId, serviceId }) => [keyOf({ providerId, serviceId }), { providerId, serviceId }]),
  );
  return [...keys.values()];
}

const keyOf = ({ providerId, serviceId }: { providerId: string; serviceId: string }) => `${providerId} ${serviceId}`;

function toAnswer(change: ServiceChangeRow, facts: Facts, withCosts: boolean): Answer {
  const { id, providerId, serviceId, kind, before, after, changedAt, openFrom, settledAt, settledAs, settledBy } =
    change;
  const service = catalogueRepository.findService(change, facts.services);
  const used = facts.used.filter((each) => keyOf(each) === keyOf(change));
  const offers = offersOfKeys(
    facts.settings.offers,
    used.map(({ offer }) => offer),
  );
  const isOpen = settledAt === null;
  const isHeld = isOpen && service?.isHeld === true && isMeaning(kind);
  const open = isOpen ? openLinks(change, used, facts) : null;
  const unconfirmable =
    isHeld && offers.length > 0 ? confirmProblem(service, chargedBy(change, facts), !withCosts) : null;
  const effect = open && effectOf(change, { isHeld, unconfirmable, open, offers, facts });
  const problem = currentProblem(change, service, used, facts.settings.offers);
  const shown = offers.map((offer) => toOffer(offer, change, service, facts, withCosts));
  return {
    id,
    ...sentenceFields('problem', problem && englishMessage(problem), problem),
    provider_id: providerId,
    provider_name: providerName(facts, providerId),
    service_id: serviceId,
    kind,
    before,
    after,
    from: openFrom ?? before,
    currency: facts.currencies.get(providerId) ?? null,
    changed_at: changedAt.toISOString(),
    offers: shown,
    open: open && { in_delivery: open.inDelivery, waiting: open.waiting },
    ...sentenceFields('effect', effect && englishMessage(effect), effect),
    acts: isOpen ? actsOf(change, { isHeld, canConfirm: isHeld && unconfirmable === null, offers: shown }) : [],
    mark: isHeld && service && used.length > 0 ? markOf(service) : null,
    settled_at: settledAt?.toISOString() ?? null,
    settled_as: settledAs,
    settled_by: settledBy,
    note: change.note,
  };
}

function chargedBy({ providerId }: ServiceChangeRow, { currencies, usd }: Facts) {
  const currency = currencies.get(providerId)?.trim().toUpperCase() || 'USD';
  return { currency, usd: catalogueRepository.usdOf(usd, providerId) };
}

function providerName({ providers }: Facts, id: string): string {
  return providers.find((entry) => entry.id === id)?.name ?? id;
}

/** Only of a minimum or maximum that the catalog has now, for the quantities that are on sale now. */
function currentProblem(
  change: ServiceChangeRow,
  now: CatalogueService | null,
  used: readonly UsedService[],
  offers: readonly OfferSetting[],
): StoreMessage | null {
  const { kind, after } = change;
  if ((kind !== 'min' && kind !== 'max') || !now || now.goneAt !== null || String(now[kind]) !== after) return null;
  return problemOfChange(change, used, offers);
}

function toOffer(
  offer: OfferSetting,
  change: ServiceChangeRow,
  service: CatalogueService | null,
  { settings, usd: rates, proposals }: Facts,
  withCosts: boolean,
): ChangedOffer {
  const { kind, after, before, openFrom } = change;
  const usd = catalogueRepository.usdOf(rates, change.providerId);
  const marginOf = (rate: string | null, price = offer.unit_price_micros) =>
    withCosts && rate !== null && !isFree(rate) && usd !== null ? marginAt(settings, price, Number(rate) * usd) : null;
  const isKnown = service !== null && service.goneAt === null && service.isHeld !== true;
  const now = isPrice(kind) ? after : isKnown ? service.ratePerThousand : null;
  const proposal = isPrice(kind) ? proposals.find((each) => each.offer === offerKey(offer)) : undefined;
  const proposed = proposal && { margin: marginOf(now, proposal.price), ...proposal };
  return {
    ...offerSubject(offer),
    paused: isPaused(offer),
    price_per_1000: dollarsPerThousand(offer.unit_price_micros),
    margin_percent: marginOf(now),
    margin_percent_before: isPrice(kind) ? marginOf(openFrom ?? before) : null,
    proposal:
      proposed && proposed.margin !== null
        ? {
            subject: proposed.subject,
            price_per_1000: dollarsPerThousand(proposed.price),
            margin_percent: proposed.margin,
          }
        : null,
  };
}

type Open = {
  inDelivery: { links: number; units: number; more: boolean };
  waiting: { links: number; units: number };
  /** The provider that gets new links of an offer in place of this one. */
  nextProvider: string | null;
  /** New links are sent by the service. */
  isNext: boolean;
};

/** Links wait for the first service that can send them; where none can, for each that could. */
function openLinks(change: ServiceChangeRow, used: readonly UsedService[], facts: Facts): Open {
  const sent = facts.inDelivery.get(keyOf(change)) ?? { links: 0, units: 0 };
  const waiting = { links: 0, units: 0 };
  let [isNext, nextProvider]: [boolean, string | null] = [false, null];
  for (const { offer } of used) {
    const next = findNext(offer, facts);
    if (next && keyOf(next) !== keyOf(change)) {
      nextProvider ??= next.providerName;
      continue;
    }
    isNext ||= next !== null;
    const unsent = facts.unsent.find((each) => each.offer === offer);
    waiting.links += unsent?.links ?? 0;
    waiting.units += unsent?.quantity ?? 0;
  }
  const more = sent.links > countedLinks;
  const inDelivery = { links: Math.min(sent.links, countedLinks), units: sent.units, more };
  return { inDelivery, waiting, nextProvider, isNext };
}

/** In the order of the providers. */
function findNext(offer: string, { providers, used, services, paused }: Facts): UsedService | null {
  const isCostly = pausedAmong(paused);
  const found = used.find((each) => {
    if (each.offer !== offer) return false;
    const entry = providers.find(({ id }) => id === each.providerId);
    const service = catalogueRepository.findService(each, services);
    if (!entry?.enabled || entry.apiUrl === '' || entry.apiKey === '' || isCostly(each)) return false;
    return !service || (service.goneAt === null && service.isHeld !== true);
  });
  return found ?? null;
}

type EffectFacts = {
  isHeld: boolean;
  /** Why it cannot be confirmed. */
  unconfirmable: StoreMessage | null;
  open: Open;
  offers: readonly OfferSetting[];
  facts: Facts;
};

function effectOf(change: ServiceChangeRow, of: EffectFacts): StoreMessage {
  const { isHeld, unconfirmable, open, offers, facts } = of;
  const { kind, after, providerId } = change;
  const { inDelivery, waiting, nextProvider, isNext } = open;
  const parts: StoreMessage[] = [];
  const { links, more } = inDelivery;
  if (links > 0)
    parts.push(storeMessage(isPrice(kind) ? 'effect_links_keep_cost' : 'effect_links_in_delivery', { links, more }));
  const cost = { cost: priceText(after), currency: facts.currencies.get(providerId) || 'USD' };
  const isUnused = !isNext && nextProvider === null && offers.length > 0;
  if (isHeld) parts.push(unconfirmable ?? storeMessage('effect_held'));
  else if (kind === 'gone') parts.push(storeMessage('effect_gone'));
  else if (isPrice(kind)) {
    if (isUnused) parts.push(storeMessage('effect_unused'));
    if (isNext && isFree(after)) parts.push(storeMessage('effect_cost_unknown'));
    else if (isNext && waiting.links > 0)
      parts.push(storeMessage('effect_wait_cost', { links: waiting.links, ...cost }));
    else if (isNext) parts.push(storeMessage('effect_new_cost', cost));
  } else if (isUnused && !isWorse(change)) parts.push(storeMessage('effect_unused'));
  else parts.push(effectOfTerms(change));
  const isWaiting = waiting.links > 0 && !(isPrice(kind) && isNext && !isFree(after));
  if (isWaiting) parts.push(storeMessage('effect_wait', { links: waiting.links }));
  if (nextProvider !== null) parts.push(storeMessage('effect_other_provider', { provider: nextProvider }));
  return storeMessage('service_effect', { parts });
}

function effectOfTerms(change: ServiceChangeRow): StoreMessage {
  const { kind, after } = change;
  if (kind === 'returned') return storeMessage('effect_returned');
  if (kind === 'refill') return storeMessage(isWorse(change) ? 'effect_no_refill' : 'effect_refill');
  if (kind === 'cancel') return storeMessage(isWorse(change) ? 'effect_no_cancel' : 'effect_cancel');
  if (isWorse(change) && after !== null) {
    if (kind === 'min') return storeMessage('effect_refused_below', { units: Number(after) });
    if (kind === 'max') return storeMessage('effect_refused_above', { units: Number(after) });
  }
  return storeMessage('effect_as_before');
}

function actsOf(
  change: ServiceChangeRow,
  { isHeld, canConfirm, offers }: { isHeld: boolean; canConfirm: boolean; offers: readonly ChangedOffer[] },
): ServiceChangeAct[] {
  const { kind } = change;
  const isBad = isWorse(change) && kind !== 'recategorized';
  const isPausable = offers.some(({ paused }) => !paused);
  const acts: [ServiceChangeAct, boolean][] = [
    ['confirm_service', canConfirm],
    ['apply_price', isPrice(kind) && offers.length > 0],
    ['edit_limits', (kind === 'min' || kind === 'max') && isBad],
    ['choose_service', isHeld || isBad],
    ['pause', isPausable && (isHeld || kind === 'gone' || kind === 'price_up')],
    ['keep', !isHeld],
  ];
  return acts.flatMap(([act, isPossible]) => (isPossible ? [act] : []));
}
