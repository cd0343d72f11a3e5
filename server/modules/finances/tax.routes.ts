// Endpoints of the tax report and of its rates.
import { dollarsFromCents } from '../../../contract/money.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import { countMonths, mostTaxMonths } from '../../../contract/tax-rules.ts';
import { getAdmin } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { listRates } from './tax.repository.ts';
import { taxExport } from './tax-export.ts';
import { addRate, changeRate, deleteRate, toRate } from './tax-rates.service.ts';
import { addUpTax, type Months, readTaxRows, type TaxRow } from './tax-report.ts';

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

  listTaxRates: async ({ replicaReads }) => (await replicaReads.run(({ db }) => listRates(db))).map(toRate),

  addTaxRate: (ctx, { body }, call) => addRate(ctx, call, body),

  changeTaxRate: (ctx, { params: { id }, body }, call) => changeRate(ctx, call, id, body),

  deleteTaxRate: async (ctx, { params: { id } }, call) => {
    await deleteRate(ctx, call, id);
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
