// Calls about providers: `default` of the API tab and others, in order of priority.
import { z } from 'zod';
import { categories } from './category.ts';
import { codedMessage, messageFields } from './coded-message.ts';
import { endpoint } from './endpoint.ts';
import { providerKinds } from './provider-kinds.ts';
import { pageLimit, providerIdInput } from './shared-schemas.ts';
import { nameInput, searchInput } from './text-inputs.ts';

const warning = z.object({
  kind: z.enum(['price', 'gone', 'range', 'balance', 'unreachable']),
  /** One sentence for the operator. */
  words: z.string(),
  ...messageFields,
});

/** The service that delivers a category, and its performance. */
const usedService = z.object({
  category: z.enum(categories),
  service_id: z.string(),
  /** Null when the catalog has no such service or was never imported. */
  name: z.string().nullable(),
  cost_per_1000: z.number().nullable(),
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
  summary: 'Searches the imported catalog of a provider by number, name and category, cheapest first.',
  input: {
    params,
    query: z.object({ search: searchInput.max(100).optional(), limit: pageLimit() }),
  },
  output: z.array(
    z.object({
      service_id: z.string(),
      name: z.string(),
      category: z.string(),
      cost_per_1000: z.number().nullable(),
      min: z.number().nullable(),
      max: z.number().nullable(),
      refill: z.boolean().nullable(),
      cancel: z.boolean().nullable(),
      /** When the provider removed the service. */
      gone_at: z.string().nullable(),
    }),
  ),
  errors: ['invalid_input'],
});
