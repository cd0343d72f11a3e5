import type { StoreModule } from '../../store-module.ts';
import * as spendingRepository from './spending.repository.ts';
import { spendingRoutes } from './spending.routes.ts';

export const spending = {
  routes: spendingRoutes,
  purge: ({ database }) => spendingRepository.purge(database.db),
} satisfies StoreModule;
