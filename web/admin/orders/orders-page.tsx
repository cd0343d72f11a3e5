// The order list with search and status filter; the URL holds both. Also the landing page of the admin.
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { formatCount } from '../../../contract/money.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useAdmin } from '../admin-context.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { type OrderFilter, ordersSource } from '../order-detail/order-queries.ts';
import { usePage } from '../paging/paged-list.tsx';
import { usePageTitle } from '../shell.tsx';
import { OrdersFilter } from './orders-filter.tsx';
import { OrdersTable } from './orders-table.tsx';

export function OrdersPage({ heading }: { heading: string }) {
  usePageTitle(heading);
  const { api } = useAdmin();
  const [params, setParams] = useSearchParams();
  const filter: OrderFilter = { search: params.get('search') ?? '', status: params.get('status') ?? '' };
  const queries = useQueryClient();
  const source = ordersSource(api, filter);
  const first = usePage(source);
  const { total = null, isCapped = false } = first.data ?? {};
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
          {total === null || first.isPlaceholderData ? null : countSentence(total, isCapped, filtered)}
        </p>
        <Button
          size="sm"
          className="ml-auto"
          icon={<Icon name="refresh" />}
          waiting={first.isRefetching}
          disabled={first.isFetching}
          onClick={() => void queries.invalidateQueries({ queryKey: source.key })}
        >
          Refresh
        </Button>
      </div>
      <OrdersFilter filter={filter} onChange={changeFilter} />
      {first.isError ? (
        <LoadFailure title="Failed to load orders" error={first.error} onRetry={() => void first.refetch()} />
      ) : null}
      {first.data?.items.length === 0 && !first.isPlaceholderData ? (
        <NoOrders filtered={filtered} onClear={() => changeFilter({ search: '', status: '' })} />
      ) : null}
      {first.isPending || (first.data && first.data.items.length > 0) ? <OrdersTable source={source} /> : null}
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

function countSentence(total: number, isCapped: boolean, filtered: boolean): string {
  if (isCapped) return `More than ${formatCount(total)} orders found`;
  const counted = `${formatCount(total)} ${total === 1 ? 'order' : 'orders'}`;
  return filtered ? `${counted} found` : counted;
}
