// The list of orders (ORDPG-1, ORDPG-2) with search and status filter, both kept in the address. Also the landing page.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { formatCount } from '../../../contract/money.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useAdmin } from '../admin-context.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { type OrderFilter, ordersQuery } from '../order/order-queries.ts';
import { usePageTitle } from '../shell.tsx';
import { OrdersFilter } from './orders-filter.tsx';
import { OrdersTable, OrdersTableSkeleton } from './orders-table.tsx';

export function OrdersPage({ heading }: { heading: string }) {
  usePageTitle(heading);
  const { api } = useAdmin();
  const [params, setParams] = useSearchParams();
  const filter: OrderFilter = { search: params.get('search') ?? '', status: params.get('status') ?? '' };
  const query = useInfiniteQuery({ ...ordersQuery(api, filter), placeholderData: keepPreviousData });
  const orders = query.data?.pages.flatMap((page) => page.orders) ?? [];
  const total = query.data?.pages[0]?.total ?? null;
  const filtered = filter.search !== '' || filter.status !== '';

  function changeFilter(changed: Partial<OrderFilter>): void {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changed)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setParams(next, { replace: true });
  }

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl font-semibold">{heading}</h1>
        <p role="status" className="text-sm text-muted tabular-nums">
          {total === null ? null : countSentence(total, filtered)}
        </p>
        <Button
          size="sm"
          className="ml-auto"
          icon={<Icon name="refresh" />}
          waiting={query.isRefetching}
          disabled={query.isFetching}
          onClick={() => void query.refetch()}
        >
          Refresh
        </Button>
      </div>
      <OrdersFilter filter={filter} onChange={changeFilter} />
      {query.isError ? (
        <LoadFailure title="Failed to load orders" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <OrdersTableSkeleton /> : null}
      {query.isSuccess && orders.length === 0 ? (
        <NoOrders filtered={filtered} onClear={() => changeFilter({ search: '', status: '' })} />
      ) : null}
      {orders.length > 0 ? <OrdersTable orders={orders} busy={query.isPlaceholderData} /> : null}
      {query.hasNextPage && !query.isPlaceholderData ? (
        <div className="mt-4 flex flex-wrap items-center justify-center gap-3 text-sm text-muted tabular-nums">
          <span>
            {formatCount(orders.length)} shown{total === null ? '' : ` of ${formatCount(total)}`}
          </span>
          <Button
            size="sm"
            waiting={query.isFetchingNextPage}
            disabled={query.isFetching}
            onClick={() => void query.fetchNextPage()}
          >
            Load more
          </Button>
        </div>
      ) : null}
    </>
  );
}

function NoOrders({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <div className="rounded-card border border-dashed border-hairline px-6 py-14 text-center">
      <p className="font-semibold">No orders found</p>
      <p className="mt-1 text-sm text-muted">
        {filtered
          ? 'Nothing matches this search and status.'
          : 'An order appears here as soon as a visitor places one.'}
      </p>
      {filtered ? (
        <Button size="sm" className="mt-4" onClick={onClear}>
          Clear search and status
        </Button>
      ) : null}
    </div>
  );
}

function countSentence(total: number, filtered: boolean): string {
  const counted = `${formatCount(total)} ${total === 1 ? 'order' : 'orders'}`;
  return filtered ? `${counted} found` : counted;
}
