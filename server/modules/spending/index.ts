import { getAdmin, seesCosts } from '../../request-context.ts';
import type { StoreModule } from '../../store-module.ts';
import * as spendingRepository from './spending.repository.ts';
import { liftCap, readSpending } from './spending.service.ts';

export const spending = {
  routes: {
    getSpending: async (ctx, _input, call) => {
      const read = await readSpending(ctx);
      if (seesCosts(call)) return read;
      const { hour, day, reached_at } = read.provider;
      return { ...read, provider: { hour: { ...hour, used: null }, day: { ...day, used: null }, reached_at } };
    },
    liftSpendingCap: (ctx, { params }, call) => liftCap(ctx, params.kind, getAdmin(call)),
  },
  purge: ({ database }) => spendingRepository.purge(database.db),
} satisfies StoreModule;
