import { storeModule } from '../../store-module.ts';
import { customerRoutes } from './customers.routes.ts';

export const customers = storeModule({ routes: customerRoutes });
