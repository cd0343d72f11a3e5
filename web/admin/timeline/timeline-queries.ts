// Queries of the order timeline, and the mutation that adds a note. Invalidated together with the order.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnswerFor } from '../../../contract/index.ts';
import type { Api } from '../../api.ts';
import { useAdmin } from '../admin-context.tsx';
import { orderKeys, readTotal } from '../order-detail/order-queries.ts';
import { readOrder } from '../order-detail/read-order.ts';

export type TimelineEntry = AnswerFor<'GET /api/admin/orders/{id}/timeline'>[number];

const othersShown = 5;

export function timelineQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...orderKeys.order(id), 'timeline'],
    queryFn: ({ signal }) => api.call('GET /api/admin/orders/{id}/timeline', { params: { id } }, { signal }),
  });
}

/** The newest other orders of this email address and their number; null when the number is not known. */
export function otherOrdersQuery(api: Api, id: string, email: string) {
  return queryOptions({
    queryKey: [...orderKeys.order(id), 'others', email],
    enabled: email !== '',
    queryFn: async ({ signal }) => {
      const query = { search: email, limit: othersShown + 1 };
      const { data, headers } = await api.request('GET /api/orders', { query }, { signal });
      const orders = data.map(readOrder).filter((order) => order.id !== id);
      const found = headers.get('x-total-capped') === 'true' ? null : readTotal(headers.get('x-total-count'));
      return { orders: orders.slice(0, othersShown), total: found === null ? null : Math.max(0, found - 1) };
    },
  });
}

export function useAddNote(id: string, onDone: () => void) {
  const { api } = useAdmin();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (note: string) => api.call('POST /api/admin/orders/{id}/notes', { params: { id }, body: { note } }),
    onSuccess: () => {
      onDone();
      return queries.invalidateQueries({ queryKey: timelineQuery(api, id).queryKey });
    },
  });
}
