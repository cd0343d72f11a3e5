// Endpoints that compare providers.
import type { Handlers } from '../../request-context.ts';
import type { ProviderEntry } from '../../ports/settings.ts';
import type { CatalogueRepository } from './catalogue.repository.ts';
import type { ReadProviderScores } from './provider-scores.ts';
import type { ServiceChangesRepository } from './service-changes.repository.ts';

export type ProviderScoresRoutesDeps = {
  scores: ReadProviderScores;
  changes: Pick<ServiceChangesRepository, 'list'>;
  catalogue: Pick<CatalogueRepository, 'snapshots'>;
  entries: () => Promise<ProviderEntry[]>;
};

export function providerScoresRoutes({
  scores,
  changes,
  catalogue,
  entries,
}: ProviderScoresRoutesDeps): Handlers<'getProviderScores' | 'listServiceChanges'> {
  return {
    getProviderScores: ({ query: { days, bands } }) => scores({ days, isByBand: bands === 'each' }),

    listServiceChanges: async ({ query: { limit } }) => {
      const [found, known, looks] = await Promise.all([changes.list(limit), entries(), catalogue.snapshots()]);
      return found.map(({ id, providerId, serviceId, kind, before, after, changedAt }) => ({
        id,
        provider_id: providerId,
        provider_name: known.find((entry) => entry.id === providerId)?.name ?? providerId,
        service_id: serviceId,
        kind,
        before,
        after,
        currency: looks.find((look) => look.providerId === providerId)?.currency ?? null,
        changed_at: changedAt.toISOString(),
      }));
    },
  };
}
