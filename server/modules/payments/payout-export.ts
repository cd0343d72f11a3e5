// CSV file of the transactions of one payout, streamed page by page.
import { oncePerContext, type StoreContext } from '../../context.ts';
import { type CsvColumn, type DecimalSign, streamCsvFile } from '../../platform/csv.ts';
import { createDownloadTickets } from '../../platform/download-tickets.ts';
import { countDecimals, fromUnits } from './currency-units.ts';
import type { Payout, PayoutRow } from './payouts.repository.ts';
import * as payoutsRepository from './payouts.repository.ts';

export const payoutExport = oncePerContext((ctx) => ({
  ...createDownloadTickets<{ id: string }>({
    path: '/api/admin/payout.csv',
    clock: ctx.clock,
    secret: ctx.secretFor('payout exports'),
  }),
  streamCsv: ({ id }: { id: string }, decimal: DecimalSign) => streamCsv(ctx, id, decimal),
}));

async function* streamCsv(ctx: StoreContext, id: string, decimal: DecimalSign): AsyncGenerator<string> {
  const payout = await payoutsRepository.findPayout(ctx.database.db, id);
  if (!payout) return;
  yield* streamCsvFile(buildColumns(payout), { zone: await ctx.settings.timeZone(), decimal }, (last, limit) =>
    payoutsRepository.listTransactions(ctx.database.db, id, { after: last?.number ?? null, limit }),
  );
}

function buildColumns({ id, gatewayPayoutId, day, currency }: Payout): readonly CsvColumn<PayoutRow>[] {
  const isInCents = countDecimals(currency) === 2;
  const amount = (units: number) => (isInCents ? { cents: units } : fromUnits(units, currency));
  return [
    ['payout', () => gatewayPayoutId ?? id],
    ['day', () => day],
    ['transaction', ({ transactionId }) => transactionId],
    ['kind', ({ kind }) => kind],
    ['amount', ({ amountCents }) => amount(amountCents)],
    ['fee', ({ feeCents }) => amount(feeCents)],
    ['net', ({ amountCents, feeCents }) => amount(amountCents - feeCents)],
    ['currency', () => currency],
    ['source', ({ sourceId }) => sourceId ?? ''],
    ['order_id', ({ orderId }) => orderId ?? ''],
    ['difference', ({ difference }) => difference ?? ''],
  ];
}
