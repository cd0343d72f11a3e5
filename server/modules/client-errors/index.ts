import type { StoreModule } from '../../store-module.ts';
import { clientErrorRoutes } from './client-errors.routes.ts';

export const clientErrors = { routes: clientErrorRoutes } satisfies StoreModule;
