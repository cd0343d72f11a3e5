// Queries of the order timeline, and the mutation that adds a note. Invalidated together with the order.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnswerFor } from '../../../contract/index.ts';
import type { Api } from '../../api.ts';
import { useAdmin } from '../admin-context.tsx';
import { orderKeys } from '../order-detail/order-queries.ts';

export type TimelineEntry = AnswerFor<'GET /api/admin/orders/{id}/timeline'>[number];

export function timelineQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...orderKeys.order(id), 'timeline'],
    queryFn: ({ signal }) => api.call('GET /api/admin/orders/{id}/timeline', { params: { id } }, { signal }),
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
