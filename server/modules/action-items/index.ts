import { storeModule } from '../../store-module.ts';
import { actionItemsRoutes } from './action-items.routes.ts';

export const actionItems = storeModule({ routes: actionItemsRoutes });
