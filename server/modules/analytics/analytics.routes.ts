// Endpoints of the store's figures.
import type { Handlers } from '../../request-context.ts';
import type { Analytics } from './analytics.service.ts';

export function analyticsRoutes(
  analytics: Analytics,
): Handlers<'adminStats' | 'monthlyStats' | 'advancedStats' | 'periodStats'> {
  return {
    adminStats: () => analytics.stats(),
    monthlyStats: () => analytics.monthly(),
    advancedStats: () => analytics.advanced(),
    periodStats: ({ query }) => analytics.period(query.days),
  };
}
