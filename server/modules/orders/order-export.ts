// CSV export of an order list, streamed page by page.
import { isoIn } from '../../../contract/time-zones.ts';
import type { Clock } from '../../platform/clock.ts';
import { type CsvColumn, csvFileOf } from '../../platform/csv.ts';
import { createDownloadTickets } from '../../platform/download-tickets.ts';
import type { Settings } from '../../ports/settings.ts';
import type { OrderFilter } from './order-filter.ts';
import { positionOf } from './order-filter.ts';
import type { OrderListsRepository } from './order-lists.repository.ts';
import type { OrderRow } from './order-rows.ts';

const columns: readonly CsvColumn<OrderRow>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }, zone) => isoIn(zone, createdAt)],
  ['customer_email', ({ customerEmail }) => customerEmail],
  ['customer_username', ({ customerUsername }) => customerUsername],
  ['category', ({ category }) => category],
  ['quantity', ({ quantity }) => quantity],
  ['amount', ({ amountCents }) => dollars(amountCents)],
  ['refunded_amount', ({ refundedCents }) => dollars(refundedCents)],
  ['currency', ({ currency }) => currency],
  ['status', ({ status }) => status],
  ['payment_status', ({ paymentStatus }) => paymentStatus],
  ['paid_at', ({ paidAt }, zone) => (paidAt ? isoIn(zone, paidAt) : '')],
  ['post_links', ({ postLinks }) => postLinks.join(' ')],
  // The zone of the times, which contain their UTC offsets.
  ['time_zone', (_, zone) => zone],
];

export type OrderExport = ReturnType<typeof createOrderExport>;

/** `secret` is used for exports only. */
export function createOrderExport(deps: {
  repository: OrderListsRepository;
  settings: Pick<Settings, 'timeZone'>;
  clock: Clock;
  secret: string;
}) {
  const { repository, settings } = deps;

  async function* csvOf(filter: OrderFilter): AsyncGenerator<string> {
    yield* csvFileOf(columns, await settings.timeZone(), (last, limit) =>
      repository.listOrders(filter, last ? positionOf(filter.sort, last) : null, limit),
    );
  }

  return { ...createDownloadTickets<OrderFilter>({ ...deps, path: '/api/admin/orders.csv' }), csvOf };
}

function dollars(cents: number): string {
  return (cents / 100).toFixed(2);
}
