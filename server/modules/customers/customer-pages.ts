// Where a page of customers ends and the next begins: the cursor that the list's Link header carries.
import { StoreError } from '../../../contract/errors.ts';
import type { CustomerPosition, CustomerRow, CustomerSort } from './customers.repository.ts';

/** Throws invalid_input for a cursor that no list in this order wrote. */
export function readCustomerCursor(cursor: string | undefined, sort: CustomerSort): CustomerPosition | null {
  if (cursor === undefined) return null;
  const [wrote, value = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const emailKey = rest.join(' ');
  const isValue =
    sort === 'recent'
      ? /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && Date.parse(value) > 0
      : isCount(value, sort === 'spent' ? 15 : 9);
  if (wrote !== sort || !isValue || emailKey.includes('\0')) {
    throw new StoreError('invalid_input', { field: 'cursor', message: 'The cursor is not one that a list gave.' });
  }
  return { value, emailKey };
}

/** The Link header of a page that has a next one (D-7). */
export function nextCustomersLink(query: Record<string, unknown> & { sort: CustomerSort }, last: CustomerRow): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  search.set(
    'cursor',
    Buffer.from(`${query.sort} ${sortedBy(query.sort, last)} ${last.emailKey}`).toString('base64url'),
  );
  return `</api/admin/customers?${search}>; rel="next"`;
}

function sortedBy(sort: CustomerSort, { spentCents, orders, lastOrderAt }: CustomerRow): string {
  return sort === 'spent' ? String(spentCents) : sort === 'orders' ? String(orders) : lastOrderAt.toISOString();
}

function isCount(text: string, digits: number): boolean {
  return /^-?\d+$/.test(text) && text.length <= digits;
}
