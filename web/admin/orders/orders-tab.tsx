// The orders tab. The URL holds the filter; the server searches, sorts and pages. A page has at most 50 rows.
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { formatCount } from '../../../contract/money.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Allowed, useAllowed } from '../allowed.tsx';
import { recentOrdersQuery } from '../figure-queries.ts';
import { LoadFailure } from '../load-failure.tsx';
import { queryFailure } from '../query-client.ts';
import { PageHeading } from '../page-heading.tsx';
import { usePageTitle } from '../shell.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { type BulkConfirmation, BulkBar, bulkCalls } from './bulk-bar.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';
import { isNarrowed, type ListFilter, readCursors, readFilter, withCursors, withFilter } from './list-filter.ts';
import { batchQuery, type ListPage, listQuery, pageSize } from './list-queries.ts';
import { OrderRow } from './order-row.tsx';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { SavedViews } from './saved-views.tsx';

const columns: readonly Column[] = [
  { label: 'Order' },
  { label: 'Customer' },
  { label: 'Amount', align: 'end' },
  { label: 'Status' },
  { label: 'Details' },
  { label: 'API Order IDs' },
  { label: 'Date' },
  { label: 'Actions', align: 'end' },
];
const nobody: ReadonlySet<string> = new Set();

export default function OrdersTab() {
  const { navigation } = useTexts();
  usePageTitle(navigation.orders);
  const { api } = useAdmin();
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const shownKey = JSON.stringify(filter);
  const cursors = readCursors(params);
  const query = useQuery({ ...listQuery(api, filter, cursors.at(-1) ?? null), placeholderData: keepPreviousData });
  const go = (next: readonly string[]) => {
    setParams(withCursors(params, next));
    window.scrollTo(0, 0);
  };
  const setFilter = (next: ListFilter) => setParams(withFilter(params, next), { replace: true });
  const download = useDownload();
  const [confirmation, setConfirmation] = useState<BulkConfirmation | null>(null);

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <PageHeading of="orders" />
        <TotalBadge />
        <p role="status" className="text-sm text-muted tabular-nums">
          {query.data && !query.isPlaceholderData && isNarrowed(filter)
            ? `${foundSentence(query.data, cursors.length * pageSize)} found`
            : null}
        </p>
        <div className="ml-auto flex gap-2">
          <Allowed call="exportOrders">
            <Button size="sm" waiting={download.isPending} onClick={() => download.mutate({ filter })}>
              Export CSV
            </Button>
          </Allowed>
          <Button
            size="sm"
            icon={<Icon name="refresh" />}
            waiting={query.isRefetching}
            disabled={query.isFetching}
            onClick={() => void query.refetch()}
          >
            Refresh
          </Button>
        </div>
      </div>
      <SavedViews filter={filter} onOpen={setFilter} />
      <FilterBar filter={filter} onChange={(changed) => setFilter({ ...filter, ...changed })} />
      {query.isError ? (
        <LoadFailure title="Failed to load orders" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <RowsSkeleton columns={columns} /> : null}
      {query.data?.orders.length === 0 && !query.isPlaceholderData ? (
        <NoOrders narrowed={isNarrowed(filter)} onClear={() => setFilter({})} />
      ) : null}
      {query.data && query.data.orders.length > 0 ? (
        <Page
          key={`${shownKey} ${cursors.at(-1)}`}
          page={query.data}
          busy={query.isPlaceholderData}
          onExport={(ids) => download.mutate({ filter, ids })}
          onConfirm={setConfirmation}
        />
      ) : null}
      {confirmation ? <BulkDialog {...confirmation} onClose={() => setConfirmation(null)} /> : null}
      <nav aria-label="Pages" className="mt-4 flex items-center justify-center gap-3 text-sm empty:hidden">
        {cursors.length > 0 ? (
          <Button size="sm" disabled={query.isFetching} onClick={() => go(cursors.slice(0, -1))}>
            Previous
          </Button>
        ) : null}
        {cursors.length > 0 || query.data?.nextCursor ? (
          <span className="text-muted tabular-nums">Page {formatCount(cursors.length + 1)}</span>
        ) : null}
        {query.data?.nextCursor ? (
          <Button size="sm" disabled={query.isFetching} onClick={() => go([...cursors, query.data?.nextCursor ?? ''])}>
            Next
          </Button>
        ) : null}
      </nav>
    </>
  );
}

type PageProps = {
  page: ListPage;
  busy: boolean;
  onExport: (ids: string[]) => void;
  onConfirm: (confirmation: BulkConfirmation) => void;
};

