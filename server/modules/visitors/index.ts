import { storeModule } from '../../store-module.ts';
import { visitorRoutes } from './visitors.routes.ts';
import * as visitsRepository from './visits.repository.ts';

export const visitors = storeModule({
  routes: visitorRoutes,
  purge: async ({ database, settings }) =>
    void (await visitsRepository.purge(database, (await settings.current()).retention.visits)),
});
