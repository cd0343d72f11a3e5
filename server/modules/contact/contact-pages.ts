// Where a page of messages ends and the next begins: the cursor that the list's Link header carries.
import { StoreError } from '../../../contract/errors.ts';
import type { MessagePosition } from './contact.repository.ts';

/** Throws invalid_input for a cursor that no list of ours wrote. */
export function readMessageCursor(cursor: string | undefined): MessagePosition | null {
  if (cursor === undefined) return null;
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const receivedAt = new Date(time);
  if (Number.isNaN(receivedAt.getTime()) || !isUuid(id)) {
    throw new StoreError('invalid_input', { field: 'cursor', message: 'The cursor is not one that a list gave.' });
  }
  return { receivedAt, id };
}

/** The Link header of a page that has a next one. */
export function nextMessagesLink(query: { limit: number; only?: string }, { receivedAt, id }: MessagePosition): string {
  const cursor = Buffer.from(`${receivedAt.toISOString()} ${id}`).toString('base64url');
  const search = new URLSearchParams({ ...query, limit: String(query.limit), cursor });
  return `</api/admin/contact-messages?${search}>; rel="next"`;
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
