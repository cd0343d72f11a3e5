// Calls about what providers changed of the services in use, and what an admin does about each change.
import { z } from 'zod';
import { orderCategories } from './category.ts';
import { endpoint } from './endpoint.ts';
import { serviceChangeKinds } from './providers.ts';
import { codedMessage, numberCursor, pageLimit, success } from './shared-schemas.ts';
import { noteInput } from './text-inputs.ts';

/** `keep`: dismisses the change; nothing else changes. */
export const serviceChangeActs = [
  'apply_price',
  'keep',
  'confirm_service',
  'choose_service',
  'pause',
  'edit_limits',
] as const;
export type ServiceChangeAct = (typeof serviceChangeActs)[number];

/**
 * Why a change is no longer open. reversed: a later one took it back. superseded: a later one continued it. earlier: it is
 * from a version without this list.
 */
export const serviceChangeEnds = [
  'kept',
  'priced',
  'limited',
  'confirmed',
  'replaced',
  'reversed',
  'superseded',
  'earlier',
] as const;
export type ServiceChangeEnd = (typeof serviceChangeEnds)[number];

/** Margins are of 1,000 units without a discount, after the cost and the fee of the dearest gateway. */
const changedOffer = z.object({
  category: z.enum(orderCategories),
  /** The ID of an offer that does not stand for its category, and its name. */
  offer: z.string().optional(),
  offer_name: z.string().optional(),
  paused: z.boolean(),
  price_per_1000: z.number(),
  /** Null where the cost is unknown, and for roles that see no costs. */
  margin_percent: z.number().nullable(),
  /** Only of a change of the cost. */
  margin_percent_before: z.number().nullable(),
  /** What the margin rule of the offer proposes; `subject`: of the action item `price_proposed`. */
  proposal: z.object({ subject: z.string(), price_per_1000: z.number(), margin_percent: z.number() }).nullable(),
});

const serviceChange = z.object({
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
  /** As `before`, of the first of the changes that this one continues. */
  from: z.string().nullable(),
  /** Which quantities on sale the service does not accept since this change; null once it does, and otherwise. */
  problem: z.string().nullable(),
  problem_coded: codedMessage.optional(),
  /** Of a price. */
  currency: z.string().nullable(),
  changed_at: z.string(),
  /** Those that the provider delivers with the service now. */
  offers: z.array(changedOffer),
  /**
   * Null once it is settled. `in_delivery`: links at the provider by this service, with the units to come; counted up to 1,000
   * links, `more` beyond. `waiting`: links of paid orders that would be sent by it next.
   */
  open: z
    .object({
      in_delivery: z.object({ links: z.number(), units: z.number(), more: z.boolean() }),
      waiting: z.object({ links: z.number(), units: z.number() }),
    })
    .nullable(),
  /** What the change does to open orders; null once it is settled. */
  effect: z.string().nullable(),
  effect_coded: codedMessage.optional(),
  /** Empty once it is settled. */
  acts: z.array(z.enum(serviceChangeActs)),
  /** Of `POST /api/admin/providers/{id}/confirm-service`; null while the service is not held. */
  mark: z.string().nullable(),
  /** Null while it is open. */
  settled_at: z.string().nullable(),
  settled_as: z.enum(serviceChangeEnds).nullable(),
  /** The email of the admin, or the name of the API key; null where the store settled it. */
  settled_by: z.string().nullable(),
  note: z.string().nullable(),
});

/** Roles that see no costs get no changes of costs. Changes are counted up to 1,000. */
export const listServiceChanges = endpoint('GET /api/admin/service-changes', {
  role: 'viewer',
  total: 'capped',
  summary: 'Lists what providers changed about the services that the store uses, newest first, by pages.',
  input: {
    query: z.object({
      /** true: only those that are not settled. */
      open: z.enum(['true', 'false']).optional(),
      limit: pageLimit(),
      cursor: numberCursor(),
    }),
  },
  output: z.array(serviceChange),
  errors: ['invalid_input'],
});

/**
 * The same state again changes nothing. 409 `change_settled`: it was settled in another way, a later change of the same fact
 * followed, or the service is no longer in use. 409 `change_held`: a service that is held is confirmed or replaced.
 */
export const keepServiceChange = endpoint('PUT /api/admin/service-changes/{id}', {
  role: 'manager',
  stepUp: { neverBecause: 'it changes no service and no price, and it can be undone' },
  summary: 'Keeps what a change left as it is, which settles it, or opens it again.',
  input: {
    params: z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    body: z.object({ kept: z.boolean(), note: noteInput(500).optional() }),
  },
  output: success,
  errors: ['invalid_input', 'not_found', 'conflict'],
});
