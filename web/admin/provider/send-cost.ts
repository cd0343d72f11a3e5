// What sending costs at the provider that gets new links, and the balance there.
import type { Provider } from './provider-check.tsx';

/** `offer`: the ID of an offer that does not stand for its category, with its name. */
export type UnitsOfCategory = {
  category: string;
  offer?: string | null | undefined;
  offerName?: string | null | undefined;
  quantity: number;
};
type Subject = Pick<UnitsOfCategory, 'category' | 'offer'>;

/** True for a service that delivers these units. */
export function delivers(service: Subject, units: Subject): boolean {
  return (service.offer ?? service.category) === (units.offer ?? units.category);
}

/** In the provider's currency; null where the provider returned no price or no balance. */
export type SendCost = { cost: number | null; balance: number | null; currency: string };

/** Several providers have no common balance or currency: all is unknown then. */
export function costOf(units: readonly UnitsOfCategory[], providers: readonly Provider[]): SendCost {
  const enabled = providers.filter((one) => one.enabled).sort(byPriority);
  const priced = units.map((sold) => {
    const { quantity } = sold;
    const provider = enabled.find(({ used }) => used.some((service) => delivers(service, sold)));
    const price = provider?.used.find((service) => delivers(service, sold))?.cost_per_1000 ?? null;
    return { provider, cost: price === null ? null : (price * quantity) / 1_000 };
  });
  const provider = priced[0]?.provider;
  if (!provider || priced.some((one) => one.provider !== provider)) return { cost: null, balance: null, currency: '' };
  const cost = priced.reduce<number | null>(
    (sum, one) => (sum === null || one.cost === null ? null : sum + one.cost),
    0,
  );
  return { cost, balance: provider.balance, currency: provider.currency ?? '' };
}

export function byPriority(one: Provider, other: Provider): number {
  return one.priority - other.priority;
}
