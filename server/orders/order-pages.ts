// Where a page of orders ends and the next begins: the cursor that a list's Link header carries.
import { StoreError } from '../../contract/errors.ts';
import type { OrderPosition } from './orders-store.ts';

export function writeCursor({ createdAt, id }: OrderPosition): string {
  return Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url');
}

/** Throws invalid_input for a cursor that no list of ours wrote. */
export function readCursor(cursor: string | undefined): OrderPosition | null {
  if (cursor === undefined) return null;
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const createdAt = new Date(time);
  if (Number.isNaN(createdAt.getTime()) || createdAt.getUTCFullYear() > 9999 || !/^[0-9A-Z]{12}$/.test(id)) {
    throw new StoreError('invalid_input', { field: 'cursor', message: 'The cursor is not one that a list gave.' });
  }
  return { createdAt, id };
}

/** The Link header of a page that has a next one (D-7). */
export function nextPageLink(query: Record<string, unknown>, last: OrderPosition): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  search.set('cursor', writeCursor(last));
  return `</api/orders?${search}>; rel="next"`;
}
