// Cursors of lists by time, the newest first.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { readCursor, writeCursor } from './cursor.ts';
import { isUuid } from './ids.ts';

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
