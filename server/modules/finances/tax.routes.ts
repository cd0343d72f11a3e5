// Endpoints of the tax report and of its rates.
import { countryNames } from '../../../contract/country-codes.ts';
import type { CallFor } from '../../../contract/index.ts';
import { dollarsFromCents } from '../../../contract/money.ts';
import { centsFromDollars } from '../../../contract/number-inputs.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import { countMonths, mostHundredths, mostTaxMonths, mostTaxRates } from '../../../contract/tax-rules.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import { type Call, getAdmin } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import type { NewTaxRate, TaxRate } from './tax.repository.ts';
import * as taxRepository from './tax.repository.ts';
import { readTaxRows, taxExport } from './tax-export.ts';
import { addUpTax, type Months, type TaxRow } from './tax-report.ts';

export const taxRoutes = routes({
  readTaxReport: async (ctx, { query }) => {
    const rows = await readTaxRows(ctx, checkMonths(query));
    const { withoutRateCents, ...total } = addUpTax(rows);
    return {
      ...query,
      currency: 'USD' as const,
      rows: rows.map(toRow),
      total: { ...toFigures(total), without_rate: dollarsFromCents(withoutRateCents) },
    };
  },

  exportTaxReport: async (ctx, { body }, call) => {
    const { id, sessionId } = getAdmin(call);
    const details = checkMonths(body);
    await ctx.audit.record(ctx.database.db, {
      actor: `admin:${id}`,
      action: 'tax.exported',
      subject: 'tax report',
      details,
    });
    return { path: taxExport(ctx).buildAddress({ filter: details, sessionId }) };
  },

  listTaxRates: async ({ replicaReads }) =>
    (await replicaReads.run(({ db }) => taxRepository.listRates(db))).map(toRate),

  addTaxRate: (ctx, { body }, call) => {
    const rate = readRate(body);
    return saveRate(ctx, call, 'tax_rate.added', async (tx) => {
      await assertFree(tx, rate, null);
      const most = mostTaxRates;
      if ((await taxRepository.countRates(tx)) >= most) {
        throw new StoreError('conflict', { reason: storeMessage('tax_rates_full', { most }) });
      }
      return taxRepository.addRate(tx, ctx.ids.uuid(), rate);
    });
  },

  changeTaxRate: (ctx, { params: { id }, body }, call) => {
    const rate = readRate(body);
    return saveRate(ctx, call, 'tax_rate.changed', async (tx) => {
      await assertFree(tx, rate, id);
      return taxRepository.changeRate(tx, id, rate);
    });
  },

  deleteTaxRate: async (ctx, { params: { id } }, call) => {
    await saveRate(ctx, call, 'tax_rate.deleted', (tx) => taxRepository.deleteRate(tx, id));
    return { success: true };
  },
});

function checkMonths({ from, to }: Months): Months {
  const count = countMonths(from, to);
  if (count >= 1 && count <= mostTaxMonths) return { from, to };
  throw new StoreError('invalid_input', {
    field: 'to',
    reason: storeMessage('tax_months_range', { most: mostTaxMonths }),
  });
}

type RateInput = CallFor<'POST /api/admin/finances/tax-rates'>['body'];

function readRate({ country_code: typed, percent, valid_from: validFrom }: RateInput): NewTaxRate {
  const countryCode = typed.toUpperCase();
  if (!countryNames().has(countryCode)) {
    const reason = storeMessage('tax_country_unknown', { code: typed });
    throw new StoreError('invalid_input', { field: 'country_code', reason });
  }
  const hundredths = centsFromDollars(percent);
  if (hundredths === null || hundredths < 0 || hundredths > mostHundredths) {
    const reason = storeMessage('tax_percent_range', { most: mostHundredths / 100 });
    throw new StoreError('invalid_input', { field: 'percent', reason });
  }
  return { countryCode, hundredths, validFrom };
}

async function assertFree(tx: Tx, rate: NewTaxRate, ownId: string | null): Promise<void> {
  await taxRepository.lockRates(tx);
  const known = await taxRepository.findRateFrom(tx, rate);
  if (!known || known.id === ownId) return;
  const { countryCode: country, validFrom: day } = rate;
  throw new StoreError('conflict', { reason: storeMessage('tax_rate_twice', { country, day }) });
}

/** In one transaction with its entry of the audit log. Throws not_found. */
async function saveRate(
  ctx: StoreContext,
  call: Call,
  action: string,
  save: (tx: Tx) => Promise<TaxRate | null>,
): Promise<ReturnType<typeof toRate>> {
  const admin = getAdmin(call);
  return ctx.database.transaction(async (tx) => {
    const saved = await save(tx);
    if (!saved) throw new StoreError('not_found');
    const { country_code: country, percent, valid_from: day } = toRate(saved);
    const details = { id: saved.id, country, percent, day };
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action, subject: 'tax rates', details });
    return toRate(saved);
  });
}

function nameOf({ countryCode }: Pick<TaxRate, 'countryCode'>): string {
  return countryNames().get(countryCode) ?? countryCode;
}

function toRate(rate: TaxRate) {
  return {
    id: rate.id,
    country_code: rate.countryCode,
    country: nameOf(rate),
    percent: rate.hundredths / 100,
    valid_from: rate.validFrom,
    updated_at: rate.updatedAt.toISOString(),
  };
}

function toFigures(
  sums: Pick<TaxRow, 'paid' | 'salesCents' | 'refundedCents' | 'disputedCents' | 'netCents' | 'taxCents'>,
) {
  return {
    orders: sums.paid,
    sales: dollarsFromCents(sums.salesCents),
    refunds: dollarsFromCents(sums.refundedCents),
    disputes: dollarsFromCents(sums.disputedCents),
    net_sales: dollarsFromCents(sums.netCents),
    tax: dollarsFromCents(sums.taxCents),
    net_without_tax: dollarsFromCents(sums.netCents - sums.taxCents),
  };
}

function toRow(row: TaxRow) {
  return {
    month: row.month,
    country: row.country,
    country_code: row.countryCode,
    card_country: row.cardCountry,
    card_country_code: row.cardCountryCode,
    rate: row.hundredths === null ? null : row.hundredths / 100,
    ...toFigures(row),
  };
}
