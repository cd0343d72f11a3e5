// CSV export of an order list, streamed page by page. Its URL is signed for one session and one minute, since a browser
// download sends no token.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isoIn } from '../../../contract/time-zones.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Settings } from '../../ports/settings.ts';
import type { OrderFilter } from './order-filter.ts';
import { positionOf } from './order-filter.ts';
import type { OrderListsRepository } from './order-lists.repository.ts';
import type { OrderRow } from './order-rows.ts';

export const exportPath = '/api/admin/orders.csv';
const goodForMs = 60_000;
const rowsAtOnce = 250;

const columns: readonly (readonly [name: string, of: (order: OrderRow, zone: string) => string | number])[] = [
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

export type ExportTicket = { filter: OrderFilter; sessionId: string };
export type OrderExport = ReturnType<typeof createOrderExport>;

/** `secret` is used for exports only. */
export function createOrderExport(deps: {
  repository: OrderListsRepository;
  settings: Pick<Settings, 'timeZone'>;
  clock: Clock;
  secret: string;
}) {
  const { repository, settings, clock, secret } = deps;
  const signatureOf = (text: string) => createHmac('sha256', secret).update(text).digest();

  function addressOf({ filter, sessionId }: ExportTicket): string {
    const untilMs = clock.now().getTime() + goodForMs;
    const payload = Buffer.from(JSON.stringify({ filter, sessionId, untilMs })).toString('base64url');
    return `${exportPath}?ticket=${payload}.${signatureOf(payload).toString('base64url')}`;
  }

  /** Null for a forged or expired ticket. The caller checks whether its session is live. */
  function readTicket(ticket: string): ExportTicket | null {
    const [told = '', signature = ''] = ticket.split('.');
    const [given, right] = [Buffer.from(signature, 'base64url'), signatureOf(told)];
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
    const { filter, sessionId, untilMs } = JSON.parse(Buffer.from(told, 'base64url').toString());
    // Rejects times far ahead too, so that a clock set back does not extend a ticket for hours.
    const leftMs = untilMs - clock.now().getTime();
    return leftMs > 0 && leftMs <= 2 * goodForMs ? { filter, sessionId } : null;
  }

  /** The file in chunks. Each page is its own query: a slow reader holds no transaction open. */
  async function* csvOf(filter: OrderFilter): AsyncGenerator<string> {
    const zone = await settings.timeZone();
    yield lineOf(columns.map(([name]) => name));
    let last: OrderRow | undefined;
    do {
      const position = last ? positionOf(filter.sort, last) : null;
      const rows = await repository.listOrders(filter, position, rowsAtOnce);
      if (rows.length > 0) yield rows.map((row) => lineOf(columns.map(([, of]) => of(row, zone)))).join('');
      last = rows.length === rowsAtOnce ? rows.at(-1) : undefined;
    } while (last);
  }

  return { addressOf, readTicket, csvOf };
}

function lineOf(cells: readonly (string | number)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/**
 * RFC 4180. Prefixes what a spreadsheet would run as a formula: visitors chose some of the texts. Where the decimal sign
 * is a comma, a spreadsheet separates cells by semicolons, also inside quotes.
 */
export function cellOf(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const harmless = cell.replace(/(^|[;\t\r\n])(?=[\s"]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g, "$1'");
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function dollars(cents: number): string {
  return (cents / 100).toFixed(2);
}
