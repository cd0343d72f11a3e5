import { getAdmin } from '../../request-context.ts';
import type { StoreModule } from '../../store-module.ts';
import * as spendingRepository from './spending.repository.ts';
import { liftCap, readSpending } from './spending.service.ts';

export const spending = {
  routes: {
    getSpending: readSpending,
    liftSpendingCap: (ctx, { params }, call) => liftCap(ctx, params.kind, getAdmin(call)),
  },
  purge: ({ database }) => spendingRepository.purge(database.db),
} satisfies StoreModule;
