import { storeModule } from '../../store-module.ts';
import { clientErrorRoutes } from './client-errors.routes.ts';

export const clientErrors = storeModule({ routes: clientErrorRoutes });
