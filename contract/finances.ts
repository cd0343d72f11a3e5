// Calls about what is kept of the sales: the statement, its groups, other costs, and the rates of currencies. Amounts in dollars
// with two decimals, days in the store's time zone. docs/figures.md defines each figure.
import { z } from 'zod';
import { byName } from './by-name.ts';
import { endpoint } from './endpoint.ts';
import {
  besideSaved,
  costColumns,
  costFileLimits,
  dayOrders,
  isRate,
  longestCurrency,
  mostColumns,
  otherCostKinds,
  otherCostLimits,
  statementSteps,
  usualColumns,
} from './finance-rules.ts';
import { byUuid, pageLimit, success } from './shared-schemas.ts';
import { nameInput, wordsInput } from './text-inputs.ts';

const day = z.iso.date();
/** The years that a statement can be about. */
const recentDay = day.refine((text) => text >= '2000-01-01' && text < '2100-01-01');

/** In capital letters, which may be more characters than were sent. */
const currencyInput = nameInput(longestCurrency).toUpperCase().max(longestCurrency);

const figures = z.object({
  /** Paid on these days, also if refunded since. */
  paid: z.number(),
  sales: z.number(),
  refunds: z.number(),
  disputes: z.number(),
  /** Sales less refunds and disputes: the revenue of the other figures. */
  net_sales: z.number(),
  provider_cost: z.number(),
  fees: z.number(),
  other_costs: z.number(),
  /** `other_costs` by kind. */
  costs_by_kind: z.object(byName(otherCostKinds, () => z.number())),
  kept: z.number(),
  /** Percent of net sales with one decimal; null without net sales. */
  share_kept: z.number().nullable(),
  /** Sent links whose cost the provider has not charged: estimated by its price, or not known. */
  estimated_costs: z.number(),
  unknown_costs: z.number(),
  /** Payments whose fee is an estimate, or not known. */
  estimated_fees: z.number(),
  unknown_fees: z.number(),
  /** Other costs in a currency without a rate: they are left out. */
  unknown_other_costs: z.number(),
});

/** A currency of which costs are left out: no rate begins on or before their day. */
const missingRate = z.object({
  currency: z.string(),
  /** Sent links that were charged in it, and other costs. */
  links: z.number(),
  costs: z.number(),
  /** The first of these days. */
  from: z.string(),
});

/** A source as orders have it (D-94), also `unknown`, `direct`, `withheld`, `admin` or `api`. */
const source = z.string().min(1).max(100).optional();

const span = { from: z.string(), to: z.string() };
const spanFigures = z.object({ ...span, figures });

const column = z.object({
  /** YYYY-MM-DD, both days included. */
  ...span,
  /** True: the period is not over. */
  running: z.boolean(),
  figures,
  /** Paid orders of these days with links that are at no provider yet: their cost is missing. */
  unsent_orders: z.number(),
  /** The period before, and the same one a year before; of a running one as many days. */
  before: spanFigures,
  year_before: spanFigures,
});

/**
 * Columns oldest first; the last one contains `until`, at most today. Each amount is on the day of the payment, also a later
 * refund, dispute, fee or charge of the provider. Costs in another currency are converted by the rate of this day. Without one they are
 * left out: their links count in `unknown_costs`.
 * With `source` all figures are of its orders, and other costs are its ads.
 */
export const readStatement = endpoint('GET /api/admin/finances', {
  role: 'manager',
  scope: 'figures:read',
  summary: 'Returns sales, costs and what is kept, by periods.',
  input: {
    query: z.object({
      step: z.enum(statementSteps).default('month'),
      columns: z.coerce.number().int().min(1).max(mostColumns).default(usualColumns),
      until: recentDay.optional(),
      source,
    }),
  },
  output: z.object({
    step: z.enum(statementSteps),
    /** Null: of all sources. */
    source: z.string().nullable(),
    currency: z.literal('USD'),
    today: z.string(),
    columns: z.array(column),
    /** Of all columns. */
    total: spanFigures,
    missing_rates: z.array(missingRate),
  }),
  errors: ['invalid_input'],
});

/** Not counted by source. */
const groupsOfAll: readonly string[] = ['category', 'country', 'provider'];

