// What a page of the list of customers requests: the rows show no orders, an opened row reads its own.
import type { CallFor } from '../../../contract/index.ts';
import { pageSize } from '../kit/use-api.ts';

export const customerSorts = ['spent', 'orders', 'recent'] as const;

export function customersInput(
  sort: (typeof customerSorts)[number] = 'spent',
  search = '',
): CallFor<'GET /api/admin/customers'> {
  return { query: { limit: pageSize, sort, orders: 0, ...(search && { search }) } };
}
