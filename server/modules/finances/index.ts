import type { StoreModule } from '../../store-module.ts';
import { financesRoutes } from './finances.routes.ts';

export const finances = {
  routes: financesRoutes,
} satisfies StoreModule;
