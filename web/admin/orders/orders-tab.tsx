// The orders tab: queues, filters, the list, and one order beside it. The URL holds what is shown; the server searches,
// sorts and pages. A page has at most 50 rows.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Redirect, useLocation, useSearchParams } from 'wouter';
import type { CallFor } from '../../../contract/index.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons.tsx';
import { useIsWide } from '../../ui/use-window-width.ts';
import { useAdmin } from '../admin-context.tsx';
import { Allowed } from '../allowed.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { PageHeading } from '../page-heading.tsx';
import { readCursors } from '../paging/cursors.ts';
import { Pages } from '../paging/pages.tsx';
import { orderPath } from '../paths.ts';
import { usePageTitle } from '../shell.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { useDownload } from '../use-download.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import type { BulkConfirmation } from './bulk-plan.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';
import {
  isNarrowed,
  type ListFilter,
  listOf,
  readFilter,
  readOpen,
  withFilter,
  withOpen,
  withPage,
} from './list-filter.ts';
import { ListPage } from './list-page.tsx';
import { FoundCount, NoOrders, TotalBadge, useColumns } from './list-parts.tsx';
import { listQuery, pageSize } from './list-queries.ts';
import { type StatusChange, useChangeStatus } from './order-acts.ts';
import { QueueChips } from './queue-chips.tsx';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { SavedViews } from './saved-views.tsx';
import { SidePanel } from './side-panel.tsx';
import { UndeliveredDialog } from './undelivered-dialog.tsx';
import { focusRow, useListKeys } from './use-list-keys.ts';

type ExportBody = CallFor<'POST /api/admin/orders/export'>['body'];

export default function OrdersTab() {
  const { navigation, orderList, common } = useTexts();
  usePageTitle(navigation.orders);
  const { api } = useAdmin();
  const isWide = useIsWide();
  const [, navigate] = useLocation();
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const cursors = readCursors(params);
  const openId = readOpen(params);
  const query = useQuery({ ...listQuery(api, filter, cursors.at(-1) ?? null), placeholderData: keepPreviousData });
  const columns = useColumns(false);
  const download = useDownload('orders.csv', ({ filter, ids }: { filter: ListFilter; ids?: string[] }) =>
    api.call('POST /api/admin/orders/export', { body: { ...filter, ...(ids ? { ids } : {}) } as ExportBody }),
  );
  const [confirmation, setConfirmation] = useState<BulkConfirmation | null>(null);
  const [deleted, setDeleted] = useState<string | null>(null);
  const [undelivered, setUndelivered] = useState<{ change: StatusChange; words: string } | null>(null);
  const change = useChangeStatus((refused, words) => setUndelivered({ change: refused, words }));
  const orders = query.data?.orders ?? [];
  const at = orders.findIndex(({ id }) => id === openId);

  const go = (next: readonly string[]) => {
    setParams(withPage(params, next));
    window.scrollTo(0, 0);
  };
  const setFilter = (next: ListFilter) => setParams(withFilter(params, next), { replace: true });
  const narrow = (changed: ListFilter) => setFilter({ ...filter, ...changed });
  // Only opening the panel is a step of the history: "back" closes it, whatever it showed since.
  const open = (id: string) => {
    if (isWide) setParams(withOpen(params, id), { replace: openId !== null });
    else navigate(orderPath(id, listOf(params)));
  };
  const close = () => {
    setParams(withOpen(params, null), { replace: true });
    if (openId !== null) focusRow(openId);
  };
  useListKeys({ openId, onShow: open, onClose: close });

  if (openId !== null && !isWide) return <Redirect to={orderPath(openId, listOf(params))} replace />;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <PageHeading of="orders" />
        <TotalBadge />
        <p role="status" className="text-sm text-muted tabular-nums">
          {query.data && !query.isPlaceholderData && isNarrowed(filter) ? (
            <FoundCount page={query.data} before={cursors.length * pageSize} />
          ) : null}
        </p>
        <div className="ml-auto flex gap-2">
          <Allowed call="exportOrders">
            <Button size="sm" waiting={download.isPending} onClick={() => download.mutate({ filter })}>
              {orderList.export}
            </Button>
          </Allowed>
          <Button
            size="sm"
            icon={<Icon name="refresh" />}
            waiting={query.isRefetching}
            disabled={query.isFetching}
            onClick={() => void query.refetch()}
          >
            {common.refresh}
          </Button>
        </div>
      </div>
      <div className="mb-3">
        <QueueChips filter={filter} onChange={narrow} />
      </div>
      <SavedViews filter={filter} onOpen={setFilter} />
      <FilterBar filter={filter} onChange={narrow} />
      {query.isError ? (
        <LoadFailure title={orderList.failed} error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      <div
        className={classNames(
          // Always a grid: a change of the display rebuilds the layout of every row.
          'xl:grid xl:grid-cols-[minmax(0,1fr)] xl:items-start xl:gap-5',
          openId !== null && 'xl:grid-cols-[minmax(0,1fr)_20rem]! xl:[&_div:has(>table)]:overflow-x-auto',
        )}
      >
        <div className="min-w-0">
          {query.isPending ? <RowsSkeleton columns={columns} /> : null}
          {query.data?.orders.length === 0 && !query.isPlaceholderData ? (
            <NoOrders narrowed={isNarrowed(filter)} onClear={() => setFilter({})} />
          ) : null}
          {query.data && query.data.orders.length > 0 ? (
            <ListPage
              key={`${JSON.stringify(query.data.filter)} ${query.data.cursor}`}
              page={query.data}
              busy={query.isPlaceholderData}
              openId={openId}
              onOpen={open}
              onStatus={change.mutate}
              onDelete={setDeleted}
              onExport={(ids) => download.mutate({ filter, ids })}
              onConfirm={setConfirmation}
            />
          ) : null}
          <Pages cursors={cursors} nextCursor={query.data?.nextCursor ?? null} busy={query.isFetching} onGo={go} />
        </div>
        {openId === null ? null : (
          <SidePanel
            key={openId}
            id={openId}
            listed={orders[at]}
            before={orders[at - 1]?.id}
            after={at < 0 ? undefined : orders[at + 1]?.id}
            onShow={open}
            onClose={close}
            onConfirm={setConfirmation}
            onStatus={change.mutate}
            onDelete={setDeleted}
          />
        )}
      </div>
      {confirmation ? <BulkDialog {...confirmation} onClose={() => setConfirmation(null)} /> : null}
      {undelivered ? (
        <UndeliveredDialog
          orderId={undelivered.change.order.id}
          words={undelivered.words}
          onConfirm={() => {
            setUndelivered(null);
            change.mutate({ ...undelivered.change, confirm: true });
          }}
          onClose={() => setUndelivered(null)}
        />
      ) : null}
      {deleted ? (
        <DeleteDialog
          id={deleted}
          onDone={() => {
            setDeleted(null);
            if (deleted === openId) close();
          }}
          onClose={() => setDeleted(null)}
        />
      ) : null}
    </>
  );
}
