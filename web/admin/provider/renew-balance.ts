import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '../../api.ts';
import { apiQuery, renewCalls } from '../kit/use-api.ts';

/** After sends: reads the balance at the provider, then what plans and lists show of it. */
export async function renewBalance(api: Api, queries: QueryClient): Promise<void> {
  // A role without it, or a provider that does not respond, leaves the earlier balance.
  await queries.fetchQuery(apiQuery(api, 'GET /api/admin/balance', {})).catch(() => undefined);
  await renewCalls(queries, ['GET /api/admin/providers']);
}
