// The orders tab: queues, filters, the list, and one order beside it. The URL holds what is shown; the server searches,
// sorts and pages. A page has at most 50 rows.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import type { CallFor } from '../../../contract/index.ts';
import { countedAtMost } from '../../../contract/list-limits.ts';
import { orderQueues } from '../../../contract/order-queues.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useIsWide } from '../../ui/use-window-width.ts';
import { useAdmin } from '../admin-context.tsx';
import { Allowed } from '../allowed.tsx';
import { formatCount } from '../amounts.ts';
import { DialogEnd } from '../dialog-end.tsx';
import { List, NoRows, Pages, RefreshButton, useListAddress } from '../kit/list.tsx';
import { focusRow, useListKeys } from '../kit/list-keys.ts';
import { pageQuery, pageSize, useApi } from '../kit/use-api.ts';
import { QueryFailure } from '../load-failure.tsx';
import { PageHeading } from '../page-heading.tsx';
import { orderPath } from '../paths.ts';
import { usePageTitle } from '../shell.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import { useDownload } from '../use-download.ts';
import BulkDialog from './bulk-dialog.tsx';
import type { BulkConfirmation } from './bulk-plan.ts';
import { FilterBar } from './filter-bar.tsx';
import {
  emptyFilter,
  isNarrowed,
  type ListFilter,
  listOf,
  openName,
  readFilter,
  readOpen,
  wholeFilter,
} from './list-filter.ts';
import { ListPage } from './list-page.tsx';
import { FoundCount, RowsSkeleton, TotalBadge, useColumns } from './list-parts.tsx';
import { type StatusChange, useChangeStatus, useDeleteOrder } from './order-acts.ts';
import { ordersInput, readOrdersPage } from './order-pages.ts';
import { SavedViews } from './saved-views.tsx';
import SearchNotes from './search-notes.tsx';
import { SidePanel } from './side-panel.tsx';

type ExportBody = CallFor<'POST /api/admin/orders/export'>['body'];

