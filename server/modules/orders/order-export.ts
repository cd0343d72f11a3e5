// CSV export of an order list, streamed page by page.
import { isoIn } from '../../../contract/time-zones.ts';
import { oncePerContext } from '../../context.ts';
import { type CsvColumn, type DecimalSign, streamCsvFile } from '../../platform/csv.ts';
import { createDownloadTickets } from '../../platform/download-tickets.ts';
import { type OrderFilter, toPosition } from './order-filter.ts';
import * as orderListsRepository from './order-lists.repository.ts';
import type { OrderRow } from './order-rows.ts';

const columns: readonly CsvColumn<OrderRow>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }, zone) => isoIn(zone, createdAt)],
  ['customer_email', ({ customerEmail }) => customerEmail],
  ['customer_username', ({ customerUsername }) => customerUsername],
  ['category', ({ category }) => category],
  ['quantity', ({ quantity }) => quantity],
  ['amount', ({ amountCents }) => ({ cents: amountCents })],
  ['refunded_amount', ({ refundedCents }) => ({ cents: refundedCents })],
  ['currency', ({ currency }) => currency],
  ['status', ({ status }) => status],
  ['payment_status', ({ paymentStatus }) => paymentStatus],
  ['paid_at', ({ paidAt }, zone) => (paidAt ? isoIn(zone, paidAt) : '')],
  ['post_links', ({ postLinks }) => postLinks.join(' ')],
  ['source', ({ source }) => source?.source ?? 'unknown'],
  ['medium', ({ source }) => source?.medium ?? ''],
  ['campaign', ({ source }) => source?.campaign ?? ''],
  // The zone of the times, which contain their UTC offsets.
  ['time_zone', (_, zone) => zone],
];

export const orderExport = oncePerContext((ctx) => ({
  ...createDownloadTickets<OrderFilter>({
    path: '/api/admin/orders.csv',
    clock: ctx.clock,
    secret: ctx.secretFor('order exports'),
  }),
  streamCsv: async function* (filter: OrderFilter, decimal: DecimalSign): AsyncGenerator<string> {
    yield* streamCsvFile(columns, { zone: await ctx.settings.timeZone(), decimal }, (last, limit) =>
      ctx.replicaReads.run((from) =>
        orderListsRepository.listOrders(from, filter, last ? toPosition(filter.sort, last) : null, limit),
      ),
    );
  },
}));
