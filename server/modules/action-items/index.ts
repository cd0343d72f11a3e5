import type { StoreModule } from '../../store-module.ts';
import { eraseDismissals } from './action-items.privacy.ts';
import { actionItemsRoutes } from './action-items.routes.ts';

export const actionItems = { routes: actionItemsRoutes, privacy: { erase: eraseDismissals } } satisfies StoreModule;
