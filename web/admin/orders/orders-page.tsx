// The order list with search and status filter; the URL holds both. Also the landing page of the admin.
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useAdmin } from '../admin-context.tsx';
import { formatCount } from '../amounts.ts';
import { LoadFailure } from '../load-failure.tsx';
import { type OrderFilter, ordersSource } from '../order-detail/order-queries.ts';
import { usePage } from '../paging/paged-list.tsx';
import { usePageTitle } from '../shell.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';
import { OrdersFilter } from './orders-filter.tsx';
import { OrdersTable } from './orders-table.tsx';

export default function OrdersPage({ heading }: { heading: string }) {
  usePageTitle(heading);
  const { orderList, common } = useTexts();
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
          {total === null || first.isPlaceholderData ? null : countSentence(orderList, { total, isCapped, filtered })}
        </p>
        <Button
          size="sm"
          className="ml-auto"
          icon={<Icon name="refresh" />}
          waiting={first.isRefetching}
          disabled={first.isFetching}
          onClick={() => void queries.invalidateQueries({ queryKey: source.key })}
        >
          {common.refresh}
        </Button>
      </div>
      <OrdersFilter filter={filter} onChange={changeFilter} />
      {first.isError ? (
        <LoadFailure title={orderList.failed} error={first.error} onRetry={() => void first.refetch()} />
      ) : null}
      {first.data?.items.length === 0 && !first.isPlaceholderData ? (
        <NoOrders filtered={filtered} onClear={() => changeFilter({ search: '', status: '' })} />
      ) : null}
      {first.isPending || (first.data && first.data.items.length > 0) ? <OrdersTable source={source} /> : null}
    </>
  );
}

function NoOrders({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const { orderList } = useTexts();
  return (
    <div className="rounded-card border border-dashed border-hairline px-6 py-14 text-center">
      <p className="font-semibold">{orderList.none}</p>
      <p className="mt-1 text-sm text-muted">{filtered ? orderList.noMatchPlain : orderList.noneYet}</p>
      {filtered ? (
        <Button size="sm" className="mt-4" onClick={onClear}>
          {orderList.clearPlain}
        </Button>
      ) : null}
    </div>
  );
}

type Counted = { total: number; isCapped: boolean; filtered: boolean };

function countSentence(texts: Texts['orderList'], { total, isCapped, filtered }: Counted): string {
  const shown = formatCount(total);
  if (isCapped) return texts.moreThanFound(shown);
  return filtered ? texts.found(total, shown) : texts.count(total, shown);
}
