import type { StoreModule } from '../../store-module.ts';
import { financesRoutes } from './finances.routes.ts';
import { taxRoutes } from './tax.routes.ts';

export const finances = {
  routes: { ...financesRoutes, ...taxRoutes },
} satisfies StoreModule;
