// Endpoints about several providers: their settings and their observed state.

import type { z } from 'zod';
import { englishMessage } from '../../../contract/message-texts/english-message.ts';
import type { PriceList } from '../../../contract/pricing.ts';
import type { ProviderKind } from '../../../contract/provider-kinds.ts';
import { isFinalProviderStatus, isStoppedProviderStatus } from '../../../contract/provider-status.ts';
import type { listProviders, listServices } from '../../../contract/providers.ts';
import { type Sentence, wordsOf } from '../../../contract/sentences.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import { sentenceFields } from '../../platform/sentence-columns.ts';
import { adminOf } from '../../request-context.ts';
import type { Routes } from '../../store-module.ts';
import type { CatalogueService, ServiceRecord } from './catalogue.repository.ts';
import * as catalogueRepository from './catalogue.repository.ts';
import type { SeenProvider } from './check-provider-health.ts';
import { checkProviderNow, getSeen, inspectConnection, keepInspection, listSeen } from './check-provider-health.ts';
import type { Inspection, ProviderCheck } from './inspect-provider.ts';
import { pricesPerThousand } from './provider-warnings.ts';
import type { BeforeOn, ProviderEntryInput } from './providers.service.ts';
import { addProvider, changeProvider } from './providers.service.ts';

async function answerOf(ctx: StoreContext, seen: SeenProvider) {
  const { prices } = (await ctx.settings.currentProfile()).profile;
  return providerOf(seen, ctx.providers.circuits.state(seen.entry.id), prices);
}

export const providersRoutes: Routes<
  'listProviders' | 'addProvider' | 'changeProvider' | 'checkProvider' | 'resetCircuit' | 'listServices'
> = {
  listProviders: async (ctx) => Promise.all((await listSeen(ctx)).map((seen) => answerOf(ctx, seen))),

  addProvider: async (ctx, { body }, call) => {
    const tests = testsFor(ctx, body);
    const id = await addProvider(ctx, inputOf(body), adminOf(call), tests.beforeOn);
    return saved(ctx, id, tests.inspections);
  },

  changeProvider: async (ctx, { params, body }, call) => {
    const tests = testsFor(ctx, body);
    await changeProvider(ctx, params.id, inputOf(body), adminOf(call), tests.beforeOn);
    return saved(ctx, params.id, tests.inspections);
  },

  checkProvider: async (ctx, { params }) => answerOf(ctx, await checkProviderNow(ctx, params.id)),

  resetCircuit: async (ctx, { params }) => {
    const seen = await getSeen(ctx, params.id);
    ctx.providers.circuits.reset(params.id);
    return answerOf(ctx, seen);
  },

  listServices: async (ctx, { params, query: { search = '', limit } }) =>
    (await catalogueRepository.searchServices(ctx.database.db, params.id, search.trim(), limit)).map(serviceOf),
};

function testsFor(ctx: StoreContext, { save_anyway }: Sent): { beforeOn: BeforeOn; inspections: Inspection[] } {
  const inspections: Inspection[] = [];
  const beforeOn: BeforeOn = async (to) => {
    const inspection = await inspectConnection(ctx, to);
    const { check } = inspection;
    if (check && check.state !== 'passed' && save_anyway !== true) {
      throw new StoreError('provider_check_failed', {
        reason: failedCheck(check),
        body: { check: checkFields(check) },
      });
    }
    inspections.push(inspection);
  };
  return { beforeOn, inspections };
}

async function saved(ctx: StoreContext, id: string, inspections: readonly Inspection[]) {
  for (const inspection of inspections) await keepInspection(ctx, id, inspection);
  return answerOf(ctx, await getSeen(ctx, id));
}

function checkFields<S>({ state, problem }: { state: S; problem: Sentence | null }) {
  return { state, ...sentenceFields('problem', problem?.text ?? null, problem?.coded) };
}

function failedCheck({ state, problem }: ProviderCheck): StoreMessage {
  const words = problem === null ? '' : wordsOf(problem);
  if (state === 'key_refused') return storeMessage('provider_key_refused', { words });
  return storeMessage(state === 'unreachable' ? 'provider_test_failed' : 'peer_words', { words });
}

type Sent = {
  name?: string | undefined;
  priority?: number | undefined;
  kind?: ProviderKind | undefined;
  enabled?: boolean | undefined;
  api_url?: string | undefined;
  api_key?: string | undefined;
  likes_service_id?: string | undefined;
  views_service_id?: string | undefined;
  low_balance?: number | null | undefined;
  save_anyway?: boolean | undefined;
};

function inputOf({ name, priority, enabled, kind, ...sent }: Sent): ProviderEntryInput {
  const low = sent.low_balance;
  return {
    name,
    priority,
    enabled,
    kind,
    apiUrl: sent.api_url,
    apiKey: sent.api_key,
    likesServiceId: sent.likes_service_id,
    viewsServiceId: sent.views_service_id,
    lowBalance: low === undefined || low === null ? low : low.toFixed(2),
  };
}

function providerOf(
  { entry, snapshot, services, used, warnings, check }: SeenProvider,
  circuit: 'closed' | 'open' | 'probing',
  prices: PriceList,
): z.output<typeof listProviders.output>[number] {
  const { id, name, priority, enabled, kind, apiUrl, maskedKey, likesServiceId, viewsServiceId, lowBalance } = entry;
  return {
    id,
    name,
    priority,
    enabled,
    kind,
    services,
    circuit,
    warnings: warnings.map(({ kind, message }) => ({ kind, words: englishMessage(message), ...message })),
    api_url: apiUrl,
    api_key: maskedKey,
    likes_service_id: likesServiceId,
    views_service_id: viewsServiceId,
    check: { ...checkFields(check), checked_at: check.at?.toISOString() ?? null },
    low_balance: numberOf(lowBalance),
    balance: numberOf(snapshot?.balance),
    currency: snapshot?.currency ?? null,
    balance_at: snapshot?.balanceAt?.toISOString() ?? null,
    services_at: snapshot?.servicesAt?.toISOString() ?? null,
    used: used.map(({ category, serviceId, known, record }) => {
      const { full, lowest } = pricesPerThousand(category, prices);
      const offered = known?.goneAt === null ? known : null;
      return {
        category,
        service_id: serviceId,
        name: offered?.name ?? null,
        ...successOf(record),
        cost_per_1000: numberOf(offered?.ratePerThousand),
        price_per_1000: full,
        lowest_price_per_1000: lowest,
        min: offered?.min ?? null,
        max: offered?.max ?? null,
      };
    }),
  };
}

function successOf({ ends, startSeconds }: ServiceRecord) {
  let [all, complete] = [0, 0];
  for (const [status, links] of ends) {
    if (!isFinalProviderStatus(status)) continue;
    all += links;
    if (!isStoppedProviderStatus(status)) complete += links;
  }
  const percent = all === 0 ? null : Math.round((complete / all) * 1_000) / 10;
  return { sample: all, success_percent: percent, start_seconds: startSeconds };
}

function serviceOf(known: CatalogueService): z.output<typeof listServices.output>[number] {
  const { serviceId, name, category, ratePerThousand, min, max, refill, cancel, goneAt } = known;
  return {
    service_id: serviceId,
    name,
    category,
    min,
    max,
    refill,
    cancel,
    cost_per_1000: numberOf(ratePerThousand),
    gone_at: goneAt?.toISOString() ?? null,
  };
}

function numberOf(text: string | null | undefined): number | null {
  return text == null ? null : Number(text);
}
