// Queries and cache keys of the webhooks section, without UI.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AnswerFor } from '../../../contract/index.ts';
import type { Api } from '../../api.ts';
import { readNextCursor } from '../kit/use-api.ts';

export type Webhook = AnswerFor<'GET /api/admin/webhooks'>[number];
export type Delivery = AnswerFor<'GET /api/admin/webhook-deliveries'>[number];

export const webhooksKey = ['webhooks'] as const;

const onItsWayMs = 3_000;

export function webhooksQuery(api: Api) {
  return queryOptions({
    queryKey: [...webhooksKey, 'endpoints'],
    queryFn: ({ signal }) => api.call('GET /api/admin/webhooks', {}, { signal }),
  });
}

export function deliveriesQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: [...webhooksKey, 'deliveries'],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: 10, ...(pageParam ? { cursor: pageParam } : {}) };
      const { data, headers } = await api.request('GET /api/admin/webhook-deliveries', { query }, { signal });
      return { deliveries: data, nextCursor: readNextCursor(headers.get('link')) };
    },
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.deliveries.some(isOnItsWay) ? onItsWayMs : false),
  });
}

/** True for a first attempt that is due or running. Retries are too far apart to poll for. */
function isOnItsWay({ state, attempts }: Delivery): boolean {
  return state === 'sending' || (state === 'waiting' && attempts === 0);
}
