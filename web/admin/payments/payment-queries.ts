// Queries of the payments of one order, with the gateway's data. Without UI.
import { queryOptions } from '@tanstack/react-query';
import type { AnswerFor } from '../../../contract/index.ts';
import type { Api } from '../../api.ts';
import { orderKeys } from '../order-detail/order-queries.ts';

export type Payment = AnswerFor<'GET /api/admin/orders/{id}/payments'>[number];

export function paymentsQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...orderKeys.order(id), 'payments'],
    queryFn: ({ signal }) => api.call('GET /api/admin/orders/{id}/payments', { params: { id } }, { signal }),
  });
}
