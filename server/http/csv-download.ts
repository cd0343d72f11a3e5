// Serves a CSV file under a ticket. No call of the contract: a browser follows the link without a token, and the response is
// no JSON.
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { StoreError } from '../../contract/store-error.ts';
import type { DecimalSign } from '../platform/csv.ts';
import type { Ticket } from '../platform/download-tickets.ts';

export type CsvExport<T> = {
  path: string;
  readTicket: (ticket: string) => Ticket<T> | null;
  /** The file in chunks. */
  streamCsv: (filter: T, decimal: DecimalSign) => AsyncGenerator<string>;
};

export function registerCsvDownload<T>(
  server: FastifyInstance,
  { path, readTicket, streamCsv }: CsvExport<T>,
  isLiveSession: (id: string) => Promise<boolean>,
): void {
  const file = path.slice(path.lastIndexOf('/') + 1);
  server.get<{ Querystring: { ticket?: string; decimal?: string } }>(path, async ({ query }, reply) => {
    const ticket = typeof query.ticket === 'string' ? readTicket(query.ticket) : null;
    if (!ticket || !(await isLiveSession(ticket.sessionId))) {
      throw new StoreError('unauthorized', { reason: 'download_expired' });
    }
    const decimal = query.decimal === 'comma' ? ',' : '.';
    return (
      reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${file}"`)
        .type('text/csv; charset=utf-8')
        // One page at a time, at the client's speed.
        .send(Readable.from(streamCsv(ticket.filter, decimal), { objectMode: true, highWaterMark: 1 }))
    );
  });
}
