import type { StoreModule } from '../../store-module.ts';
import * as presenceRepository from './presence.repository.ts';
import { presenceRoutes } from './presence.routes.ts';

export const presence = {
  routes: presenceRoutes,
  purge: ({ database }) => presenceRepository.purge(database.db),
} satisfies StoreModule;
