// The cursor of a list: the end of a page, sent in the Link header and returned by the reader.
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';

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