/**
 * `name`: of a category its offer: `Likes` and `Views` for those that stand for them, else the ID; of a provider its ID, of a
 * country its English name; empty: not known, without a campaign, or what belongs to no
 * provider. Costs of the provider have their provider, and everything else has none. Without other costs, but for the `ads` of a
 * source: of an empty name those without a source. The groups add up to the statement of the same days. At most 300 groups, the
 * largest first; of campaigns the newest 50,000 totals of a day count. `source`: only with `by` source, campaign or currency.
 */
export const readFinanceGroups = endpoint('GET /api/admin/finances/groups', {
  role: 'manager',
  scope: 'figures:read',
  summary: 'Returns the figures of some days by category, country, provider, currency, source or campaign.',
  input: {
    query: z
      .object({
        by: z.enum(['category', 'country', 'provider', 'currency', 'source', 'campaign']),
        from: recentDay,
        to: recentDay,
        source,
      })
      .refine(({ by, source: of }) => of === undefined || !groupsOfAll.includes(by), { path: ['source'] }),
  },
  output: z.array(
    z.object({
      name: z.string(),
      /** By category: the name of an offer that does not stand for one. */
      offer_name: z.string().optional(),
      ...figures.omit({ other_costs: true, costs_by_kind: true }).shape,
      /** The costs of the ads of a source, which are taken off `kept`. Null: not counted by this grouping. */
      ads: z.number().nullable(),
    }),
  ),
  errors: ['invalid_input'],
});

const costInput = z
  .object({
    day: recentDay,
    kind: z.enum(otherCostKinds),
    /** Where the ads were shown, as in the addresses of their links (`utm_source`). Only of ads. */
    source: nameInput(otherCostLimits.source).nullable(),
    amount: z.number().min(otherCostLimits.least).max(otherCostLimits.most).multipleOf(0.01),
    /** USD, a code of ISO 4217, or a currency with a rate. */
    currency: currencyInput,
    note: wordsInput.max(otherCostLimits.note),
  })
  .refine(({ kind, source }) => kind === 'ads' || source === null, { path: ['source'] });

const cost = z.object({
  id: z.string(),
  day: z.string(),
  kind: z.enum(otherCostKinds),
  source: z.string().nullable(),
  /** In its currency. */
  amount: z.number(),
  currency: z.string(),
  /** By the rate of its day; null without one. */
  amount_usd: z.number().nullable(),
  note: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});

/** By day, the newest first; the next page in Link. */
export const listOtherCosts = endpoint('GET /api/admin/finances/costs', {
  role: 'manager',
  scope: 'figures:read',
  summary: 'Lists costs beside those of gateways and providers, by pages.',
  input: { query: z.object({ limit: pageLimit(), cursor: z.string().max(100).optional() }) },
  output: z.array(cost),
  errors: ['invalid_input'],
});

const noProof = { neverBecause: 'a cost that is typed moves no money' };

export const addOtherCost = endpoint('POST /api/admin/finances/costs', {
  role: 'manager',
  stepUp: noProof,
  summary: 'Adds a cost to a day.',
  input: { body: costInput },
  output: cost,
  errors: ['invalid_input'],
});

export const changeOtherCost = endpoint('PUT /api/admin/finances/costs/{id}', {
  role: 'manager',
  stepUp: noProof,
  summary: 'Changes a cost.',
  input: { params: byUuid, body: costInput },
  output: cost,
  errors: ['invalid_input', 'not_found'],
});

/** It can be restored. */
export const deleteOtherCost = endpoint('DELETE /api/admin/finances/costs/{id}', {
  role: 'manager',
  stepUp: noProof,
  summary: 'Deletes a cost.',
  input: { params: byUuid },
  output: success,
  errors: ['not_found'],
});

/** Of a cost that is not deleted, it changes nothing. */
export const restoreOtherCost = endpoint('POST /api/admin/finances/costs/{id}/restore', {
  role: 'manager',
  stepUp: noProof,
  summary: 'Restores a deleted cost.',
  input: { params: byUuid },
  output: cost,
  errors: ['not_found'],
});

const columnNumber = z
  .number()
  .int()
  .min(0)
  .max(costFileLimits.columns - 1);

/**
 * Reads a file with costs. Without `columns`, the answer proposes them by the first line. Nothing is saved without `save`, and
 * nothing while a line is refused (`problems`). Lines that an earlier import saved are `known` and change nothing, also after
 * they were changed or deleted here. A line beside a saved cost of its day, kind and source may be that cost with a corrected
 * amount: nothing is saved until `beside_saved` chooses to add such lines, or to replace those costs.
 */
