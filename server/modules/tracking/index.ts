import { storeModule } from '../../store-module.ts';
import { trackingRoutes } from './tracking.routes.ts';

export const tracking = storeModule({ routes: trackingRoutes });
