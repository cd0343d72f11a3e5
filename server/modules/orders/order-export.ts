// CSV export of an order list, streamed page by page. It has costs: for managers and owners only.
import { soldOfferId } from '../../../contract/offers.ts';
import { isoIn } from '../../../contract/time-zones.ts';
import { oncePerContext } from '../../context.ts';
import type { Database } from '../../database/database.ts';
import { type CsvColumn, type DecimalSign, streamCsvFile } from '../../platform/csv.ts';
import { createDownloadTickets } from '../../platform/download-tickets.ts';
import type { LinkCosts, OrderPayment, SaleFee } from './order-export.repository.ts';
import * as orderExportRepository from './order-export.repository.ts';
import { type OrderFilter, toPosition } from './order-filter.ts';
import * as orderListsRepository from './order-lists.repository.ts';
import type { OrderRow } from './order-rows.ts';

type ExportRow = { order: OrderRow; payment: OrderPayment | undefined; costs: LinkCosts[]; fee: SaleFee | undefined };

const columns: readonly CsvColumn<ExportRow>[] = [
  ['id', ({ order }) => order.id],
  ['created_at', ({ order }, zone) => isoIn(zone, order.createdAt)],
  ['customer_email', ({ order }) => order.customerEmail],
  ['customer_username', ({ order }) => order.customerUsername],
  ['category', ({ order }) => order.category],
  ['quantity', ({ order }) => order.quantity],
  ['amount', ({ order }) => ({ cents: order.amountCents })],
  ['refunded_amount', ({ order }) => ({ cents: order.refundedCents })],
  ['currency', ({ order }) => order.currency],
  ['status', ({ order }) => order.status],
  ['payment_status', ({ order }) => order.paymentStatus],
  ['paid_at', ({ order: { paidAt } }, zone) => (paidAt ? isoIn(zone, paidAt) : '')],
  ['post_links', ({ order }) => order.postLinks.join(' ')],
  // The zone of the times, which contain their UTC offsets.
  ['time_zone', (_, zone) => zone],
  ['delivery', ({ order }) => order.deliveryState],
  ['country', ({ order }) => order.networkCountry ?? ''],
  ['gateway', ({ payment }) => payment?.gateway ?? ''],
  ['gateway_id', ({ payment }) => payment?.gatewayId ?? ''],
  ['provider', ({ costs }) => [...new Set(costs.flatMap(({ providers }) => providers))].join(', ')],
  // A number in one currency. Several currencies are not added.
  [
    'cost',
    ({ costs }) => formatCosts(costs.flatMap(({ cost, currency }) => (cost === null ? [] : [{ cost, currency }]))),
  ],
  ['cost_currency', ({ costs }) => costs.flatMap(({ cost, currency }) => (cost === null ? [] : [currency])).join(', ')],
  ['links_without_cost', ({ costs }) => (costs.length > 0 ? costs.reduce((sum, { unknown }) => sum + unknown, 0) : '')],
  ['fee', ({ fee }) => (fee?.amountCents == null ? '' : { cents: fee.amountCents })],
  ['fee_state', ({ fee }) => fee?.state ?? ''],
  ['source', ({ order: { source } }) => source?.source ?? 'unknown'],
  ['medium', ({ order: { source } }) => source?.medium ?? ''],
  ['campaign', ({ order: { source } }) => source?.campaign ?? ''],
  ['offer', ({ order }) => soldOfferId(order)],
];

export const orderExport = oncePerContext((ctx) => ({
  ...createDownloadTickets<OrderFilter>({
    path: '/api/admin/orders.csv',
    clock: ctx.clock,
    secret: ctx.secretFor('order exports'),
  }),
  streamCsv: async function* (filter: OrderFilter, decimal: DecimalSign): AsyncGenerator<string> {
    yield* streamCsvFile<ExportRow>(columns, { zone: await ctx.settings.timeZone(), decimal }, (last, limit) =>
      ctx.replicaReads.run((from) => readRows(from, filter, last, limit)),
    );
  },
}));

async function readRows(
  from: Database,
  filter: OrderFilter,
  last: ExportRow | null,
  limit: number,
): Promise<ExportRow[]> {
  const position = last ? toPosition(filter.sort, last.order) : null;
  const orders = await orderListsRepository.listOrders(from, filter, position, limit);
  const ids = orders.map(({ id }) => id);
  const [payments, costs, fees] = await Promise.all([
    orderExportRepository.listOrderPayments(from.db, ids),
    orderExportRepository.listLinkCosts(from.db, ids),
    orderExportRepository.listSaleFees(from.db, ids),
  ]);
  const feeOf = new Map(fees.map((fee) => [fee.orderId, fee]));
  const paymentOf = new Map(payments.map((payment) => [payment.orderId, payment]));
  const costsOf = new Map<string, LinkCosts[]>();
  for (const cost of costs) costsOf.set(cost.orderId, [...(costsOf.get(cost.orderId) ?? []), cost]);
  return orders.map((order) => ({
    order,
    payment: paymentOf.get(order.id),
    costs: costsOf.get(order.id) ?? [],
    fee: feeOf.get(order.id),
  }));
}

function formatCosts(known: readonly { cost: string; currency: string }[]): string | number {
  const [only, ...others] = known;
  if (only && others.length === 0) return Number(only.cost);
  return known.map(({ cost, currency }) => `${Number(cost)} ${currency}`).join(' + ');
}
