// The newest orders and the number of all orders, for the overview and the heading of the list.
import { useApiList } from './kit/use-api.ts';

export const recentCount = 5;

export function useRecentOrders() {
  return useApiList('GET /api/orders', { query: { limit: recentCount } });
}
