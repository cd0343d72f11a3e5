// Endpoints about providers: their settings and observed state, calls to them, and how they compare.
import type { Category } from '../../../contract/category.ts';
import { findLinkRefusal } from '../../../contract/checkout-rules.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { linkMessage } from '../../../contract/link-message.ts';
import { englishMessage } from '../../../contract/message-texts/english-message.ts';
import { type OfferSetting, offerOfKey, offerSubject, specifiedCategory } from '../../../contract/offers.ts';
import { normaliseLink } from '../../../contract/post-links.ts';
import { isFinalProviderStatus, isStoppedProviderStatus } from '../../../contract/provider-status.ts';
import type { changeProvider as changeProviderCall } from '../../../contract/providers.ts';
import { type Sentence, wordsOf } from '../../../contract/sentences.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import { readCursor, toPage, writeCursor } from '../../platform/cursor.ts';
import { sentenceFields } from '../../platform/sentence-columns.ts';
import type { ProviderSettings, ProviderValues } from '../../ports/settings.ts';
import { type Call, getActor, getAdmin, hiddenDatum, seesCosts } from '../../request-context.ts';
import { isSameOrigin } from '../../safe-fetch/secret-origin.ts';
import { routes } from '../../store-module.ts';
import { listServiceChanges } from '../../workflows/list-service-changes.ts';
import { listOffers } from '../../workflows/save-offers.ts';
import type { CatalogueService, ServiceRecord } from './catalogue.repository.ts';
import * as catalogueRepository from './catalogue.repository.ts';
import {
  checkProviderNow,
  getSeen,
  inspectConnection,
  keepInspection,
  listSeen,
  type SeenProvider,
} from './check-provider-health.ts';
import { confirmService } from './held-services.ts';
import { checkServices, type Inspection, type ProviderCheck } from './inspect-provider.ts';
import { readProviderScores } from './provider-scores.ts';
import { maskedKey, readProviderValues, saveProviderValues } from './provider-settings.ts';
import { pricesPerThousand } from './provider-warnings.ts';
import type { ProviderTest } from './providers.repository.ts';
import * as providersRepository from './providers.repository.ts';
import {
  addProvider,
  type BeforeOn,
  changeProvider,
  listProviders,
  type ProviderEntryInput,
  toSettings as toProviderSettings,
  usedIn,
} from './providers.service.ts';
import * as changesRepository from './service-changes.repository.ts';
import { proposePrice } from './service-prices.ts';
import { assertServices, type ChosenService, catalogProblem, findChangedSince } from './service-problems.ts';
import { keepChange } from './settle-service-changes.ts';
import { readBalance, tryCall } from './test-provider.ts';

/** More changes are not counted. */
const countedChanges = 1_000;

