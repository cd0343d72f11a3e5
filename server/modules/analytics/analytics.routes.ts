// Endpoints of the store's figures.
import { type Handlers, hiddenDatum, mayRead } from '../../request-context.ts';
import type { Analytics } from './analytics.service.ts';

export function analyticsRoutes(
  analytics: Analytics,
): Handlers<'adminStats' | 'monthlyStats' | 'advancedStats' | 'periodStats'> {
  return {
    adminStats: () => analytics.stats(),
    monthlyStats: () => analytics.monthly(),
    advancedStats: async (_input, call) => {
      const stats = await analytics.advanced();
      if (mayRead(call, 'customers:read')) return stats;
      return { ...stats, topCustomers: stats.topCustomers.map((one) => ({ ...one, email: hiddenDatum })) };
    },
    periodStats: ({ query }) => analytics.period(query.days),
  };
}