function Page({ page: { orders }, busy, onExport, onConfirm }: PageProps) {
  const { api } = useAdmin();
  const nowMs = useNow();
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(nobody);
  const [deleted, setDeleted] = useState<string | null>(null);
  const deliveries = useQuery({
    ...batchQuery(
      api,
      orders.map(({ id }) => id),
    ),
    placeholderData: keepPreviousData,
  });
  const isAllowed = useAllowed();
  const mayChoose = bulkCalls.some(isAllowed);
  const chosen = orders.filter(({ id }) => chosenIds.has(id));
  const deliveriesOf = (id: string) => deliveries.data?.get(id) ?? (deliveries.isError ? [] : undefined);

  function choose(id: string, isChosen: boolean): void {
    const next = new Set(chosenIds);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosenIds(next);
  }

  return (
    <>
      {mayChoose ? (
        <div className="mb-2 flex items-center gap-3 text-sm">
          <label className="flex items-center gap-2 px-4 text-muted">
            <input
              type="checkbox"
              checked={chosen.length === orders.length}
              ref={(box) => {
                if (box) box.indeterminate = chosen.length > 0 && chosen.length < orders.length;
              }}
              onChange={(event) => setChosenIds(event.target.checked ? new Set(orders.map(({ id }) => id)) : nobody)}
              className="size-4 accent-ink"
            />
            Choose all on this page
          </label>
        </div>
      ) : null}
      {deliveries.isError ? (
        <LoadFailure
          title="The provider orders could not be loaded"
          error={deliveries.error}
          onRetry={() => void deliveries.refetch()}
        />
      ) : null}
      <Table caption="Orders" wide columns={columns} busy={busy}>
        {orders.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            deliveries={deliveriesOf(order.id)}
            chosen={mayChoose ? chosenIds.has(order.id) : null}
            nowMs={nowMs}
            onChoose={(isChosen) => choose(order.id, isChosen)}
            onDelete={() => setDeleted(order.id)}
          />
        ))}
      </Table>
      {chosen.length > 0 ? (
        <BulkBar
          chosen={chosen}
          deliveriesOf={(id) => deliveries.data?.get(id)}
          onExport={() => onExport(chosen.map(({ id }) => id))}
          onClear={() => setChosenIds(nobody)}
          onConfirm={onConfirm}
        />
      ) : null}
      {deleted ? <DeleteDialog id={deleted} onClose={() => setDeleted(null)} /> : null}
    </>
  );
}

/** Counts all orders, not only those that match the filter. */
function TotalBadge() {
  const { api } = useAdmin();
  const total = useQuery(recentOrdersQuery(api)).data?.total ?? null;
  if (total === null) return null;
  return (
    <span className="rounded-full bg-sunken px-2.5 py-0.5 text-sm font-semibold tabular-nums">
      {formatCount(total)} Total Orders
    </span>
  );
}

/** Requests a download URL that is valid for one minute; the browser then saves the file. */
function useDownload() {
  const { api } = useAdmin();
  const toast = useToast();
  return useMutation({
    mutationFn: async ({ filter, ids }: { filter: ListFilter; ids?: string[] }) => {
      const body = { ...filter, ...(ids ? { ids } : {}) } as Parameters<
        typeof api.call<'POST /api/admin/orders/export'>
      >[1]['body'];
      const { path } = await api.call('POST /api/admin/orders/export', { body });
      const link = document.createElement('a');
      link.href = path;
      link.download = 'orders.csv';
      link.click();
    },
    onSuccess: () => toast({ title: 'Export started', description: 'Your browser saves orders.csv', tone: 'success' }),
    onError: (error) => toast({ title: 'Export failed', description: queryFailure(error), tone: 'error' }),
  });
}

function NoOrders({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  return (
    <div className="rounded-card border border-dashed border-hairline px-6 py-14 text-center">
      <p className="font-semibold">No orders found</p>
      <p className="mt-1 text-sm text-muted">
        {narrowed ? 'Nothing matches this filter.' : 'An order appears here as soon as a visitor places one.'}
      </p>
      {narrowed ? (
        <Button size="sm" className="mt-4" onClick={onClear}>
          Clear the filter
        </Button>
      ) : null}
    </div>
  );
}

/** `before`: the number of rows on the previous pages. */
function foundSentence({ orders, total, capped, nextCursor }: ListPage, before: number): string {
  if (total === null) return '';
  const shown = before + orders.length;
  if (capped && nextCursor) return `More than ${formatCount(Math.max(total, shown))} orders`;
  const count = capped ? shown : total;
  return `${formatCount(count)} ${count === 1 ? 'order' : 'orders'}`;
}
