// The names of providers in the place of their IDs.
import { providerOrderText } from '../../../contract/provider-order-id.ts';
import { useApi } from '../kit/use-api.ts';

type Details = Record<string, unknown>;
export type ProviderNames = {
  /** "23501 (Second)", see `providerOrderText`. */
  order: (ownedId: string) => string;
  /** The name, or the ID of a provider that is not loaded. */
  provider: (id: string) => string;
  /** The details of an entry of the audit log. */
  details: (action: string, details: Details) => Details;
};

const staleMs = 60_000;

/** Empty until the providers are loaded: an order has its ID only. */
export function useProviderNames(): ProviderNames {
  const { data = [] } = useApi('GET /api/admin/providers', {}, { staleTime: staleMs });
  const order = (ownedId: string) => providerOrderText(ownedId, data);
  const provider = (id: string) => data.find((each) => each.id === id)?.name ?? id;
  return {
    order,
    provider,
    details: (action, details) =>
      Object.fromEntries(
        Object.entries(details).map(([name, value]) => {
          if (typeof value !== 'string') return [name, value];
          if (name === 'providerOrderId') return [name, order(value)];
          return [name, betweenProviders.has(action) && (name === 'from' || name === 'to') ? provider(value) : value];
        }),
      ),
  };
}

/** `from` and `to` of these are providers. */
const betweenProviders: ReadonlySet<string> = new Set(['dispatch.moved', 'dispatch.passed_on']);
