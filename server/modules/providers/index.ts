import type { StoreModule } from '../../store-module.ts';
import { checkProviders } from './check-provider-health.ts';
import { eraseProviderTests } from './providers.privacy.ts';
import { providersRoutes } from './providers.routes.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    look_at_providers: NoPayload;
  }
}

export const providers = {
  routes: providersRoutes,
  jobs: { look_at_providers: { run: checkProviders, schedule: '*/10 * * * *' } },
  privacy: { erase: eraseProviderTests },
} satisfies StoreModule;