export const providersRoutes = routes({
  listProviders: async (ctx, _input, call) => {
    const listed = await Promise.all((await listSeen(ctx)).map((seen) => toAnswer(ctx, seen)));
    return seesCosts(call) ? listed : listed.map(withoutCosts);
  },

  addProvider: async (ctx, { body }, call) => {
    await assertRoutes(ctx, body);
    const tests = testsFor(ctx, body);
    const id = await addProvider(ctx, toInput(body), getAdmin(call), tests.beforeOn);
    return saved(ctx, id, tests.inspections);
  },

  changeProvider: async (ctx, { params, body }, call) => {
    await assertRoutes(ctx, body);
    const tests = testsFor(ctx, body);
    await changeProvider(ctx, params.id, toInput(body), getActor(call), tests.beforeOn);
    return saved(ctx, params.id, tests.inspections);
  },

  saveRoutes: async (ctx, { params, body }, call) => {
    await assertRoutes(ctx, body);
    const tests = testsFor(ctx, body);
    await changeProvider(ctx, params.id, toInput(body), getActor(call), tests.beforeOn);
    for (const inspection of tests.inspections) await keepInspection(ctx, params.id, inspection);
    return listOffers(ctx, call);
  },

  checkProvider: async (ctx, { params }) => toAnswer(ctx, await checkProviderNow(ctx, params.id)),

  confirmService: async (ctx, { params, body }, call) => {
    const { service_id: serviceId, mark } = body;
    await confirmService(ctx, params.id, { serviceId, mark }, getAdmin(call));
    return toAnswer(ctx, await getSeen(ctx, params.id));
  },

  resetCircuit: async (ctx, { params }) => {
    const seen = await getSeen(ctx, params.id);
    ctx.providers.circuits.reset(params.id);
    return toAnswer(ctx, seen);
  },

  listServices: async (ctx, { params: { id }, query }, call) => {
    const { search = '', refill, cursor, ...rest } = query;
    const filter = { ...rest, search: search.trim(), ...(refill ? { refill: refill === 'yes' } : {}) };
    const after = readCursor(cursor, readServicePosition);
    const found = await catalogueRepository.searchServices(ctx.database.db, id, filter, after, query.limit + 1);
    const page = {
      path: `/api/admin/providers/${encodeURIComponent(id)}/services`,
      query,
      toCursor: writeServicePosition,
    };
    const [snapshots, rates, settings] = await Promise.all([
      catalogueRepository.snapshots(ctx.database.db),
      catalogueRepository.readUsdRates(ctx.database.db),
      ctx.settings.current(),
    ]);
    const currency = snapshots.get(id)?.currency?.trim().toUpperCase() || 'USD';
    const charged = { currency, usd: catalogueRepository.usdOf(rates, id) };
    return toPage(call, found, page).map((known) => toService(known, charged, settings, seesCosts(call)));
  },

  getProviderSettings: async (ctx) => toSettings(await readProviderValues(ctx)),

  saveProviderSettings: async (ctx, { body }, call) => {
    const { api_url: apiUrl, api_key: apiKey, likes_service_id, views_service_id } = body;
    const values = { apiUrl, apiKey, likesServiceId: likes_service_id, viewsServiceId: views_service_id };
    const inspect = async (to: ProviderValues, chosen: readonly Category[], isOtherUrl: boolean) => {
      const entry = (await listProviders(ctx)).find(({ id }) => id === 'default');
      if (!entry || to.apiUrl === '' || to.apiKey === '') return null;
      const settings = toProviderSettings({ ...entry, ...to });
      const used = usedIn(settings).filter(({ offer }) => isOtherUrl || chosen.some((one) => one === offer));
      const isNew = true;
      const inspection = await inspectConnection(ctx, settings);
      await assertChosen(
        ctx,
        settings,
        inspection,
        used.map((each) => ({ ...each, isNew })),
      );
      return inspection.offers;
    };
    return toSettings(await saveProviderValues(ctx, values, getAdmin(call), inspect));
  },

  getProviderBalance: (ctx) => readBalance(ctx),

  tryProvider: async (ctx, { body }, call) => {
    const { outcome, httpStatus, data, text, coded } = await tryCall(ctx, body, getAdmin(call));
    const result = { ok: outcome === 'answered', status: httpStatus ?? 0, data, outcome };
    return text === '' ? result : { ...result, ...sentenceFields('error', text, coded) };
  },

  readMediaLink: async (_ctx, { body: { url } }) => {
    const reason = findLinkRefusal(url);
    if (reason) throw new StoreError('invalid_input', { reason: linkMessage(reason, url), field: 'url' });
    const { shortcode, kind, canonicalUrl } = normaliseLink(url);
    return { shortcode, kind, canonicalUrl };
  },

  listProviderTests: async (ctx, { query: { limit, cursor } }, call) => {
    const found = await providersRepository.listTests(ctx.database.db, limit + 1, cursor ?? null);
    const page = { path: '/api/admin/provider-tests', query: { limit }, toCursor: ({ id }: ProviderTest) => id };
    return toPage(call, found, page).map((test) => toTest(test, call));
  },

  getProviderScores: async (ctx, { query: { days, bands } }, call) => {
    const read = await readProviderScores(ctx, { days, isByBand: bands === 'each' });
    if (seesCosts(call)) return read;
    return { ...read, scores: read.scores.map((score) => ({ ...score, cost_per_delivered_1000: null })) };
  },

  listServiceChanges: async (ctx, { query: { open, limit, cursor } }, call) => {
    const filter = { isOpen: open === undefined ? null : open === 'true', withCosts: seesCosts(call) };
    const total = await changesRepository.countChanges(ctx.database.db, filter, countedChanges);
    call.answerHeader('x-total-count', String(Math.min(total, countedChanges)));
    if (total > countedChanges) call.answerHeader('x-total-capped', 'true');
    const found = await listServiceChanges(ctx, filter, { limit, before: cursor ?? null });
    const page = {
      path: '/api/admin/service-changes',
      query: { open, limit },
      toCursor: ({ id }: { id: number }) => id,
    };
    return toPage(call, found, page);
  },

  keepServiceChange: async (ctx, { params: { id }, body: { kept, note = null } }, call) => {
    await keepChange(ctx, id, { isKept: kept, note }, getAdmin(call));
    return { success: true };
  },
});

