import { inArray, sql } from 'drizzle-orm';
import type { Erase } from '../../ports/module-parts.ts';
import type { StoreModule } from '../../store-module.ts';
import { checkProviders } from './check-provider-health.ts';
import { providersRoutes } from './providers.routes.ts';
import { providerTests } from './providers.schema.ts';

/** Test calls of admins with one of the links. */
const eraseProviderTests: Erase = async (tx, { links }) => {
  await tx
    .update(providerTests)
    .set({ parameters: sql`${providerTests.parameters} - 'link'`, words: '', wordsCoded: null })
    .where(inArray(sql`${providerTests.parameters} ->> 'link'`, links));
  return {};
};

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
