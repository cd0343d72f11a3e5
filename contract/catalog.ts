// What is on sale, for programs.
import { z } from 'zod';
import { categories } from './category.ts';
import { endpoint } from './endpoint.ts';
import { languages } from './languages.ts';
import { linkRules } from './link-rule-names.ts';
import { offerActions, platforms } from './offers.ts';
import { priceDivisor } from './pricing.ts';

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
        category: z.enum(categories),
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
