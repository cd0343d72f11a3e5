// The newest orders and the number of all orders, for the overview and the heading of the list.
import { useQuery } from '@tanstack/react-query';
import { useAdmin } from './admin-context.tsx';
import { pageQuery } from './kit/use-api.ts';

export const recentCount = 5;

export function useRecentOrders() {
  const { api } = useAdmin();
  return useQuery(pageQuery(api, 'GET /api/orders', { query: { limit: recentCount } }, null));
}
