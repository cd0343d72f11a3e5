// Endpoints that compare providers.
import { englishMessage } from '../../../contract/message-texts/english-message.ts';
import type { StoreMessage } from '../../../contract/store-messages.ts';
import type { Database } from '../../database/database.ts';
import { sentenceFields } from '../../platform/sentence-columns.ts';
import type { ProviderEntry, Settings } from '../../ports/settings.ts';
import type { Handlers } from '../../request-context.ts';
import * as catalogueRepository from './catalogue.repository.ts';
import { usedServices } from './paused-services.ts';
import type { ReadProviderScores } from './provider-scores.ts';
import { problemOfChange } from './provider-warnings.ts';
import * as serviceChangesRepository from './service-changes.repository.ts';
import type { ServiceChange } from './service-changes.ts';

export type ProviderScoresRoutesDeps = {
  database: Database;
  scores: ReadProviderScores;
  settings: Pick<Settings, 'currentProfile'>;
  entries: () => Promise<ProviderEntry[]>;
};

export function providerScoresRoutes({
  database,
  scores,
  settings,
  entries,
}: ProviderScoresRoutesDeps): Handlers<'getProviderScores' | 'listServiceChanges'> {
  return {
    getProviderScores: ({ query: { days, bands } }) => scores({ days, isByBand: bands === 'each' }),

    listServiceChanges: async ({ query: { limit } }) => {
      const [found, known, looks] = await Promise.all([
        serviceChangesRepository.list(database.db, limit),
        entries(),
        catalogueRepository.snapshots(database.db),
      ]);
      const problemOf = await currentProblems(known);
      return found.map(({ id, providerId, serviceId, kind, before, after, changedAt }) => ({
        id,
        ...problemFields(problemOf({ providerId, serviceId, kind, after })),
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

  /** Only of a minimum or maximum that the catalog has now, for the quantities that are on sale now. */
  async function currentProblems(known: readonly ProviderEntry[]) {
    const used = known.flatMap(usedServices);
    const [services, { profile }] = await Promise.all([
      catalogueRepository.servicesOf(database.db, used),
      settings.currentProfile(),
    ]);
    return (
      change: Pick<ServiceChange, 'serviceId' | 'kind' | 'after'> & { providerId: string },
    ): StoreMessage | null => {
      const { providerId, serviceId, kind, after } = change;
      const now = services.find((each) => each.providerId === providerId && each.serviceId === serviceId);
      if ((kind !== 'min' && kind !== 'max') || !now || now.goneAt !== null || String(now[kind]) !== after) return null;
      return problemOfChange(
        change,
        used.filter((each) => each.providerId === providerId),
        profile.prices,
      );
    };
  }
}

function problemFields(problem: StoreMessage | null) {
  return sentenceFields('problem', problem && englishMessage(problem), problem);
}
