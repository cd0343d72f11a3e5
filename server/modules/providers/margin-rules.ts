// The price of an offer that its margin rule leads to, from the costs in the catalogs, and what is below its floor.
import { dearestFee, marginPercent } from '../../../contract/margin-percent.ts';
import {
  marginField,
  marginRuleOf,
  type OfferSetting,
  offerKey,
  offerTitle,
  priceField,
  specifiedCategory,
} from '../../../contract/offers.ts';
import type { FieldSettings } from '../../../contract/setting-fields.ts';
import { type SettingsProblem, settingsLimits } from '../../../contract/settings-rules.ts';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import type { Queryable } from '../../database/database.ts';
import * as catalogueRepository from './catalogue.repository.ts';
import { floorPrice, nextPrice, roundedUp, targetPrice } from './margin-price.ts';
import { roundedCents } from './provider-warnings.ts';
import { listUsedServices, type UsedService } from './providers.service.ts';

/** Of the specified offers; another one has its rule itself: `marginRuleOf()`. */
type Rules = Pick<FieldSettings, 'margins' | 'fees'>;
/** In dollars for 1,000 units, and in cents for one. */
export type ServiceCost = UsedService & { cost: number; unitCost: number; isGone: boolean; isHeld: boolean };
export type PriceProposal = {
  offer: OfferSetting;
  /** Of the dearest service. */
  cost: ServiceCost;
  /** Within the largest step of a day. */
  next: number;
  /** What the operator can apply: `next`, or the floor where it is above. */
  proposed: number;
  /** The target needs more than a step. */
  isStep: boolean;
};

/** `unknown`: keys of the offers where a service in use has no known cost. */
export type ServiceCosts = { known: ServiceCost[]; unknown: string[] };

/** Of the services in use by providers that get new links. One that is gone or held counts by its last cost. */
export async function readCosts(ctx: StoreContext, db: Queryable): Promise<ServiceCosts> {
  const used = await listUsedServices(ctx, db);
  const services = await catalogueRepository.readServices(db, used);
  const rates = await catalogueRepository.readUsdRates(db);
  const known = used.flatMap((each) => {
    const service = catalogueRepository.findService(each, services);
    const usd = catalogueRepository.usdOf(rates, each.providerId);
    // The present cost of a held service is that of something else.
    const rate = service?.isHeld ? service.confirmed?.rate : service?.ratePerThousand;
    if (!service || rate == null || usd === null) return [];
    const { goneAt, isHeld } = service;
    const cost = Number(rate) * usd;
    return cost > 0 ? { ...each, cost, unitCost: cost / 10, isGone: goneAt !== null, isHeld: isHeld === true } : [];
  });
  const isKnown = ({ providerId, offer }: UsedService) =>
    known.some((cost) => cost.providerId === providerId && cost.offer === offer);
  return { known, unknown: used.filter((each) => !isKnown(each)).map(({ offer }) => offer) };
}

/**
 * Offers that a save would sell below the floor of their rule, where less remains than before. Ignores services that are gone
 * and those that an admin accepted.
 */
export function findBelowFloor(
  rules: Rules,
  { before, after }: Record<'before' | 'after', readonly OfferSetting[]>,
  costs: ServiceCosts,
  isAccepted: (cost: ServiceCost, offer: OfferSetting) => boolean,
): SettingsProblem[] {
  return after.flatMap((offer): SettingsProblem[] => {
    const { unit_price_micros } = offer;
    const category = offerTitle(offer);
    const { mode, floor } = marginRuleOf(rules, offer);
    const known = costs.known.filter((cost) => !cost.isGone && !isAccepted(cost, offer));
    const cost = findDearest(offer, { known });
    const was = before.find(({ id }) => id === offer.id);
    const isTurnedOn = offer.on && was?.on === false && specifiedCategory(offer) === null;
    if (mode === 'off' || !cost || (isSamePrice(offer, was) && !isTurnedOn)) return [];
    const least = leastOf(rules, offer, cost.unitCost);
    const field = priceField(offer);
    if (least === null) return [{ field, ...storeMessage('price_floor_unreachable', { category, floor }) }];
    const leastBefore = was && leastOf(rules, was, cost.unitCost);
    const isLess = !was || !leastBefore || unit_price_micros * leastBefore < was.unit_price_micros * least;
    if (unit_price_micros >= least || !(isLess || isTurnedOn)) return [];
    const { serviceId, providerName: provider } = cost;
    const costCents = roundedCents(cost.cost);
    const words = { category, provider, serviceId, costCents, floor, leastCents: roundedUp(least) / 10 };
    return [{ field, ...storeMessage('price_below_floor', words) }];
  });
}

const pricing = ['unit_price_micros', 'rounding', 'tiers', 'min_quantity', 'max_quantity', 'step_quantity'] as const;

