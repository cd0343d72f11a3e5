// Calls about changes of prices at a time in the future.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { roundings } from './offers.ts';
import { byUuid, codedMessage } from './shared-schemas.ts';

const facts = z
  .object({
    unit_price_micros: z.number(),
    rounding: z.enum(roundings),
    min_quantity: z.number(),
    max_quantity: z.number(),
    step_quantity: z.number(),
    default_quantity: z.number(),
    packages: z.array(z.number()).max(50),
    tiers: z.array(z.object({ from_quantity: z.number(), discount_percent: z.number() })).max(50),
  })
  .partial();

const scheduled = z.object({
  id: z.string(),
  at: z.string(),
  /** The same time in the store's time zone: "2026-12-01T00:00". */
  local_time: z.string(),
  offers: z.array(facts.extend({ id: z.string() })),
  /** The same facts as they are before it: what a change at a later time restores. */
  former: z.array(facts.extend({ id: z.string() })),
  /** From the settings of now, with the changes that are scheduled before it. Empty: it would change nothing. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  created_at: z.string(),
  /** Whose change it is: the admin who scheduled it, or gave it its time. */
  created_by: z.string(),
  /** When it was due and could not be applied. Null: it waits. */
  refused_at: z.string().nullable(),
  /** Why it was not applied, or will not be, unless it gets another time. */
  refusal: z.string().nullable(),
  refusal_coded: codedMessage.optional(),
});
/** By time. Those that were refused stay until they are removed or get another time. */
const all = z.array(scheduled);

const body = z.object({
  /** A minute in the store's time zone. One that comes twice, because clocks are set back, is the first. */
  at: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/),
  /** Only what changes: what is omitted stays as it is at that time. */
  offers: z
    .array(facts.extend({ id: z.string().max(60) }))
    .min(1)
    .max(50),
  /** True: the admin saw the packages of `price_change_large`. */
  confirm: z.boolean().optional(),
});
const refusals = ['invalid_input', 'conflict', 'price_cut_too_large', 'price_change_large', 'step_up'] as const;

export const listScheduledPrices = endpoint('GET /api/admin/store-settings/scheduled', {
  role: 'viewer',
  summary: 'Lists the scheduled changes of prices.',
  output: all,
});

/**
 * Until `at` the prices stay. Then the store saves the change as a version of the settings, in the name of the admin. Where a
 * field was changed by hand since, or the save would be refused, nothing is saved, and the change is an action item.
 * 409 `conflict` beyond 20 changes; `price_cut_too_large` and `price_change_large` as a save of the settings.
 */
export const schedulePrices = endpoint('POST /api/admin/store-settings/scheduled', {
  role: 'manager',
  stepUp: true,
  summary: 'Schedules a change of prices.',
  input: { body },
  output: all,
  errors: [...refusals],
});

/** Replaces time and facts. A refused change waits again. */
export const changeScheduledPrices = endpoint('PUT /api/admin/store-settings/scheduled/{id}', {
  role: 'manager',
  stepUp: true,
  summary: 'Changes a scheduled change of prices.',
  input: { params: byUuid, body },
  output: all,
  errors: [...refusals, 'not_found'],
});

/** It can be restored. 404 for one that was applied. */
export const removeScheduledPrices = endpoint('DELETE /api/admin/store-settings/scheduled/{id}', {
  role: 'manager',
  stepUp: true,
  summary: 'Removes a scheduled change of prices.',
  input: { params: byUuid },
  output: all,
  errors: ['invalid_input', 'not_found', 'step_up'],
});

/** Of a change that is not removed, it changes nothing. 400 `invalid_input` once its time has passed. */
export const restoreScheduledPrices = endpoint('POST /api/admin/store-settings/scheduled/{id}/restore', {
  role: 'manager',
  stepUp: true,
  summary: 'Restores a removed change of prices.',
  input: { params: byUuid },
  output: all,
  errors: ['invalid_input', 'not_found', 'conflict', 'step_up'],
});
