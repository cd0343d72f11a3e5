// Endpoints of the spending caps.
import { adminOf } from '../../request-context.ts';
import type { Routes } from '../../store-module.ts';
import { liftCap, readSpending } from './spending.service.ts';

export const spendingRoutes: Routes<'getSpending' | 'liftSpendingCap'> = {
  getSpending: readSpending,
  liftSpendingCap: (ctx, { params }, call) => liftCap(ctx, params.kind, adminOf(call)),
};
