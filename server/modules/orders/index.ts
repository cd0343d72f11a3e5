import { storeModule } from '../../store-module.ts';
import { orderListRoutes } from './order-lists.routes.ts';
import { orderTimelineRoutes } from './order-timeline.routes.ts';
import { orderRoutes } from './orders.routes.ts';

export const orders = storeModule({ routes: { ...orderListRoutes, ...orderTimelineRoutes, ...orderRoutes } });
