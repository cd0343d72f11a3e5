// The price that the margin rules of the settings lead to, from the costs in the catalogs, and what is below their floor.
import { type Category, categories } from '../../../contract/category.ts';
import type { PriceList } from '../../../contract/pricing.ts';
import type { FieldSettings } from '../../../contract/setting-fields.ts';
import { settingsLimits } from '../../../contract/settings-rules.ts';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import * as catalogueRepository from './catalogue.repository.ts';
import { dearestFee, floorPrice, nextPrice, roundedUp, targetPrice, unitPriceOf } from './margin-price.ts';
import { roundedCents } from './provider-warnings.ts';
import { listProviders, type UsedService, usedServices } from './providers.service.ts';

type Rules = Pick<FieldSettings, 'margins' | 'fees'>;
/** `unitCost`: of one unit, in cents. */
export type ServiceCost = UsedService & { unitCost: number };
/** `isBeyondStep`: the floor needs more than the largest step, which no rule applies by itself. `isStep`: the target needs more. */
export type PriceProposal = {
  cost: ServiceCost;
  present: number;
  next: number;
  isBeyondStep: boolean;
  isStep: boolean;
};

/** `isComplete`: false where a service in use has no known cost. */
export type ServiceCosts = { known: ServiceCost[]; isComplete: boolean };

/** Of the services in use by providers that get new links. One that is gone or held counts by its last cost. */
export async function readCosts(ctx: StoreContext): Promise<ServiceCosts> {
  const used = (await listProviders(ctx)).filter(({ enabled }) => enabled).flatMap(usedServices);
  const { db } = ctx.database;
  const [known, rates] = await Promise.all([
    catalogueRepository.readServices(db, used),
    catalogueRepository.readUsdRates(db),
  ]);
  const costs = used.flatMap((each) => {
    const service = known.find((one) => one.providerId === each.providerId && one.serviceId === each.serviceId);
    const usd = catalogueRepository.usdOf(rates, each.providerId);
    // What a held service costs now is the cost of something else.
    const rate = service?.isHeld ? service.confirmed?.rate : service?.ratePerThousand;
    if (rate == null || usd === null) return [];
    const unitCost = (Number(rate) * usd) / 10;
    return unitCost > 0 ? { ...each, unitCost } : [];
  });
  return { known: costs, isComplete: costs.length === used.length };
}

/** Prices that would sell below the floor of a rule by a service in use. Null: none. */
export function findBelowFloor(rules: Rules, prices: PriceList, { known: costs }: ServiceCosts): StoreMessage | null {
  for (const [category, cost] of dearest(rules, costs)) {
    const { floor } = rules.margins[category];
    const least = leastOf(rules, category, cost.unitCost, prices);
    if (least === null) return storeMessage('price_floor_unreachable', { category, floor });
    if (unitPriceOf(category, prices) < least) {
      return storeMessage('price_below_floor', { category, floor, leastCents: roundedUp(least) / 10 });
    }
  }
  return null;
}

/** True where a rule has a floor that the service does not leave at these prices. */
export function isBelowFloor(rules: Rules, category: Category, unitCost: number, prices: PriceList): boolean {
  if (rules.margins[category].mode === 'off') return false;
  const least = leastOf(rules, category, unitCost, prices);
  return least === null || unitPriceOf(category, prices) < least;
}

/**
 * The next price by the rules; null where it stays. Categories of one base price need the highest of their prices.
 * `day`: the lowest and the highest price of the last 24 hours. `mostCut`: the percent by which a price may fall in a day.
 */
export function findProposal(
  rules: Rules,
  prices: PriceList,
  { known: costs, isComplete }: ServiceCosts,
  { mostCut, ...day }: { lowest: number; highest: number; mostCut: number | null },
): PriceProposal | null {
  let found: { cost: ServiceCost; wanted: number } | null = null;
  let floor = 0;
  for (const [category, cost] of dearest(rules, costs)) {
    const least = leastOf(rules, category, cost.unitCost, prices);
    const target = targetPrice(rules.margins[category].target, cost.unitCost, feeOf(rules));
    if (least === null || target === null) return null;
    floor = Math.max(floor, roundedUp(least));
    const wanted = roundedUp(Math.max(least, target));
    if (found === null || wanted > found.wanted) found = { cost, wanted };
  }
  if (found === null || floor > settingsLimits.unitPriceMicros) return null;
  const { cost } = found;
  const wanted = Math.min(found.wanted, settingsLimits.unitPriceMicros);
  const present = unitPriceOf(cost.category, prices);
  const { step } = rules.margins[cost.category];
  const reached = nextPrice(wanted, { present, ...day }, { up: step, down: Math.min(step, mostCut ?? 100) });
  // A price falls only where all costs are known, and for no other category below its cost and fee.
  const kept = isComplete ? Math.min(present, needOfOthers(rules, prices, costs)) : present;
  const next = Math.max(reached, floor, kept);
  if (next === present) return null;
  return { cost, present, next, isBeyondStep: next > Math.max(reached, kept), isStep: next < wanted };
}

/** With the cost, which roles without costs do not read. */
export function proposalMessage({ margins }: Rules, proposal: PriceProposal): StoreMessage {
  const { cost, present, next, isBeyondStep, isStep } = proposal;
  const { category, serviceId, providerName: provider } = cost;
  const code = isStep ? 'price_proposed_step' : 'price_proposed';
  return storeMessage(isBeyondStep ? 'price_proposed_beyond' : code, {
    category,
    provider,
    serviceId,
    costCents: roundedCents(cost.unitCost * 10),
    fromCents: Math.round(present / 10),
    toCents: next / 10,
    target: margins[category].target,
    floor: margins[category].floor,
    step: margins[category].step,
  });
}

/** Categories without a rule have the same base price. */
function needOfOthers(rules: Rules, prices: PriceList, costs: readonly ServiceCost[]): number {
  const needs = costs
    .filter(({ category }) => rules.margins[category].mode === 'off')
    .map(
      ({ category, unitCost }) =>
        floorPrice(0, unitCost, feeOf(rules), prices.offers[category]) ?? Number.POSITIVE_INFINITY,
    );
  return roundedUp(Math.max(0, ...needs));
}

/** The share of a rule that no price leaves after the gateway's fee. */
export function findUnreachable(rules: Rules): { field: string; category: Category; share: number } | null {
  const { percent } = feeOf(rules);
  for (const category of categories) {
    const { mode, target } = rules.margins[category];
    if (mode !== 'off' && target + percent >= 100)
      return { field: `margins.${category}.target`, category, share: target };
  }
  return null;
}

/** The dearest service of each category that has a rule. */
function dearest({ margins }: Rules, costs: readonly ServiceCost[]): Map<Category, ServiceCost> {
  const found = new Map<Category, ServiceCost>();
  for (const category of categories) {
    if (margins[category].mode === 'off') continue;
    for (const cost of costs) {
      if (cost.category !== category) continue;
      if (cost.unitCost > (found.get(category)?.unitCost ?? -1)) found.set(category, cost);
    }
  }
  return found;
}

function leastOf(rules: Rules, category: Category, unitCost: number, prices: PriceList): number | null {
  return floorPrice(rules.margins[category].floor, unitCost, feeOf(rules), prices.offers[category]);
}

function feeOf({ fees }: Rules) {
  return dearestFee(Object.values(fees));
}
