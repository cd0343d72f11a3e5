// What sending costs at the provider that gets new links, and the balance there.
import type { QueryClient } from '@tanstack/react-query';
import type { Category } from '../../../contract/category.ts';
import type { Api } from '../../api.ts';
import { apiQuery, renewCalls } from '../kit/use-api.ts';
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

/** Reasons that make a run of sends fail, known before it starts. */
export type SendObstacle = 'key_refused' | 'unreachable' | 'off' | 'balance';

/** The obstacle of the first category that no provider can accept now. Null when a send may succeed, or nothing is known. */
export function findObstacle(units: readonly UnitsOfCategory[], providers: readonly Provider[]): SendObstacle | null {
  const { cost, balance } = costOf(units, providers);
  for (const { category } of units) {
    const serving = providers
      .filter(({ used }) => used.some((service) => service.category === category))
      .sort(byPriority);
    const enabled = serving.filter((one) => one.enabled);
    const known = enabled.map(findProviderObstacle);
    const [first] = known;
    if (first && !known.includes(null)) return first;
    if (serving.length > 0 && enabled.length === 0) return 'off';
    if (enabled.length === 1 && cost !== null && balance !== null && cost > balance) return 'balance';
  }
  return null;
}

function byPriority(one: Provider, other: Provider): number {
  return one.priority - other.priority;
}

function findProviderObstacle({ check, circuit }: Provider): SendObstacle | null {
  if (check?.state === 'key_refused') return 'key_refused';
  return check?.state === 'unreachable' || circuit === 'open' ? 'unreachable' : null;
}

/** After sends: reads the balance at the provider, then what plans and lists show of it. */
export async function renewBalance(api: Api, queries: QueryClient): Promise<void> {
  // A role without it, or a provider that does not respond, leaves the earlier balance.
  await queries.fetchQuery(apiQuery(api, 'GET /api/admin/balance', {})).catch(() => undefined);
  await renewCalls(queries, ['GET /api/admin/providers']);
}
