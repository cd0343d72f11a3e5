// Reads and writes the filter of the orders tab in the URL. Pure.
import { categories } from '../../../contract/category.ts';
import { type OrderFilterName, orderFilterNames, orderSorts } from '../../../contract/order-filter.ts';
import { deliveryStates, orderQueues, paymentStates } from '../../../contract/order-progress.ts';
import { orderStatuses } from '../../../contract/order-status.ts';
import { readCursors, withCursors } from '../paging/cursors.ts';

const openName = 'order';
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

/** Another page closes the side panel. */
export function withPage(params: URLSearchParams, cursors: readonly string[]): URLSearchParams {
  return withCursors(withOpen(params, null), cursors);
}

/** The order of the side panel. */
export function readOpen(params: URLSearchParams): string | null {
  const id = params.get(openName) ?? '';
  return /^[0-9A-Za-z]{1,20}$/.test(id) ? id : null;
}

export function withOpen(params: URLSearchParams, id: string | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (id === null) next.delete(openName);
  else next.set(openName, id);
  return next;
}

/** The list of an address, for the page of an order: its filter and its cursors only. */
export function listOf(params: URLSearchParams): string {
  const list = withFilter(new URLSearchParams(), readFilter(params));
  return withCursors(list, readCursors(params)).toString();
}

/** Replaces the filter parameters of the URL, goes to the first page, and keeps all other parameters. */
export function withFilter(params: URLSearchParams, filter: ListFilter): URLSearchParams {
  const next = withPage(params, []);
  for (const name of orderFilterNames) next.delete(name);
  // Always in the same order: the scroll position is kept by the address.
  for (const name of orderFilterNames) {
    const value = filter[name];
    if (value) next.set(name, value);
  }
  return next;
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
const amount = (value: string) => /^\d{1,7}(\.\d{1,2})?$/.test(value) && Number(value) <= 1_000_000;
const isGood: Record<OrderFilterName, (value: string) => boolean> = {
  search: (value) => value.length <= 254,
  status: (value) => orderStatuses.some((known) => known === value),
  payment: (value) => paymentStates.some((known) => known === value),
  delivery: (value) => deliveryStates.some((known) => known === value),
  queue: (value) => orderQueues.some((known) => known === value),
  category: (value) => categories.some((known) => known === value),
  from: day,
  to: day,
  amountMin: amount,
  amountMax: amount,
  sort: (value) => orderSorts.some((known) => known === value),
};
