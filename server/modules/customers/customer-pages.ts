// Cursors of the customer list, one form per sort order, and of the orders of a customer.
import { readCursor, writeCursor } from '../../platform/cursor.ts';
import { readTimeCursor, type TimePosition } from '../../platform/time-cursor.ts';
import type { CustomerPosition, CustomerRow, CustomerSort } from './customers.repository.ts';

/** Throws invalid_input for a cursor of another sort order. */
export function readCustomerCursor(cursor: string | undefined, sort: CustomerSort): CustomerPosition | null {
  return readCursor(cursor, ([wrote, value = '', ...rest]) => {
    const emailKey = rest.join(' ');
    const isValue =
      sort === 'recent'
        ? /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && Date.parse(value) > 0
        : isCount(value, sort === 'spent' ? 15 : 9);
    return wrote === sort && isValue && !emailKey.includes('\0') ? { value, emailKey } : null;
  });
}

export function writeCustomerCursor(sort: CustomerSort, last: CustomerRow): string {
  return writeCursor([sort, sortedBy(sort, last), last.emailKey]);
}

export function readOrderCursor(cursor: string | undefined): TimePosition | null {
  return readTimeCursor(cursor, (id) => /^[0-9A-Z]{12}$/.test(id));
}

function sortedBy(sort: CustomerSort, { spentCents, orders, lastOrderAt }: CustomerRow): string {
  return sort === 'spent' ? String(spentCents) : sort === 'orders' ? String(orders) : lastOrderAt.toISOString();
}

function isCount(text: string, digits: number): boolean {
  return /^-?\d+$/.test(text) && text.length <= digits;
}
