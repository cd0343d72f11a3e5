// Calls about providers: `default` of the API tab and others, in order of priority; their scores, balance and manual tests.
import { z } from 'zod';
import { categories, orderCategories } from './category.ts';
import { endpoint } from './endpoint.ts';
import { offerActions, platforms } from './offer-kinds.ts';
import { providerKinds } from './provider-kinds.ts';
import { codedMessage, messageFields, numberCursor, pageLimit, providerIdInput } from './shared-schemas.ts';
import { nameInput, searchInput } from './text-inputs.ts';

const warning = z.object({
  /** held: the service changed at the provider and is not confirmed. balance_unclear: it may be two amounts. rate_missing: prices in a currency without a rate are not compared with those of the store. */
  kind: z.enum(['price', 'gone', 'held', 'range', 'balance', 'balance_unclear', 'rate_missing', 'unreachable']),
  /** One sentence for the operator. */
  words: z.string(),
  ...messageFields,
});

/** The service that delivers a category, and its performance. */
const usedService = z.object({
  category: z.enum(orderCategories),
  /** The ID of an offer that does not stand for its category, and its name. */
  offer: z.string().optional(),
  offer_name: z.string().optional(),
  service_id: z.string(),
  /** Null when the catalog has no such service or was never imported. */
  name: z.string().nullable(),
  /** In the currency of the provider. */
  cost_per_1000: z.number().nullable(),
  /** By the rate of today; null without one. */
  cost_per_1000_usd: z.number().nullable(),
  /** The store's price, without a discount and with the highest one. */
  price_per_1000: z.number(),
  lowest_price_per_1000: z.number(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Of its last links: how many ended, how many of these completely, and the median delay of the start. */
  sample: z.number(),
  success_percent: z.number().nullable(),
  start_seconds: z.number().nullable(),
});

/** untested: never tested with this URL, key and services. */
export const providerCheckState = z.enum(['passed', 'untested', 'key_refused', 'unreachable', 'service_missing']);

const check = z.object({
  state: providerCheckState,
  /** One sentence for the operator. */
  problem: z.string().nullable(),
  problem_coded: codedMessage.optional(),
  checked_at: z.string().nullable(),
});

const provider = z.object({
  id: z.string(),
  name: z.string(),
  /** The provider with the lowest number is tried first. */
  priority: z.number(),
  /** True when it receives new links. */
  enabled: z.boolean(),
  /** The API that it speaks. A newer version may have saved one that this version does not have. */
  kind: z.string(),
  api_url: z.string(),
  /** `********` and the last four characters; empty without a key. */
  api_key: z.string(),
  likes_service_id: z.string(),
  views_service_id: z.string(),
  /** Its service of each offer beside the specified ones. */
  routes: z.array(z.object({ offer: z.string(), service_id: z.string() })),
  low_balance: z.number().nullable(),
  balance: z.number().nullable(),
  currency: z.string().nullable(),
  balance_at: z.string().nullable(),
  services_at: z.string().nullable(),
  /** The number of services in its catalog. */
  services: z.number(),
  /** The circuit breaker of this process. open: too many consecutive failures, so calls are paused. */
  circuit: z.enum(['closed', 'open', 'probing']),
  used: z.array(usedService),
  warnings: z.array(warning),
  /** The last test call with its key and services. */
  check,
});

export const listProviders = endpoint('GET /api/admin/providers', {
  role: 'viewer',
  summary: 'Lists the providers in the order of use, with their state.',
  output: z.array(provider),
});

const fields = z.object({
  name: nameInput(60),
  priority: z.number().int().min(0).max(1_000),
  enabled: z.boolean(),
  /** Added without one: `panel-v2`. Changed without one: kept. */
  kind: z.enum(providerKinds),
  api_url: z.string().max(500),
  api_key: z.string().max(500),
  likes_service_id: providerIdInput,
  views_service_id: providerIdInput,
  /** Of offers beside the specified ones; one that is omitted stays, an empty service removes it. */
  routes: z.array(z.object({ offer: z.string().max(60), service_id: providerIdInput })).max(50),
  low_balance: z.number().min(0).max(1_000_000_000).nullable(),
});
const params = z.object({ id: z.string().max(20) });

/**
 * Enabling a provider, or changing the connection of an enabled one, runs a test call first. When it fails, nothing is
 * saved (409 `provider_check_failed`) unless `save_anyway` is true.
 */
const saved = fields.partial().extend({ save_anyway: z.boolean().optional() });

/** Name, URL and key are required. */
export const addProvider = endpoint('POST /api/admin/providers', {
  role: 'manager',
  summary: 'Adds a provider.',
  input: { body: saved },
  output: provider,
  errors: ['invalid_input', 'step_up', 'provider_check_failed'],
  stepUp: true,
});

/**
 * Updates the given fields; a masked or empty key keeps the saved one. A URL of another origin (scheme, host, port) needs
 * the key: 400 `invalid_input`, field `api_key`. The connection of `default` is set on the API tab: 409.
 */
export const changeProvider = endpoint('PUT /api/admin/providers/{id}', {
  role: 'manager',
  stepUp: true,
  summary: 'Changes a provider or its priority.',
  input: { params, body: saved },
  output: provider,
  errors: ['invalid_input', 'not_found', 'conflict', 'step_up', 'provider_check_failed'],
});

export const checkProvider = endpoint('POST /api/admin/providers/{id}/look', {
  role: 'manager',
  stepUp: { neverBecause: 'it only reads from the provider' },
  summary: 'Refreshes the balance and the catalog of a provider.',
  input: { params },
  output: provider,
  errors: ['not_found', 'conflict', 'provider_unavailable', 'provider_refused'],
});

/** `mark`: the end of the subject of the action item `service_held`. 409 when the service changed again. */
export const confirmService = endpoint('POST /api/admin/providers/{id}/confirm-service', {
  role: 'manager',
  stepUp: true,
  summary: 'Confirms a service that changed at the provider.',
  input: { params, body: z.object({ service_id: providerIdInput, mark: z.string().max(100) }) },
  output: provider,
  errors: ['invalid_input', 'not_found', 'conflict', 'step_up'],
});

export const resetCircuit = endpoint('POST /api/admin/providers/{id}/reset-circuit', {
  role: 'manager',
  stepUp: { neverBecause: 'it only calls again what failed' },
  summary: 'Resumes calls to a provider that were paused after failures.',
  input: { params },
  output: provider,
  errors: ['not_found'],
});

export const listServices = endpoint('GET /api/admin/providers/{id}/services', {
  role: 'viewer',
  summary: 'Searches the imported catalog of a provider by number, name, category and kind, cheapest first, by pages.',
  input: {
    params,
    query: z.object({
      search: searchInput.max(100).optional(),
      /** The kind of offer that a service could deliver, as its name states it. */
      platform: z.enum(platforms).optional(),
      action: z.enum(offerActions).optional(),
      /** no: also those that return nothing about refills. */
      refill: z.enum(['yes', 'no']).optional(),
      limit: pageLimit(),
      cursor: z.string().max(500).optional(),
    }),
  },
  output: z.array(
    z.object({
      service_id: z.string(),
      name: z.string(),
      category: z.string(),
      /** `Default` takes a link and a quantity. Null when the provider does not return it. */
      type: z.string().nullable(),
      /** Both null where the name states no kind, or several, and until the next import after an update. */
      platform: z.enum(platforms).nullable(),
      action: z.enum(offerActions).nullable(),
      /** In the currency of the provider. */
      cost_per_1000: z.number().nullable(),
      /** By the rate of today; null without one. */
      cost_per_1000_usd: z.number().nullable(),
      /** Millionths of a dollar per unit that leave the target of the margin rule, and what remains of it after cost and fee. */
      proposed_price_micros: z.number().nullable(),
      margin_percent: z.number().nullable(),
      min: z.number().nullable(),
      max: z.number().nullable(),
      refill: z.boolean().nullable(),
      cancel: z.boolean().nullable(),
      /** When the provider removed the service. */
      gone_at: z.string().nullable(),
      /** Why the store cannot sell it; null where it can. */
      problem: z.string().nullable(),
      problem_coded: codedMessage.optional(),
    }),
  ),
  errors: ['invalid_input'],
});

/** With fewer links of a service there is no suggestion. */
export const leastSuggestedLinks = 30;

/** Smallest and largest quantity of a link, and whether it can be refilled and canceled. */
export const serviceTerms = ['min', 'max', 'refill', 'cancel'] as const;
export type ServiceTerm = (typeof serviceTerms)[number];
export const serviceChangeKinds = [
  'price_up',
  'price_down',
  'gone',
  'returned',
  'renamed',
  'recategorized',
  'retyped',
  ...serviceTerms,
] as const;
export type ServiceChangeKind = (typeof serviceChangeKinds)[number];

/** Seconds from the send within which half and nine of ten links came so far; null when too few did. */
const times = z.object({ p50_seconds: z.number().nullable(), p90_seconds: z.number().nullable() });

const score = z.object({
  provider_id: z.string(),
  provider_name: z.string(),
  service_id: z.string(),
  /** Null when the catalog does not have it. */
  service_name: z.string().nullable(),
  /** What the provider delivers with this service now. Empty for a former service. */
  categories: z.array(z.enum(categories)),
  /** The same by the IDs of offers beside the specified ones. */
  offers: z.array(z.string()).optional(),
  offer_names: z.array(z.string()).optional(),
  /** The band of quantities from 0 on (up to 1,000, 5,000, 20,000, more); null for all. */
  band: z.number().nullable(),
  /** Links that the provider accepted, and those of them that are in delivery. */
  links: z.number(),
  open: z.number(),
  first_progress: times,
  completed: times,
  /** Half of the links were at least as fast. */
  units_per_hour: z.number().nullable(),
  /** Of the ended links: those that ended incomplete, and those with a later refill. */
  short_percent: z.number().nullable(),
  refilled_percent: z.number().nullable(),
  /** Of all attempts to send a link. */
  refused_percent: z.number().nullable(),
  /** From the charges of ended links, in the currency of the provider. */
  cost_per_delivered_1000: z.number().nullable(),
  currency: z.string().nullable(),
  /** Of the health checks of the provider's API. */
  checks: z.number(),
  uptime_percent: z.number().nullable(),
});

const suggestion = z.object({
  /** One of both: a category stands for its offer. */
  category: z.enum(categories).optional(),
  offer: z.string().optional(),
  offer_name: z.string().optional(),
  provider_id: z.string(),
  service_id: z.string(),
  /** The provider that new links go to first today. */
  first_provider_id: z.string(),
  first_service_id: z.string(),
});

export const getProviderScores = endpoint('GET /api/admin/provider-scores', {
  role: 'viewer',
  summary: 'Compares how the services of the providers delivered, and suggests which provider should be first.',
  input: {
    query: z.object({
      days: z.coerce.number().int().min(1).max(365).default(30),
      /** each: a row for each band of quantities. */
      bands: z.enum(['all', 'each']).default('all'),
    }),
  },
  output: z.object({
    days: z.number(),
    scores: z.array(score),
    /** Only between services with 30 links or more. Nothing changes by itself. */
    suggestions: z.array(suggestion),
  }),
  errors: ['invalid_input'],
});

/** 502 when the provider is unreachable, returns an error, or is not configured. */
export const getProviderBalance = endpoint('GET /api/admin/balance', {
  role: 'viewer',
  summary: "The operator's funds at the provider.",
  output: z.object({
    /** Null where the provider returned what may be two amounts; `problem` quotes it. */
    balance: z.number().nullable(),
    currency: z.string(),
    problem: z.string().optional(),
    problem_coded: codedMessage.optional(),
  }),
  errors: ['provider_refused', 'provider_unavailable'],
});

const count = z.number().int().min(1).max(1_000_000_000);

/**
 * Sends one call to the saved URL, without a retry. `add` places a real, paid order; the audit log records it before
 * the call. `runs` and `interval` (minutes) come together; the total is quantity x runs. Rejected and lost calls return
 * 200 with `ok` false.
 */
export const tryProvider = endpoint('POST /api/proxy', {
  role: 'manager',
  stepUp: { when: 'the action is `add`, which places a paid order' },
  summary: 'Makes one test call to the provider and returns its response.',
  input: {
    body: z.object({
      action: z.enum(['balance', 'services', 'status', 'add']),
      service: providerIdInput.optional(),
      link: z.string().max(2_000).optional(),
      quantity: count.optional(),
      runs: count.optional(),
      interval: count.optional(),
      order: providerIdInput.optional(),
      /** Replaces the saved key for this call only; masked or empty means the saved key. */
      api_key: z.string().max(500).optional(),
    }),
  },
  output: z.object({
    /** True for a valid response to this action. */
    ok: z.boolean(),
    /** The HTTP status; 0 without a response. */
    status: z.number(),
    data: z.unknown(),
    error: z.string().optional(),
    error_coded: codedMessage.optional(),
    /** refused: rejected by the provider. not_sent: no request was sent. lost: the call may have succeeded. */
    outcome: z.enum(['answered', 'refused', 'not_sent', 'lost']),
  }),
  errors: ['invalid_input', 'conflict'],
});

const providerTest = z.object({
  id: z.number(),
  tested_at: z.string(),
  tested_by: z.string(),
  action: z.string(),
  /** As sent, without the key. */
  parameters: z.record(z.string(), z.string()),
  ok: z.boolean(),
  outcome: z.enum(['answered', 'refused', 'not_sent', 'lost']),
  status: z.number(),
  /** The message of the provider or of the store. */
  words: z.string(),
  words_coded: codedMessage.optional(),
});

/** Newest first; the next page in Link. */
export const listProviderTests = endpoint('GET /api/admin/provider-tests', {
  role: 'viewer',
  summary: 'Lists the test calls to the provider with their responses, by pages.',
  input: { query: z.object({ limit: pageLimit(20), cursor: numberCursor() }) },
  output: z.array(providerTest),
  errors: ['invalid_input'],
});

/**
 * Parses a post link without a network request. `shortcode` and `kind` are null for a link without a post. `embedHtml`
 * would need an oEmbed token, which this store does not have.
 */
export const readMediaLink = endpoint('POST /api/instagram-media', {
  role: 'manager',
  stepUp: { neverBecause: 'it only reads a text' },
  summary: 'Resolves a link to its post.',
  input: { body: z.object({ url: z.string().max(2_000) }) },
  output: z.object({
    shortcode: z.string().nullable(),
    kind: z.enum(['p', 'reel', 'tv']).nullable(),
    canonicalUrl: z.string(),
    embedHtml: z.string().optional(),
  }),
});
