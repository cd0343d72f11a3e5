// Reads and writes the filter of the orders tab in the URL. Pure.
import type { OrderCategory } from '../../../contract/category.ts';
import { deliveryStates, paymentStates } from '../../../contract/order-progress.ts';
import { orderQueues } from '../../../contract/order-queues.ts';
import { type OrderFilterName, orderFilterNames, orderSorts } from '../../../contract/order-search.ts';
import { orderStatuses, pendingOrPaid } from '../../../contract/order-status.ts';
import { readCursors, withCursors, withValues } from '../kit/list.tsx';

/** The parameter of the order in the side panel. */
export const openName = 'order';
/** The values of the filter by status. */
export const statusFilters: readonly string[] = [...orderStatuses, pendingOrPaid];
/** Only active filters, as text. */
export type ListFilter = Partial<Record<OrderFilterName, string>>;

/** Ignores unknown or invalid parameters, so that an outdated URL still lists orders. */
export function readFilter(params: URLSearchParams): ListFilter {
  const filter: ListFilter = {};
  for (const name of orderFilterNames) {
    const value = params.get(name)?.trim() ?? '';
    if (value !== '' && isGood[name](value)) filter[name] = value;
  }
  return filter;
}

/** The order of the side panel. */
export function readOpen(params: URLSearchParams): string | null {
  const id = params.get(openName) ?? '';
  return /^[0-9A-Za-z]{1,20}$/.test(id) ? id : null;
}

/** The list of an address, for the page of an order: its filter and its cursors only. */
export function listOf(params: URLSearchParams): string {
  return withCursors(withValues(new URLSearchParams(), readFilter(params)), readCursors(params)).toString();
}

/** All filters, in the order of the address. */
export function wholeFilter(filter: ListFilter): ListFilter {
  return Object.fromEntries(orderFilterNames.map((name) => [name, filter[name] ?? '']));
}

export function isSameFilter(one: ListFilter, other: ListFilter): boolean {
  return orderFilterNames.every((name) => (one[name] ?? '') === (other[name] ?? ''));
}

/** Clears all filters and keeps the sort order. */
export const emptyFilter: ListFilter = Object.fromEntries(
  orderFilterNames.filter((name) => name !== 'sort').map((name) => [name, '']),
);

/** True when the filter excludes orders; sorting alone does not. */
export function isNarrowed(filter: ListFilter): boolean {
  return orderFilterNames.some((name) => name !== 'sort' && filter[name] !== undefined);
}

const day = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
/** An exact time in UTC. The field shows its day. */
const time = (value: string) =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{3})?)?Z$/.test(value) && !Number.isNaN(Date.parse(value));
const oneOf = (known: readonly string[]) => (value: string) => known.includes(value);
const amount = (value: string) => /^\d{1,7}(\.\d{1,2})?$/.test(value) && Number(value) <= 1_000_000;
const isGood: Record<OrderFilterName, (value: string) => boolean> = {
  search: (value) => value.length <= 254,
  status: oneOf(statusFilters),
  payment: oneOf(paymentStates),
  delivery: oneOf(deliveryStates),
  queue: oneOf(orderQueues),
  // A list of its own: an import of `orderCategories` adds it to public pages.
  category: oneOf(
    Object.keys({ Likes: 1, Views: 1, Followers: 1, Subscribers: 1 } satisfies Record<OrderCategory, number>),
  ),
  offer: (value) => /^[a-z0-9-]{1,60}$/.test(value),
  from: (value) => day(value) || time(value),
  to: day,
  amountMin: amount,
  amountMax: amount,
  sort: oneOf(orderSorts),
};
