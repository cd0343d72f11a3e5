// Calls about tax: the report by month, countries and rate, its file, and the rates that the operator enters. Prices include tax.
// Amounts in dollars with two decimals, days in the store's time zone. docs/figures.md defines each figure.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { byUuid, success } from './shared-schemas.ts';

/** At most 24 months, both included. */
const months = z.object({
  from: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/),
  to: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/),
});

const figures = z.object({
  /** Paid in this month, also if refunded since. */
  orders: z.number(),
  sales: z.number(),
  refunds: z.number(),
  disputes: z.number(),
  /** Sales less refunds and disputes. */
  net_sales: z.number(),
  /** The tax in `net_sales`, rounded for each row. 0 without a rate. */
  tax: z.number(),
  net_without_tax: z.number(),
});

/** One row for each month, country, country of the card and rate. */
const row = z.object({
  /** YYYY-MM. */
  month: z.string(),
  /** Of the buyer's network, in English; null: unknown, or erased with the buyer. */
  country: z.string().nullable(),
  country_code: z.string().nullable(),
  /** Where the card was issued, in English; null: the gateway returned none. */
  card_country: z.string().nullable(),
  card_country_code: z.string().nullable(),
  /** Percent of `country` on the days of these payments; null: the operator entered none. */
  rate: z.number().nullable(),
  ...figures.shape,
});

/** Each amount is in the month of the payment, also a later refund or dispute. The total equals that of `GET /api/admin/finances`. */
export const readTaxReport = endpoint('GET /api/admin/finances/tax', {
  role: 'manager',
  scope: 'figures:read',
  summary: 'Returns sales by month, country, country of the card and tax rate.',
  input: { query: months },
  output: z.object({
    from: z.string(),
    to: z.string(),
    currency: z.literal('USD'),
    /** By month, country, rate and country of the card; what is unknown comes last. */
    rows: z.array(row),
    /** Sums of the rows. `without_rate`: the net sales of rows without a rate. */
    total: figures.extend({ without_rate: z.number() }),
  }),
  errors: ['invalid_input'],
});

/** Returns a URL of this store, valid for one minute and this session, as `exportOrders`. The file has the rows of the report. */
export const exportTaxReport = endpoint('POST /api/admin/finances/tax/export', {
  role: 'manager',
  stepUp: { neverBecause: 'the file has sums only, of no person' },
  summary: 'Creates a download link for the tax report as CSV.',
  input: { body: months },
  output: z.object({ path: z.string() }),
  errors: ['invalid_input'],
});

const rateInput = z.object({
  /** ISO 3166, two letters. */
  country_code: z.string().length(2),
  /** 0 to 100, with at most two decimals. */
  percent: z.number(),
  /** Until the next rate of the country begins. */
  valid_from: z.iso.date().refine((day) => day >= '2000-01-01' && day < '2100-01-01'),
});

const rate = z.object({
  id: z.string(),
  country_code: z.string(),
  /** In English. */
  country: z.string(),
  percent: z.number(),
  valid_from: z.string(),
  updated_at: z.string(),
});

/** By country, the newest first. At most 1,000. */
export const listTaxRates = endpoint('GET /api/admin/finances/tax-rates', {
  role: 'manager',
  scope: 'figures:read',
  summary: 'Lists the tax rates of the countries.',
  output: z.array(rate),
});

const noProof = { neverBecause: 'a rate of a report moves no money' };

export const addTaxRate = endpoint('POST /api/admin/finances/tax-rates', {
  role: 'manager',
  stepUp: noProof,
  summary: 'Adds the tax rate of a country from a day on.',
  input: { body: rateInput },
  output: rate,
  errors: ['invalid_input', 'conflict'],
});

export const changeTaxRate = endpoint('PUT /api/admin/finances/tax-rates/{id}', {
  role: 'manager',
  stepUp: noProof,
  summary: 'Changes a tax rate.',
  input: { params: byUuid, body: rateInput },
  output: rate,
  errors: ['invalid_input', 'conflict', 'not_found'],
});

export const deleteTaxRate = endpoint('DELETE /api/admin/finances/tax-rates/{id}', {
  role: 'manager',
  stepUp: noProof,
  summary: 'Deletes a tax rate.',
  input: { params: byUuid },
  output: success,
  errors: ['not_found'],
});
