import type { StoreModule } from '../../store-module.ts';
import { customersActionItems } from './customers.action-items.ts';
import { customersPrivacy } from './customers.privacy.ts';
import { customerRoutes } from './customers.routes.ts';

export const customers = {
  routes: customerRoutes,
  actionItems: customersActionItems,
  privacy: customersPrivacy,
} satisfies StoreModule;
