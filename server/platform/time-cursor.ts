// Where a page of a list by time ends, as its reader is given it and gives it back.
import { StoreError } from '../../contract/errors.ts';

export type TimePosition = { createdAt: Date; id: string };

/** Null for the first page. Throws invalid_input for what no list gave. */
export function readTimeCursor(cursor: string | undefined): TimePosition | null {
  if (cursor === undefined) return null;
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const createdAt = new Date(time);
  if (!Number.isNaN(createdAt.getTime()) && isUuid(id)) return { createdAt, id };
  throw new StoreError('invalid_input', { field: 'cursor', message: 'The cursor is not one that a list gave.' });
}

/** The Link header to the page after `last`; `query` is what was asked. */
export function nextTimePage(
  path: string,
  query: Record<string, string | number | undefined>,
  { createdAt, id }: TimePosition,
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  search.set('cursor', Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url'));
  return `<${path}?${search}>; rel="next"`;
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