/** The same price for each quantity on sale. */
export function isSamePrice(offer: OfferSetting, before: OfferSetting | undefined): boolean {
  return pricing.every((name) => JSON.stringify(offer[name]) === JSON.stringify(before?.[name]));
}

/** True where the price of the offer leaves less than the floor of its rule. */
export function isBelowFloor(rules: Rules, offer: OfferSetting, unitCost: number): boolean {
  if (marginRuleOf(rules, offer).mode === 'off') return false;
  const least = leastOf(rules, offer, unitCost);
  return least === null || offer.unit_price_micros < least;
}

/**
 * The next price of an offer by its rule; null where it stays. A change of less than 1 % is made only below the floor.
 * `lowest`, `highest`: its prices of the last 24 hours. `mostCut`: the percent by which a price may fall in a day.
 */
export function findProposal(
  rules: Rules,
  offer: OfferSetting,
  costs: ServiceCosts,
  { mostCut, ...day }: { lowest: number; highest: number; mostCut: number | null },
): PriceProposal | null {
  const { unit_price_micros: present } = offer;
  const { mode, target, step } = marginRuleOf(rules, offer);
  const cost = findDearest(offer, costs);
  if (mode === 'off' || !cost) return null;
  const least = leastOf(rules, offer, cost.unitCost);
  const aim = targetPrice(target, cost.unitCost, feeOf(rules));
  if (least === null || aim === null) return null;
  const floor = roundedUp(least);
  if (floor > settingsLimits.unitPriceMicros) return null;
  const wanted = Math.min(Math.max(floor, roundedUp(aim)), settingsLimits.unitPriceMicros);
  const reached = nextPrice(wanted, { present, ...day }, { up: step, down: Math.min(step, mostCut ?? 100) });
  // A price falls only where all costs are known.
  const next = costs.unknown.includes(offerKey(offer)) ? Math.max(reached, present) : reached;
  const proposed = Math.max(next, floor);
  // Costs in other currencies change each day.
  const isSmall = (price: number) => Math.abs(price - present) * 100 < present;
  const isRest = day.lowest !== day.highest;
  if (present >= floor && (isSmall(wanted) || (isRest && isSmall(next)))) return null;
  return proposed === present ? null : { offer, cost, next, proposed, isStep: proposed < wanted };
}

/** The floor needs more than a step of a day. */
export function isBeyondStep({ next, proposed }: PriceProposal): boolean {
  return proposed > next;
}

/** With the cost, which roles without costs do not read. */
export function proposalMessage(rules: Rules, proposal: PriceProposal): StoreMessage {
  const { offer, cost, proposed, isStep } = proposal;
  const { serviceId, providerName: provider } = cost;
  const { mode, target, floor, step } = marginRuleOf(rules, offer);
  const beyond = mode === 'apply' ? 'price_rises_daily' : 'price_proposed_beyond';
  const within = isStep ? 'price_proposed_step' : 'price_proposed';
  return storeMessage(isBeyondStep(proposal) ? beyond : within, {
    category: offerTitle(offer),
    provider,
    serviceId,
    costCents: roundedCents(cost.cost),
    fromCents: Math.round(offer.unit_price_micros / 10),
    toCents: proposed / 10,
    target,
    floor,
    step,
  });
}

/** The share of a rule that no price leaves after the gateway's fee. */
export function findUnreachable(
  rules: Rules & { offers: readonly OfferSetting[] },
): { field: string; category: string; share: number } | null {
  const { percent } = feeOf(rules);
  for (const offer of rules.offers) {
    const { mode, target } = marginRuleOf(rules, offer);
    if (mode !== 'off' && target + percent >= 100)
      return { field: `${marginField(offer)}.target`, category: offerTitle(offer), share: target };
  }
  return null;
}

/** What remains of an order of 1,000 units without a discount. `cost`: dollars of 1,000 units. */
export function marginAt(rules: Pick<Rules, 'fees'>, unitPriceMicros: number, cost: number): number {
  return marginPercent(unitPriceMicros, cost, dearestFee(Object.values(rules.fees)));
}

function findDearest(offer: OfferSetting, { known }: Pick<ServiceCosts, 'known'>): ServiceCost | null {
  const key = offerKey(offer);
  const costs = known.filter((cost) => cost.offer === key);
  return costs.reduce<ServiceCost | null>((most, cost) => (most && most.unitCost >= cost.unitCost ? most : cost), null);
}

function leastOf(rules: Rules, offer: OfferSetting, unitCost: number): number | null {
  return floorPrice(marginRuleOf(rules, offer).floor, unitCost, feeOf(rules), offer);
}

function feeOf({ fees }: Rules) {
  return dearestFee(Object.values(fees));
}
