import type { StoreModule } from '../../store-module.ts';
import { verifyFinances } from '../../workflows/fold-counts.ts';
import { financesRoutes } from './finances.routes.ts';
import { taxRoutes } from './tax.routes.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    verify_finances: NoPayload;
  }
}

export const finances = {
  routes: { ...financesRoutes, ...taxRoutes },
  jobs: {
    // After the ledger was compared with the orders.
    verify_finances: { run: verifyFinances, schedule: '29 4 * * *' },
  },
} satisfies StoreModule;
