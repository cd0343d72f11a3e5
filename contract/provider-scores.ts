// Calls that compare providers: how their services delivered, and what they change about them.
import { z } from 'zod';
import { categories } from './category.ts';
import { codedMessage } from './coded-message.ts';
import { endpoint } from './endpoint.ts';
import { pageLimit } from './shared-schemas.ts';

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
  category: z.enum(categories),
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

export const listServiceChanges = endpoint('GET /api/admin/service-changes', {
  role: 'viewer',
  summary: 'Lists what providers changed about the services that the store uses, newest first.',
  input: { query: z.object({ limit: pageLimit() }) },
  output: z.array(
    z.object({
      id: z.number(),
      provider_id: z.string(),
      provider_name: z.string(),
      service_id: z.string(),
      kind: z.enum(serviceChangeKinds),
      /**
       * A price of 1,000 units, a name, a category, a quantity, `true` or `false`; null for a service that left or
       * returned, and for a term that the catalog does not state.
       */
      before: z.string().nullable(),
      after: z.string().nullable(),
      /** Which quantities on sale the service does not accept since this change; null once it does, and otherwise. */
      problem: z.string().nullable(),
      problem_coded: codedMessage.optional(),
      /** Of a price. */
      currency: z.string().nullable(),
      changed_at: z.string(),
    }),
  ),
  errors: ['invalid_input'],
});
