// Endpoints that compare providers.

import { englishMessage } from '../../../contract/message-texts/english-message.ts';
import type { StoreMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import { sentenceFields } from '../../platform/sentence-columns.ts';
import type { ProviderEntry } from '../../ports/settings.ts';
import type { Routes } from '../../store-module.ts';
import * as catalogueRepository from './catalogue.repository.ts';
import { usedServices } from './paused-services.ts';
import { readProviderScores } from './provider-scores.ts';
import { problemOfChange } from './provider-warnings.ts';
import { listProviders } from './providers.service.ts';
import * as serviceChangesRepository from './service-changes.repository.ts';
import type { ServiceChange } from './service-changes.ts';

export const providerScoresRoutes: Routes<'getProviderScores' | 'listServiceChanges'> = {
  getProviderScores: (ctx, { query: { days, bands } }) => readProviderScores(ctx, { days, isByBand: bands === 'each' }),

  listServiceChanges: async (ctx, { query: { limit } }) => {
    const [found, known, snapshots] = await Promise.all([
      serviceChangesRepository.list(ctx.database.db, limit),
      listProviders(ctx),
      catalogueRepository.snapshots(ctx.database.db),
    ]);
    const problemOf = await currentProblems(ctx, known);
    return found.map(({ id, providerId, serviceId, kind, before, after, changedAt }) => ({
      id,
      ...problemFields(problemOf({ providerId, serviceId, kind, after })),
      provider_id: providerId,
      provider_name: known.find((entry) => entry.id === providerId)?.name ?? providerId,
      service_id: serviceId,
      kind,
      before,
      after,
      currency: snapshots.find((snapshot) => snapshot.providerId === providerId)?.currency ?? null,
      changed_at: changedAt.toISOString(),
    }));
  },
};

/** Only of a minimum or maximum that the catalog has now, for the quantities that are on sale now. */
async function currentProblems(ctx: StoreContext, known: readonly ProviderEntry[]) {
  const used = known.flatMap(usedServices);
  const [services, { profile }] = await Promise.all([
    catalogueRepository.servicesOf(ctx.database.db, used),
    ctx.settings.currentProfile(),
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

function problemFields(problem: StoreMessage | null) {
  return sentenceFields('problem', problem && englishMessage(problem), problem);
}
