// CSV export of the drops that buyers reported, streamed page by page.
import { partsOf } from '../../../contract/provider-order-id.ts';
import { isoIn } from '../../../contract/time-zones.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { type CsvColumn, csvFileOf } from '../../platform/csv.ts';
import { createDownloadTickets } from '../../platform/download-tickets.ts';
import type { Settings } from '../../ports/settings.ts';
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

export type DropReportExport = ReturnType<typeof createDropReportExport>;

export function createDropReportExport(deps: {
  database: Database;
  settings: Pick<Settings, 'timeZone'>;
  clock: Clock;
  secret: string;
}) {
  const { database, settings } = deps;

  /** In the order of their orders. */
  async function* csvOf(_: null): AsyncGenerator<string> {
    yield* csvFileOf(columns, await settings.timeZone(), (after, limit) =>
      dropReportsRepository.listReports(database.db, after, limit),
    );
  }

  return { ...createDownloadTickets<null>({ ...deps, path: '/api/admin/drop-reports.csv' }), csvOf };
}
