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
/** `isBeyondStep`: the floor needs more than the largest step, which no rule applies by itself. */
export type PriceProposal = { cost: ServiceCost; present: number; next: number; isBeyondStep: boolean };

/** Of the services in use by providers that get new links, where the price is known in dollars. Without held services. */
export async function readCosts(ctx: StoreContext): Promise<ServiceCost[]> {
  const used = (await listProviders(ctx)).filter(({ enabled }) => enabled).flatMap(usedServices);
  const { db } = ctx.database;
  const [known, rates] = await Promise.all([
    catalogueRepository.readServices(db, used),
    catalogueRepository.readUsdRates(db),
  ]);
  return used.flatMap((each) => {
    const service = known.find((one) => one.providerId === each.providerId && one.serviceId === each.serviceId);
    const usd = catalogueRepository.usdOf(rates, each.providerId);
    if (!service || service.isHeld || service.goneAt !== null || service.ratePerThousand === null || usd === null)
      return [];
    return { ...each, unitCost: (Number(service.ratePerThousand) * usd) / 10 };
  });
}

/** Prices that would sell below the floor of a rule by a service in use. Null: none. */
export function findBelowFloor(rules: Rules, prices: PriceList, costs: readonly ServiceCost[]): StoreMessage | null {
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
  costs: readonly ServiceCost[],
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
  const next = Math.max(reached, floor);
  return next === present ? null : { cost, present, next, isBeyondStep: next > reached };
}

/** With the cost, which roles without costs do not read. */
export function proposalMessage({ margins }: Rules, proposal: PriceProposal): StoreMessage {
  const { cost, present, next, isBeyondStep } = proposal;
  const { category, serviceId, providerName: provider } = cost;
  return storeMessage(isBeyondStep ? 'price_proposed_beyond' : 'price_proposed', {
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
