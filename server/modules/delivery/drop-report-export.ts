// CSV export of the drops that buyers reported, streamed page by page.
import { partsOf } from '../../../contract/provider-order-id.ts';
import { isoIn } from '../../../contract/time-zones.ts';
import { oncePerContext, type StoreContext } from '../../context.ts';
import { type CsvColumn, type DecimalSign, streamCsvFile } from '../../platform/csv.ts';
import { createDownloadTickets } from '../../platform/download-tickets.ts';
import type { ReportedDrop } from './drop-reports.repository.ts';
import * as dropReportsRepository from './drop-reports.repository.ts';

const columns: readonly CsvColumn<ReportedDrop>[] = [
  ['order_id', ({ orderId }) => orderId],
  ['report', ({ number }) => number],
  ['post', ({ position }) => position + 1],
  ['post_link', ({ postLink }) => postLink ?? ''],
  ['reported_at', ({ reportedAt }, zone) => isoIn(zone, reportedAt)],
  ['state', ({ state }) => state],
  ['changed_at', ({ changedAt }, zone) => isoIn(zone, changedAt)],
  ['reason', ({ reason }) => reason ?? ''],
  ['completed_at', ({ completedAt }, zone) => (completedAt ? isoIn(zone, completedAt) : '')],
  ['quantity', ({ quantity }) => quantity ?? ''],
  ['provider', ({ providerName }) => providerName ?? ''],
  ['service_id', ({ serviceId }) => serviceId ?? ''],
  ['provider_order_id', ({ providerOrderId }) => partsOf(providerOrderId ?? '').id],
  // The zone of the times, which contain their UTC offsets.
  ['time_zone', (_, zone) => zone],
];

export const dropReportExport = oncePerContext((ctx) => ({
  ...createDownloadTickets<null>({
    path: '/api/admin/drop-reports.csv',
    clock: ctx.clock,
    secret: ctx.secretFor('drop report exports'),
  }),
  streamCsv: (_: null, decimal: DecimalSign) => streamCsv(ctx, decimal),
}));

/** In the order of their orders. */
async function* streamCsv(ctx: StoreContext, decimal: DecimalSign): AsyncGenerator<string> {
  yield* streamCsvFile(columns, { zone: await ctx.settings.timeZone(), decimal }, (after, limit) =>
    dropReportsRepository.listReports(ctx.database.db, after, limit),
  );
}
