import { adminOf } from '../../request-context.ts';
import { storeModule } from '../../store-module.ts';
import * as spendingRepository from './spending.repository.ts';
import { liftCap, readSpending } from './spending.service.ts';

export const spending = storeModule({
  routes: {
    getSpending: readSpending,
    liftSpendingCap: (ctx, { params }, call) => liftCap(ctx, params.kind, adminOf(call)),
  },
  purge: ({ database }) => spendingRepository.purge(database.db),
});