async function toAnswer(ctx: StoreContext, seen: SeenProvider) {
  const { offers } = await ctx.settings.current();
  return toProvider(seen, ctx.providers.circuits.state(seen.entry.id), offers);
}

/** For a role that sees no costs: without prices of services, and without warnings that state one. */
function withoutCosts(provider: ReturnType<typeof toProvider>) {
  return {
    ...provider,
    warnings: provider.warnings.filter(({ kind }) => kind !== 'price'),
    used: provider.used.map((service) => ({ ...service, cost_per_1000: null, cost_per_1000_usd: null })),
  };
}

function testsFor(ctx: StoreContext, { save_anyway }: Sent): { beforeOn: BeforeOn; inspections: Inspection[] } {
  const inspections: Inspection[] = [];
  const beforeOn: BeforeOn = async (to, chosen, isRoutesAlone = false) => {
    const inspection = await inspectConnection(ctx, to);
    const { offers } = inspection;
    // The service of another offer may have left the catalog before.
    const { offers: sold } = await ctx.settings.current();
    const check = offers && isRoutesAlone ? checkServices(offers, idsOf(chosen), sold) : inspection.check;
    if (check && check.state !== 'passed' && save_anyway !== true) {
      const body = { check: checkFields(check) };
      throw new StoreError('provider_check_failed', { reason: failedCheck(check), body });
    }
    await assertChosen(ctx, to, inspection, chosen);
    inspections.push(inspection);
    return inspection.offers;
  };
  return { beforeOn, inspections };
}

function idsOf(chosen: readonly ChosenService[]): ProviderSettings['serviceIds'] {
  return Object.fromEntries(chosen.map(({ offer, serviceId }) => [offer, serviceId]));
}

/** A provider that was not reached refuses no service. */
async function assertChosen(
  ctx: StoreContext,
  to: ProviderSettings,
  { funds, offers }: Inspection,
  chosen: readonly ChosenService[],
): Promise<void> {
  if (!offers) return;
  const currency = funds?.currency.trim().toUpperCase() || 'USD';
  const usd = await catalogueRepository.readUsdRate(ctx.database.db, currency);
  const { offers: sold } = await ctx.settings.current();
  assertServices(chosen, offers, { currency, usd }, sold);
  const saved = (await listProviders(ctx)).find(({ id }) => id === to.id);
  if (!saved || !isSameOrigin(saved.apiUrl, to.apiUrl)) return;
  const keys = chosen.map(({ serviceId }) => ({ providerId: to.id, serviceId }));
  const catalog = await catalogueRepository.readServices(ctx.database.db, keys);
  const refusal = findChangedSince(chosen, catalog, offers, sold);
  if (!refusal) return;
  // The next save counts by the catalog that the refusal states.
  await keepInspection(ctx, to.id, { funds: null, offers, check: null, error: null });
  throw refusal;
}

async function saved(ctx: StoreContext, id: string, inspections: readonly Inspection[]) {
  for (const inspection of inspections) await keepInspection(ctx, id, inspection);
  return toAnswer(ctx, await getSeen(ctx, id));
}

function checkFields<S>({ state, problem }: { state: S; problem: Sentence | null }) {
  return { state, ...sentenceFields('problem', problem?.text ?? null, problem?.coded) };
}

function failedCheck({ state, problem }: ProviderCheck): StoreMessage {
  const words = problem === null ? '' : wordsOf(problem);
  if (state === 'key_refused') return storeMessage('provider_key_refused', { words });
  return storeMessage(state === 'unreachable' ? 'provider_test_failed' : 'peer_words', { words });
}

/** Throws invalid_input for a route of an offer that the store does not have, or has by a field of its own, and for one given twice. */
async function assertRoutes(ctx: StoreContext, { routes: sent = [] }: Sent): Promise<void> {
  const { offers } = await ctx.settings.current();
  for (const [at, { offer: id }] of sent.entries()) {
    const offer = offers.find((one) => one.id === id);
    const isRepeated = sent.findIndex((one) => one.offer === id) !== at;
    if (offer && !specifiedCategory(offer) && !isRepeated) continue;
    throw new StoreError('invalid_input', { field: `routes.${at}.offer`, reason: 'offers_unlisted' });
  }
}

type Sent = InputOf<typeof changeProviderCall>['body'];

function toInput({ name, priority, enabled, kind, ...sent }: Sent): ProviderEntryInput {
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
    routes: sent.routes && Object.fromEntries(sent.routes.map(({ offer, service_id }) => [offer, service_id.trim()])),
    lowBalance: low === undefined || low === null ? low : low.toFixed(2),
  };
}