export default function OrdersTab() {
  const { navigation, orderList } = usePageTexts();
  usePageTitle(navigation.orders);
  const { api } = useAdmin();
  const isWide = useIsWide();
  const [, navigate] = useLocation();
  const address = useListAddress(openName);
  const { params, cursors } = address;
  const filter = readFilter(params);
  const narrowed = isNarrowed(filter);
  const { search, ...otherFilters } = filter;
  const noMatch =
    search !== undefined && !isNarrowed(otherFilters) ? orderList.noMatchSearch(search) : orderList.noMatch;
  const noneWords = narrowed ? noMatch : orderList.noneYet;
  const openId = readOpen(params);
  const query = useQuery({
    ...pageQuery(api, 'GET /api/orders', ordersInput(filter), cursors.at(-1) ?? null),
    select: readOrdersPage,
  });
  const columns = useColumns(false);
  const download = useDownload('orders.csv', (api, { filter, ids }: { filter: ListFilter; ids?: string[] }) =>
    api.call('POST /api/admin/orders/export', { body: { ...filter, ...(ids ? { ids } : {}) } as ExportBody }),
  );
  const [confirmation, setConfirmation] = useState<BulkConfirmation | null>(null);
  const [deleted, setDeleted] = useState<string | null>(null);
  const [undelivered, setUndelivered] = useState<{ change: StatusChange; words: string } | null>(null);
  const change = useChangeStatus((refused, words) => setUndelivered({ change: refused, words }));
  const orders = query.data?.items ?? [];
  const at = orders.findIndex(({ id }) => id === openId);

  const setFilter = (next: ListFilter) => address.narrow(wholeFilter(next));
  const narrow = (changed: ListFilter) => setFilter({ ...filter, ...changed });
  // Only opening the panel is a step of the history: "back" closes it, whatever it showed since.
  const open = (id: string) => {
    if (isWide) address.open(id, { replace: openId !== null });
    else navigate(orderPath(id, listOf(params)));
  };
  const close = () => {
    address.open(null, { replace: true });
    if (openId !== null) focusRow(openId);
  };
  const on = { open, setStatus: change.mutate, delete: setDeleted, confirm: setConfirmation };
  useListKeys({ openId, onShow: open, onClose: close });

  if (openId !== null && !isWide) return <Redirect to={orderPath(openId, listOf(params))} replace />;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <PageHeading of="orders" />
        <TotalBadge />
        <p role="status" className="text-sm text-muted tabular-nums">
          {query.data && !query.isPlaceholderData && narrowed ? (
            <FoundCount page={query.data} before={cursors.length * pageSize} />
          ) : null}
        </p>
        <div className="ml-auto flex gap-2">
          <Allowed call="exportOrders">
            <Button size="sm" waiting={download.isPending} onClick={() => download.run({ filter })}>
              {orderList.export}
            </Button>
          </Allowed>
          <RefreshButton query={query} onClick={() => void query.refetch()} />
        </div>
      </div>
      <div className="mb-3">
        <QueueChips filter={filter} onChange={narrow} />
      </div>
      <SavedViews filter={filter} onOpen={setFilter} />
      <FilterBar filter={filter} onChange={narrow} />
      {filter.search ? (
        <SearchNotes
          search={filter.search}
          isEmpty={orders.length === 0 && !query.isPending && !query.isPlaceholderData && !query.isError}
          onSearch={(search) => narrow({ search })}
        />
      ) : null}
      <QueryFailure title={orderList.failed} query={query} />
      <div
        className={classNames(
          // Always a grid: a change of the display rebuilds the layout of every row.
          'xl:grid xl:grid-cols-[minmax(0,1fr)] xl:items-start xl:gap-5',
          openId !== null && 'xl:grid-cols-[minmax(0,1fr)_20rem]! xl:[&_div:has(>table)]:overflow-x-auto',
        )}
      >
        <div className="min-w-0">
          <List
            query={query}
            skeleton={<RowsSkeleton columns={columns} />}
            none={
              <NoRows
                title={orderList.none}
                help={noneWords}
                clear={narrowed ? { label: orderList.clear, run: () => setFilter({}) } : null}
              />
            }
          >
            {(page) => (
              <ListPage
                key={`${JSON.stringify(page.input)} ${page.cursor}`}
                page={page}
                busy={query.isPlaceholderData}
                openId={openId}
                on={on}
                onExport={(ids) => download.run({ filter, ids })}
              />
            )}
          </List>
          <Pages
            cursors={cursors}
            nextCursor={query.data?.nextCursor ?? null}
            busy={query.isFetching}
            onGo={address.go}
          />
        </div>
        {openId === null ? null : (
          <SidePanel
            key={openId}
            id={openId}
            listed={orders[at]}
            before={orders[at - 1]?.id}
            after={at < 0 ? undefined : orders[at + 1]?.id}
            on={on}
            onClose={close}
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

type DeleteDialogProps = { id: string; onDone: () => void; onClose: () => void };

/** Confirms that an order is hidden. */
function DeleteDialog({ id, onDone, onClose }: DeleteDialogProps) {
  const { orderActs } = usePageTexts();
  const remove = useDeleteOrder(onDone);
  return (
    <Dialog title={orderActs.deleteTitle(id)} onClose={onClose} busy={remove.isPending}>
      <p className="mt-2 text-sm">{orderActs.deleteQuestion}</p>
      <DialogEnd waiting={remove.isPending} danger onCancel={onClose} onAct={() => remove.run(id)} className="mt-5">
        {orderActs.delete}
      </DialogEnd>
    </Dialog>
  );
}

type UndeliveredDialogProps = { orderId: string; words: string; onConfirm: () => void; onClose: () => void };

/** Confirms that a paid order is completed although some units are undelivered. */
function UndeliveredDialog({ orderId, words, onConfirm, onClose }: UndeliveredDialogProps) {
  const { orderActs } = usePageTexts();
  return (
    <Dialog title={orderActs.completeTitle(orderId)} onClose={onClose}>
      <p className="mt-2 text-sm">{words}</p>
      <p className="mt-2 text-sm text-muted">{orderActs.completeHelp}</p>
      <DialogEnd
        waiting={false}
        danger
        cancel={orderActs.keepOpen}
        onCancel={onClose}
        onAct={onConfirm}
        className="mt-5"
      >
        {orderActs.completeAnyway}
      </DialogEnd>
    </Dialog>
  );
}

// The queues of the order list with their sizes. Opening one clears the other filters.

const chips = [...orderQueues, 'all'] as const;

type QueueChipsProps = { filter: ListFilter; onChange: (changed: ListFilter) => void };

function QueueChips({ filter, onChange }: QueueChipsProps) {
  const { orderList } = usePageTexts();
  const counts = useApi('GET /api/admin/order-counts', {}).data;
  const current = filter.queue ?? (isNarrowed(filter) ? null : 'all');
  return (
    <fieldset className="-mx-4 flex w-[calc(100%+2rem)] min-w-0 gap-1.5 overflow-x-auto px-4 py-1 sm:mx-0 sm:w-auto sm:px-0">
      <legend className="sr-only">{orderList.queueLegend}</legend>
      {chips.map((queue) => {
        const count = counts?.[queue];
        const isHot = (queue === 'to_send' || queue === 'problems') && count !== undefined && count > 0;
        return (
          <button
            key={queue}
            type="button"
            aria-pressed={current === queue}
            onClick={() => onChange({ ...emptyFilter, queue: queue === 'all' ? '' : queue })}
            className={classNames(
              'inline-flex min-h-8 items-center gap-1.5 rounded-full border px-3 text-sm font-semibold whitespace-nowrap pointer-coarse:min-h-11',
              current === queue
                ? 'border-ink bg-ink text-ground'
                : 'border-hairline bg-surface text-muted hover:border-edge hover:text-ink',
            )}
          >
            <span>{orderList.queues[queue]}</span>
            {count === undefined ? null : (
              <b className={classNames('tabular-nums', current !== queue && (isHot ? 'text-brand-ink' : 'text-ink'))}>
                {shownCount(count)}
              </b>
            )}
          </button>
        );
      })}
    </fieldset>
  );
}

/** Counts of queues stop at `countedAtMost`. That of all orders has the same form, so that the two can be compared. */
function shownCount(count: number): string {
  return count >= countedAtMost ? `${formatCount(countedAtMost - 1)}+` : formatCount(count);
}
