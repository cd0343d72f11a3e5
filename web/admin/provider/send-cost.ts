// What sending costs at the provider that gets new links, and the balance there.
import type { Category } from '../../../contract/category.ts';
import type { Provider } from './provider-check.tsx';

export type UnitsOfCategory = { category: Category; quantity: number };

/** In the provider's currency; null where the provider returned no price or no balance. */
export type SendCost = { cost: number | null; balance: number | null; currency: string };

/** Several providers have no common balance or currency: all is unknown then. */
export function costOf(units: readonly UnitsOfCategory[], providers: readonly Provider[]): SendCost {
  const enabled = providers.filter((one) => one.enabled).sort(byPriority);
  const priced = units.map(({ category, quantity }) => {
    const provider = enabled.find(({ used }) => used.some((service) => service.category === category));
    const price = provider?.used.find((service) => service.category === category)?.cost_per_1000 ?? null;
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
