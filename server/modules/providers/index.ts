import type { StoreModule } from '../../store-module.ts';
import { checkProviders } from './check-provider-health.ts';
import { providerCallRoutes } from './provider-calls.routes.ts';
import { providerScoresRoutes } from './provider-scores.routes.ts';
import { providerSettingsRoutes } from './provider-settings.routes.ts';
import { eraseProviderTests } from './providers.privacy.ts';
import { providersRoutes } from './providers.routes.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    look_at_providers: NoPayload;
  }
}

export const providers = {
  routes: { ...providerCallRoutes, ...providerScoresRoutes, ...providerSettingsRoutes, ...providersRoutes },
  jobs: { look_at_providers: { run: checkProviders, schedule: '*/10 * * * *' } },
  privacy: { erase: eraseProviderTests },
} satisfies StoreModule;