export const importOtherCosts = endpoint('POST /api/admin/finances/costs/import', {
  role: 'manager',
  stepUp: noProof,
  summary: 'Previews a CSV file with costs, or saves it.',
  input: {
    body: z.object({
      /** The text of a CSV file, with commas, semicolons or tabs. Its first line names the columns. */
      file: z.string().max(costFileLimits.characters),
      columns: z.object(byName(costColumns, () => columnNumber.nullable())).optional(),
      day_order: z.enum(dayOrders).default('ymd'),
      /** Of lines without a column for it. */
      kind: z.enum(otherCostKinds).default('ads'),
      beside_saved: z.enum(besideSaved).optional(),
      save: z.boolean().default(false),
    }),
  },
  output: z.object({
    /** The names of the columns in the file. */
    headings: z.array(z.string()),
    columns: z.object(byName(costColumns, () => z.number().nullable())),
    day_order: z.enum(dayOrders),
    lines: z.number(),
    added: z.number(),
    known: z.number(),
    refused: z.number(),
    /** Of the added lines, those beside a saved cost of their day, kind and source. */
    beside: z.number(),
    /** True: the lines were saved. */
    saved: z.boolean(),
    /** The first lines that can be saved. */
    preview: z.array(
      z.object({
        line: z.number(),
        known: z.boolean(),
        ...cost.omit({ id: true, amount_usd: true, created_at: true, updated_at: true }).shape,
      }),
    ),
    /** The first of these lines, each with its saved cost. */
    saved_costs: z.array(
      z.object({
        line: z.number(),
        day: z.string(),
        kind: z.enum(otherCostKinds),
        source: z.string().nullable(),
        amount: z.number(),
        currency: z.string(),
        saved_amount: z.number(),
        saved_currency: z.string(),
      }),
    ),
    /** The first refused lines, with the reason as a sentence and as a code. */
    problems: z.array(
      z.object({
        line: z.number(),
        text: z.string(),
        message: z.string(),
        code: z.string(),
        params: z.record(z.string(), z.unknown()).optional(),
      }),
    ),
  }),
  errors: ['invalid_input'],
  bodyLimitBytes: 512 * 1024,
});

const rateInput = z.object({
  /** As the provider names it; not USD. */
  currency: currencyInput.refine((currency) => currency !== 'USD'),
  /** The first day that the rate is for. It ends where the next one of its currency begins. */
  day: recentDay,
  /** What one unit is worth in USD, with at most eight decimals. */
  usd: z.number().refine(isRate),
});

const rate = z.object({
  id: z.string(),
  currency: z.string(),
  day: z.string(),
  usd: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
});

/** By day, the newest first; the next page in Link. */
export const listCurrencyRates = endpoint('GET /api/admin/finances/rates', {
  role: 'manager',
  scope: 'figures:read',
  summary: 'Lists the rates of currencies, by pages.',
  input: { query: z.object({ limit: pageLimit(), cursor: z.string().max(100).optional() }) },
  output: z.array(rate),
  errors: ['invalid_input'],
});

const noProofOfRate = { neverBecause: 'a rate converts figures and moves no money' };

/** Figures of these days change at once. A currency has one rate a day. */
export const addCurrencyRate = endpoint('POST /api/admin/finances/rates', {
  role: 'manager',
  stepUp: noProofOfRate,
  summary: 'Adds the rate of a currency from a day on.',
  input: { body: rateInput },
  output: rate,
  errors: ['invalid_input', 'conflict'],
});

export const changeCurrencyRate = endpoint('PUT /api/admin/finances/rates/{id}', {
  role: 'manager',
  stepUp: noProofOfRate,
  summary: 'Changes a rate.',
  input: { params: byUuid, body: rateInput },
  output: rate,
  errors: ['invalid_input', 'not_found', 'conflict'],
});

/** It can be restored. */
export const deleteCurrencyRate = endpoint('DELETE /api/admin/finances/rates/{id}', {
  role: 'manager',
  stepUp: noProofOfRate,
  summary: 'Deletes a rate.',
  input: { params: byUuid },
  output: success,
  errors: ['not_found'],
});

/** Of a rate that is not deleted, it changes nothing. */
export const restoreCurrencyRate = endpoint('POST /api/admin/finances/rates/{id}/restore', {
  role: 'manager',
  stepUp: noProofOfRate,
  summary: 'Restores a deleted rate.',
  input: { params: byUuid },
  output: rate,
  errors: ['not_found', 'conflict'],
});
