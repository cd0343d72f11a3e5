import { storeModule } from '../../store-module.ts';
import { checkProviders } from './check-provider-health.ts';
import { providersRoutes } from './providers.routes.ts';

export const providers = storeModule({
  routes: providersRoutes,
  jobs: { look_at_providers: { run: checkProviders, schedule: '*/10 * * * *' } },
});
