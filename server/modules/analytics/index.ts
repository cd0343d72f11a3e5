import { storeModule } from '../../store-module.ts';
import { analyticsRoutes } from './analytics.routes.ts';

export const analytics = storeModule({ routes: analyticsRoutes });
