import type { StoreModule } from '../../store-module.ts';
import { transfersPrivacy } from './transfers.privacy.ts';
import { transfersRoutes } from './transfers.routes.ts';

export const transfers = {
  routes: transfersRoutes,
  privacy: transfersPrivacy,
} satisfies StoreModule;
