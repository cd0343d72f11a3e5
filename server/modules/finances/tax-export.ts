// CSV file of the tax report. Countries and months only: it names no person.
import { oncePerContext } from '../../context.ts';
import { type CsvColumn, type DecimalSign, formatCsvFile } from '../../platform/csv.ts';
import { createDownloadTickets } from '../../platform/download-tickets.ts';
import { type Months, readTaxRows, type TaxRow } from './tax-report.ts';

const columns: readonly CsvColumn<TaxRow>[] = [
  ['month', ({ month }) => month],
  ['country', ({ country }) => country ?? 'Unknown'],
  ['country_code', ({ countryCode }) => countryCode ?? ''],
  ['card_country', ({ cardCountry }) => cardCountry ?? 'Unknown'],
  ['card_country_code', ({ cardCountryCode }) => cardCountryCode ?? ''],
  ['rate_percent', ({ hundredths }) => (hundredths === null ? 'no rate' : { cents: hundredths })],
  ['orders', ({ paid }) => paid],
  ['sales', ({ salesCents }) => ({ cents: salesCents })],
  ['refunds', ({ refundedCents }) => ({ cents: refundedCents })],
  ['disputes', ({ disputedCents }) => ({ cents: disputedCents })],
  ['net_sales', ({ netCents }) => ({ cents: netCents })],
  ['tax', ({ taxCents }) => ({ cents: taxCents })],
  ['net_without_tax', ({ netCents, taxCents }) => ({ cents: netCents - taxCents })],
  ['currency', () => 'USD'],
  // Of the days of the months.
  ['time_zone', (_, zone) => zone],
];

export const taxExport = oncePerContext((ctx) => ({
  ...createDownloadTickets<Months>({
    path: '/api/admin/tax.csv',
    clock: ctx.clock,
    secret: ctx.secretFor('tax exports'),
  }),
  streamCsv: async function* (months: Months, decimal: DecimalSign): AsyncGenerator<string> {
    const zone = await ctx.settings.timeZone();
    const rows = await readTaxRows(ctx, months);
    const lines = rows.map((row) => columns.map(([, of]) => of(row, zone)));
    yield formatCsvFile([columns.map(([name]) => name), ...lines], decimal);
  },
}));
