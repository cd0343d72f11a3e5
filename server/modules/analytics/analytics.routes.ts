// Endpoints of the store's figures.
import { hiddenDatum, mayRead } from '../../request-context.ts';
import type { Routes } from '../../store-module.ts';
import { readCharts, readMonth, readPeriod, readStats } from './analytics.service.ts';

export const analyticsRoutes: Routes<'adminStats' | 'monthlyStats' | 'advancedStats' | 'periodStats'> = {
  adminStats: readStats,
  monthlyStats: readMonth,
  advancedStats: async (ctx, _input, call) => {
    const stats = await readCharts(ctx);
    if (mayRead(call, 'customers:read')) return stats;
    return { ...stats, topCustomers: stats.topCustomers.map((one) => ({ ...one, email: hiddenDatum })) };
  },
  periodStats: (ctx, { query }) => readPeriod(ctx, query.days),
};