function toProvider(
  { entry, snapshot, services, used, usd, warnings, check }: SeenProvider,
  circuit: 'closed' | 'open' | 'probing',
  offers: readonly OfferSetting[],
) {
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
    routes: Object.entries(entry.routes).map(([offer, service_id]) => ({ offer, service_id })),
    check: { ...checkFields(check), checked_at: check.at?.toISOString() ?? null },
    low_balance: parseNumber(lowBalance),
    balance: parseNumber(snapshot?.balance),
    currency: snapshot?.currency ?? null,
    balance_at: snapshot?.balanceAt?.toISOString() ?? null,
    services_at: snapshot?.servicesAt?.toISOString() ?? null,
    used: used.flatMap(({ offer: key, serviceId, known, record }) => {
      const offer = offerOfKey(offers, key);
      if (!offer) return [];
      const { full, lowest } = pricesPerThousand(offer);
      const offered = known?.goneAt === null ? known : null;
      const rate = parseNumber(offered?.ratePerThousand);
      return {
        ...offerSubject(offer),
        service_id: serviceId,
        name: offered?.name ?? null,
        ...computeSuccess(record),
        cost_per_1000: rate,
        cost_per_1000_usd: rate === null || usd === null ? null : rate * usd,
        price_per_1000: full,
        lowest_price_per_1000: lowest,
        min: offered?.min ?? null,
        max: offered?.max ?? null,
      };
    }),
  };
}

function computeSuccess({ ends, startSeconds }: ServiceRecord) {
  let [all, complete] = [0, 0];
  for (const [status, links] of ends) {
    if (!isFinalProviderStatus(status)) continue;
    all += links;
    if (!isStoppedProviderStatus(status)) complete += links;
  }
  const percent = all === 0 ? null : Math.round((complete / all) * 1_000) / 10;
  return { sample: all, success_percent: percent, start_seconds: startSeconds };
}

function toService(
  known: CatalogueService,
  charged: { currency: string; usd: number | null },
  rules: Parameters<typeof proposePrice>[0],
  isCostSeen: boolean,
) {
  const { serviceId, name, category, type, ratePerThousand, min, max, refill, cancel, platform, action, goneAt } =
    known;
  const rate = isCostSeen ? parseNumber(ratePerThousand) : null;
  const cost = rate === null || charged.usd === null ? null : rate * charged.usd;
  const proposal = cost === null ? null : proposePrice(rules, action, cost);
  return {
    service_id: serviceId,
    name,
    category,
    type,
    platform,
    action,
    min,
    max,
    refill,
    cancel,
    cost_per_1000: rate,
    cost_per_1000_usd: cost,
    proposed_price_micros: proposal?.micros ?? null,
    margin_percent: proposal?.marginPercent ?? null,
    gone_at: goneAt?.toISOString() ?? null,
    ...problemFields(catalogProblem(known, charged, !isCostSeen)),
  };
}

function writeServicePosition(last: CatalogueService): string {
  const { isGone, rate, serviceId } = catalogueRepository.toPosition(last);
  return writeCursor([isGone ? 'gone' : 'there', rate, serviceId]);
}

function readServicePosition([state, rate = '', ...id]: readonly string[]): catalogueRepository.ServicePosition | null {
  const serviceId = id.join(' ');
  if ((state !== 'gone' && state !== 'there') || !/^\d{1,13}(\.\d{1,6})?$/.test(rate) || serviceId.includes('\0'))
    return null;
  return { isGone: state === 'gone', rate, serviceId };
}

function parseNumber(text: string | null | undefined): number | null {
  return text == null ? null : Number(text);
}

function toSettings({ apiUrl, apiKey, likesServiceId, viewsServiceId }: ProviderValues) {
  return {
    api_key: maskedKey(apiKey),
    has_api_key: apiKey !== '',
    api_url: apiUrl,
    likes_service_id: likesServiceId,
    views_service_id: viewsServiceId,
  };
}

/** What a provider responded may contain its prices. */
function toTest(test: ProviderTest, call: Call) {
  const { id, testedAt, testedBy, action, parameters, outcome, httpStatus, words, wordsCoded } = test;
  return {
    id,
    action,
    parameters,
    outcome,
    ...(seesCosts(call) || outcome !== 'answered'
      ? sentenceFields('words', words, wordsCoded)
      : sentenceFields('words', hiddenDatum, null)),
    ok: outcome === 'answered',
    status: httpStatus ?? 0,
    tested_at: testedAt.toISOString(),
    tested_by: testedBy,
  };
}

function problemFields(problem: StoreMessage | null) {
  return sentenceFields('problem', problem && englishMessage(problem), problem);
}
