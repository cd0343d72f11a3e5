// Reads of one order and its provider orders: those that poll while something is under way, and those without the query cache.
import { useQuery } from '@tanstack/react-query';
import type { Api } from '../../api.ts';
import { useAdmin } from '../admin-context.tsx';
import { apiQuery, useApi } from '../kit/use-api.ts';
import { type AdminOrder, type PostDelivery, readOrder } from './read-order.ts';

/** Delivery changes the status of an order. */
const underWayMs = 60_000;
const unsettledMs = 5_000;

export function useOrder(id: string) {
  const { api } = useAdmin();
  return useQuery({
    ...apiQuery(api, 'GET /api/orders/{id}', { params: { id } }),
    select: readOrder,
    refetchInterval: ({ state }) => (/^(paid|processing)$/i.test(state.data?.status ?? '') ? underWayMs : false),
  });
}

/** The provider orders of an order. Polls faster while one of them is being sent. */
export function useDeliveries(id: string) {
  return useApi(
    'GET /api/orders/{id}/api-orders',
    { params: { id } },
    {
      refetchInterval: ({ state }) => {
        const unsettled = state.data?.some(({ status }) => status === 'sending' || status === 'waiting');
        return unsettled ? unsettledMs : false;
      },
    },
  );
}

/** Fetches the order without the query cache. */
export async function freshOrder(api: Api, id: string): Promise<AdminOrder> {
  return readOrder(await api.call('GET /api/orders/{id}', { params: { id } }));
}

/** Fetches the provider orders without the query cache. */
export async function freshDeliveries(api: Api, id: string): Promise<PostDelivery[]> {
  return api.call('GET /api/orders/{id}/api-orders', { params: { id } });
}
