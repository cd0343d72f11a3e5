import { storeModule } from '../../store-module.ts';
import { checkProviders } from './check-provider-health.ts';
import { providerCallRoutes } from './provider-calls.routes.ts';
import { providerScoresRoutes } from './provider-scores.routes.ts';
import { providerSettingsRoutes } from './provider-settings.routes.ts';
import { providersRoutes } from './providers.routes.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    look_at_providers: NoPayload;
  }
}

export const providers = storeModule({
  routes: { ...providerCallRoutes, ...providerScoresRoutes, ...providerSettingsRoutes, ...providersRoutes },
  jobs: { look_at_providers: { run: checkProviders, schedule: '*/10 * * * *' } },
});
