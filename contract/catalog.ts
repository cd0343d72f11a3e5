// What is on sale, for programs.
import { z } from 'zod';
import { orderCategories } from './category.ts';
import { endpoint } from './endpoint.ts';
import { languages } from './languages.ts';
import { linkRules } from './link-rule-names.ts';
import { offerActions, platforms } from './offer-kinds.ts';
import { priceDivisor } from './pricing.ts';
import { offerSaved, offerSent, previewedPage } from './settings.ts';
import { providerIdInput } from './shared-schemas.ts';

const inLanguages = z.record(z.enum(languages), z.string());

/**
 * The offers that are on, in their order. An amount in cents is `quantity * unit_price_micros * percent / divisor`, rounded half up:
 * `percent` is that of the last tier whose `from_quantity` the quantity reaches, else 100. Then it is
 * raised to the `price_ending` of the offer: the first amount that is `ending` above a multiple of `step`. Quantities are `min_quantity` and any
 * number of steps above it. `version` is that of the settings.
 */
export const getCatalog = endpoint('GET /api/catalog', {
  access: 'public',
  summary: 'Returns what is on sale, with limits, tiers, packages, prices and pauses.',
  output: z.object({
    version: z.number(),
    /** False: no order can be placed. */
    open: z.boolean(),
    currency: z.literal('USD'),
    price_rule: z.object({
      unit: z.literal('cents'),
      factors: z.tuple([z.literal('quantity'), z.literal('unit_price_micros'), z.literal('percent')]),
      divisor: z.literal(priceDivisor),
      rounding: z.literal('half_up'),
    }),
    /** Post links of an order. */
    max_links: z.number(),
    offers: z.array(
      z.object({
        /** The `offer` of `POST /api/create-order`. */
        id: z.string(),
        platform: z.enum(platforms),
        action: z.enum(offerActions),
        category: z.enum(orderCategories),
        link_rule: z.enum(linkRules),
        names: inLanguages,
        texts: inLanguages,
        /** Millionths of a dollar per unit. */
        unit_price_micros: z.number(),
        /** Ascending. The percent of the undiscounted price that the whole order costs. */
        tiers: z.array(z.object({ from_quantity: z.number(), percent: z.number() })),
        min_quantity: z.number(),
        max_quantity: z.number(),
        step_quantity: z.number(),
        default_quantity: z.number(),
        /** In cents. 1 and 0: the computed amount. 100 and 99: amounts end in .99. */
        price_ending: z.object({ step: z.number(), ending: z.number() }),
        /** Quantities. */
        packages: z.array(z.number()),
        /** From the completion of a post. 0: no guarantee. */
        guarantee_days: z.number(),
        /** True: new orders of it are refused. */
        paused: z.boolean(),
        /** The operator's words about a pause; empty: none. */
        pause_texts: inLanguages,
      }),
    ),
  }),
  hasEntityTag: true,
});

const offersAndRoutes = z.object({
  /** That of the settings. */
  version: z.number(),
  /** All of them, also those that are off. */
  offers: z.array(offerSaved),
  /** The services of the offers beside the two specified ones, whose services are in the settings of each provider. */
  routes: z.array(z.object({ offer: z.string(), provider_id: z.string(), service_id: z.string() })),
});

export const listOffers = endpoint('GET /api/admin/catalog', {
  role: 'viewer',
  scope: 'catalog:write',
  summary: 'Returns all offers with their services at the providers.',
  output: offersAndRoutes,
});

/**
 * A save of the settings that changes offers alone: the rules and errors of `PUT /api/admin/store-settings`. With a key, `attested` is
 * refused, because an admin confirms an offer; until then it stays off.
 */
export const saveOffers = endpoint('PUT /api/admin/catalog', {
  role: 'manager',
  scope: 'catalog:write',
  stepUp: true,
  summary: 'Adds and changes offers.',
  input: {
    body: z.object({
      /** The version that the change is based on; 409 when a newer one exists. */
      version: z.number().int(),
      /** True: the new prices of `price_change_large` are intended. */
      confirm: z.boolean().optional(),
      /** What is omitted keeps its saved values. */
      offers: z.array(offerSent).min(1).max(50),
    }),
  },
  output: offersAndRoutes,
  errors: ['invalid_input', 'settings_changed', 'price_cut_too_large', 'price_change_large', 'step_up', 'no_role'],
  bodyLimitBytes: 256 * 1024,
});

/**
 * `offers`: as a save would send them; each is shown as if it were on. `offer`: the ID of the one whose page is returned. A specified
 * offer is shown on the home page.
 */
export const previewOffer = endpoint('POST /api/admin/catalog/preview', {
  role: 'viewer',
  stepUp: { neverBecause: 'it changes nothing' },
  summary: 'Returns the page of an offer with changes that are not saved.',
  input: {
    body: z.object({
      offers: z.array(offerSent).min(1).max(50),
      offer: z.string().max(60),
      language: z.enum(languages),
    }),
  },
  output: previewedPage,
  errors: ['invalid_input', 'offer_unknown', 'unavailable'],
  bodyLimitBytes: 256 * 1024,
});

/** The checks of `PUT /api/admin/providers/{id}`. A route that is omitted stays; an empty service removes it. */
export const saveRoutes = endpoint('PUT /api/admin/providers/{id}/routes', {
  role: 'manager',
  scope: 'catalog:write',
  stepUp: true,
  summary: 'Chooses the services by which a provider delivers offers.',
  input: {
    params: z.object({ id: z.string().max(20) }),
    body: z.object({
      routes: z.array(z.object({ offer: z.string().max(60), service_id: providerIdInput })).max(50),
      /** True: also when the test call of the provider fails. */
      save_anyway: z.boolean().optional(),
    }),
  },
  output: offersAndRoutes,
  errors: ['invalid_input', 'not_found', 'conflict', 'step_up', 'provider_check_failed'],
});
