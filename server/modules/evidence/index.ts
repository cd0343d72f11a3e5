import { storeModule } from '../../store-module.ts';
import { evidenceRoutes } from './evidence.routes.ts';

export const evidence = storeModule({ routes: evidenceRoutes });
