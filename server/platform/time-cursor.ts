// Cursors of lists by time, the newest first.
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

export function writeTimeCursor({ createdAt, id }: TimePosition): string {
  return writeCursor([createdAt.toISOString(), id]);
}
