// CSV export of the drops that buyers reported, streamed page by page.
import { isoIn } from '../../../contract/time-zones.ts';
import type { Clock } from '../../platform/clock.ts';
import { csvLineOf } from '../../platform/csv.ts';
import { createDownloadTickets } from '../../platform/download-tickets.ts';
import type { Settings } from '../../ports/settings.ts';
import type { DropReportsRepository, ReportedDrop } from './drop-reports.repository.ts';

const rowsAtOnce = 250;

const columns: readonly (readonly [name: string, of: (drop: ReportedDrop, zone: string) => string | number])[] = [
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
  ['provider', ({ providerId }) => providerId ?? ''],
  ['service_id', ({ serviceId }) => serviceId ?? ''],
  ['provider_order_id', ({ providerOrderId }) => providerOrderId ?? ''],
  // The zone of the times, which contain their UTC offsets.
  ['time_zone', (_, zone) => zone],
];

export type DropReportExport = ReturnType<typeof createDropReportExport>;

export function createDropReportExport(deps: {
  repository: Pick<DropReportsRepository, 'listReports'>;
  settings: Pick<Settings, 'timeZone'>;
  clock: Clock;
  secret: string;
}) {
  const { repository, settings } = deps;

  /** In the order of their orders. Each page is its own query: a slow reader holds no transaction open. */
  async function* csvOf(_: null): AsyncGenerator<string> {
    const zone = await settings.timeZone();
    yield csvLineOf(columns.map(([name]) => name));
    let last: ReportedDrop | undefined;
    do {
      const rows = await repository.listReports(last ?? null, rowsAtOnce);
      if (rows.length > 0) yield rows.map((row) => csvLineOf(columns.map(([, of]) => of(row, zone)))).join('');
      last = rows.length === rowsAtOnce ? rows.at(-1) : undefined;
    } while (last);
  }

  return { ...createDownloadTickets<null>({ ...deps, path: '/api/admin/drop-reports.csv' }), csvOf };
}
