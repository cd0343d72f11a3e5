// Queries and cache keys of the API tab, without UI.
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AnswerFor, CallFor } from '../../../contract/index.ts';
import type { Api } from '../../api.ts';
import { readNextCursor } from '../kit/use-api.ts';
import { providersKey } from './providers-queries.ts';

export type ProviderSettings = AnswerFor<'GET /api/admin/settings'>;
export type TriedCall = AnswerFor<'POST /api/proxy'>;
export type TryBody = CallFor<'POST /api/proxy'>['body'];
export type ProviderTest = AnswerFor<'GET /api/admin/provider-tests'>[number];
/** Null when the response has no balance. */
export type Balance = { amount: number; currency: string } | null;

const balanceMs = 60_000;

export const providerKeys = {
  settings: ['provider', 'settings'] as const,
  balance: ['provider', 'balance'] as const,
  tests: ['provider', 'tests'] as const,
};

export function providerSettingsQuery(api: Api) {
  return queryOptions({
    queryKey: providerKeys.settings,
    queryFn: ({ signal }) => api.call('GET /api/admin/settings', {}, { signal }),
  });
}

/** Polls every 60 s. */
export function balanceQuery(api: Api) {
  return queryOptions({
    queryKey: providerKeys.balance,
    queryFn: async ({ signal }) => readBalance(await api.call('GET /api/admin/balance', {}, { signal })),
    refetchInterval: balanceMs,
  });
}

/** After sends: reads the balance at the provider, then what plans and lists show of it. */
export async function renewBalance(api: Api, queries: QueryClient): Promise<void> {
  // A role without it, or a provider that does not respond, leaves the earlier balance.
  await queries.fetchQuery({ ...balanceQuery(api), staleTime: 0 }).catch(() => undefined);
  await queries.invalidateQueries({ queryKey: providersKey });
}

/** Newest first. */
export function providerTestsQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: providerKeys.tests,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === null ? { limit: 10 } : { limit: 10, cursor: pageParam };
      const { data, headers } = await api.request('GET /api/admin/provider-tests', { query }, { signal });
      return { tests: Array.isArray(data) ? data : [], nextCursor: readNextCursor(headers.get('link')) };
    },
    getNextPageParam: (page) => page.nextCursor,
  });
}

// The amount is a number or a text.
function readBalance(sent: unknown): Balance {
  const { balance, currency } = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<string, unknown>;
  const amount = typeof balance === 'string' && balance.trim() !== '' ? Number(balance) : balance;
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return null;
  return { amount, currency: typeof currency === 'string' ? currency : '' };
}
