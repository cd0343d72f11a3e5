// The cursor of a list: the end of a page, sent in the Link header and returned by the reader.

import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import { isUuid } from './ids.ts';

export function writeCursor(parts: readonly string[]): string {
  return Buffer.from(parts.join(' ')).toString('base64url');
}

/** Null for the first page. `read` returns null for parts that the list never wrote: throws invalid_input. */
export function readCursor<T>(
  cursor: string | undefined,
  read: (parts: readonly string[]) => T | null,
  list: 'a list' | 'this list' = 'a list',
): T | null {
  if (cursor === undefined) return null;
  const position = read(Buffer.from(cursor, 'base64url').toString().split(' '));
  if (position !== null) return position;
  throw new StoreError('invalid_input', { field: 'cursor', reason: storeMessage('cursor_invalid', { list }) });
}

/** The Link header to the next page; `query` is the query of this one. */
export function nextPageLink(path: string, query: object, cursor: string | number): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  search.set('cursor', String(cursor));
  return `<${path}?${search}>; rel="next"`;
}

/**
 * The rows of one page. `rows` were read with one more than `limit`: where it is there, the Link header of the response
 * leads to the next page.
 */
export function toPage<Row>(
  call: { answerHeader(name: string, value: string): void },
  rows: readonly Row[],
  { path, query, toCursor }: { path: string; query: { limit: number }; toCursor: (last: Row) => string | number },
): Row[] {
  const last = rows[query.limit - 1];
  if (rows.length > query.limit && last) call.answerHeader('link', nextPageLink(path, query, toCursor(last)));
  return rows.slice(0, query.limit);
}

// Cursors of lists by time, the newest first.

export type TimePosition = { createdAt: Date; id: string };

/** Null for the first page. Throws invalid_input for a cursor that no list returned. */
export function readTimeCursor(cursor: string | undefined, isId = isUuid): TimePosition | null {
  return readCursor(cursor, ([time = '', id = '']) => {
    const createdAt = new Date(time);
    return Number.isNaN(createdAt.getTime()) || !isId(id) ? null : { createdAt, id };
  });
}

/** The rows after this position; all of them for the first page. */
export function isOlder(time: SQLWrapper, id: SQLWrapper, than: TimePosition | null): SQL | undefined {
  if (than === null) return undefined;
  return sql`(${time}, ${id}) < (${than.createdAt.toISOString()}::timestamptz, ${than.id}::uuid)`;
}

export function writeTimeCursor({ createdAt, id }: TimePosition): string {
  return writeCursor([createdAt.toISOString(), id]);
}
