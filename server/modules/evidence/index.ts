import type { StoreModule } from '../../store-module.ts';
import { evidenceRoutes } from './evidence.routes.ts';

export const evidence = { routes: evidenceRoutes } satisfies StoreModule;
