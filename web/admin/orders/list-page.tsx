// One page of the order list: the table, the selection and its bulk actions.
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { Table } from '../../ui/table.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useIsPhone } from '../../ui/use-window-width.ts';
import { useAdmin } from '../admin-context.tsx';
import { useAllowed } from '../allowed.tsx';
import { formatCount } from '../amounts.ts';
import { LoadFailure } from '../load-failure.tsx';
import type { PostDelivery } from '../order-detail/order-queries.ts';
import { queryFailure } from '../query-client.ts';
import { useTexts } from '../texts/shown-texts.ts';
import { BulkBar, bulkCalls } from './bulk-bar.tsx';
import { type BulkConfirmation, sendableLinks, sendConfirmation } from './bulk-plan.ts';
import { useColumns } from './list-parts.tsx';
import { batchQuery, type ListPage as Loaded, loadAll, mostSelected, type SelectedOrders } from './list-queries.ts';
import type { StatusChange } from './order-acts.ts';
import { OrderRow, type RowEvents } from './order-row.tsx';
import { useList } from './use-list.ts';

const nobody: ReadonlySet<string> = new Set();
const noDeliveries: readonly PostDelivery[] = [];
/** Rows of the first paint, so that it follows a click within 100 ms. The others follow without blocking the page. */
const firstRows = 16;

type ListPageProps = {
  page: Loaded;
  busy: boolean;
  /** The order of the side panel. */
  openId: string | null;
  onOpen: (id: string) => void;
  onStatus: (change: StatusChange) => void;
  onDelete: (id: string) => void;
  onExport: (ids: string[]) => void;
  onConfirm: (confirmation: BulkConfirmation) => void;
};

export function ListPage(props: ListPageProps) {
  const { page, busy, openId, onOpen, onStatus, onDelete, onExport, onConfirm } = props;
  const { orders, filter } = page;
  const { orderList, bulk } = useTexts();
  const { api } = useAdmin();
  const toast = useToast();
  const nowMs = useNow();
  const isPhone = useIsPhone();
  const list = useList();
  const isBrief = openId !== null;
  const columns = useColumns(isBrief);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(nobody);
  const [others, setOthers] = useState<SelectedOrders | null>(null);
  const ids = orders.map(({ id }) => id);
  const shownRows = useDeferredValue(orders.length, firstRows);
  const deliveries = useQuery({ ...batchQuery(api, ids), placeholderData: keepPreviousData });
  const all = useMutation({
    mutationFn: () => loadAll(api, filter),
    onSuccess: (found) => {
      setOthers(found);
      setChosenIds(new Set(found.orders.map(({ id }) => id)));
    },
    onError: (error) => toast({ title: bulk.selectFailed, description: queryFailure(error), tone: 'error' }),
  });
  const isAllowed = useAllowed();
  const mayChoose = bulkCalls.some(isAllowed);
  // The rows of the page are newer than those that were loaded for the selection.
  const known = new Map([...(others?.orders ?? []), ...orders].map((order) => [order.id, order]));
  const chosen = [...known.values()].filter(({ id }) => chosenIds.has(id));
  const isWhole = ids.every((id) => chosenIds.has(id));
  const deliveriesOf = (id: string) => deliveries.data?.get(id) ?? others?.deliveries.get(id);
  const clear = () => {
    setChosenIds(nobody);
    setOthers(null);
  };

  function choose(id: string, isChosen: boolean): void {
    const next = new Set(chosenIds);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosenIds(next);
  }

  const on = useRowEvents({
    open: onOpen,
    send: (order, sent) => onConfirm(sendConfirmation([order], () => sent)),
    choose,
    setStatus: onStatus,
    delete: onDelete,
  });

  /** Orders of other pages are not refreshed, so that an action ends their selection. */
  function confirm(confirmation: BulkConfirmation): void {
    if (others) clear();
    onConfirm(confirmation);
  }

  return (
    <>
      {mayChoose ? (
        <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-3 text-sm">
          <label className="flex items-center gap-2 px-4 text-muted sm:pr-0">
            <input
              type="checkbox"
              checked={isWhole}
              ref={(box) => {
                if (box) box.indeterminate = chosen.length > 0 && !isWhole;
              }}
              onChange={(event) => (event.target.checked ? setChosenIds(new Set([...chosenIds, ...ids])) : clear())}
              className="size-4 accent-ink"
            />
            <span>{bulk.selectPage}</span>
          </label>
          {isWhole && others === null ? (
            <SelectAll page={page} waiting={all.isPending} onSelect={() => all.mutate()} />
          ) : null}
        </div>
      ) : null}
      {deliveries.isError ? (
        <LoadFailure
          title={orderList.deliveriesFailed}
          error={deliveries.error}
          onRetry={() => void deliveries.refetch()}
        />
      ) : null}
      <Table caption={orderList.table} wide columns={columns} busy={busy}>
        {orders.slice(0, shownRows).map((order) => {
          const { id } = order;
          const sent = deliveries.data?.get(id);
          return (
            <OrderRow
              key={id}
              order={order}
              deliveries={sent ?? (deliveries.isError ? noDeliveries : undefined)}
              sendable={sendableLinks(order, sent)}
              chosen={mayChoose ? chosenIds.has(id) : null}
              isCurrent={id === openId}
              isBrief={isBrief}
              isPhone={isPhone}
              list={list}
              nowMs={nowMs}
              on={on}
            />
          );
        })}
      </Table>
      {chosen.length > 0 ? (
        <BulkBar
          chosen={chosen}
          deliveriesOf={deliveriesOf}
          onExport={() => onExport(chosen.map(({ id }) => id))}
          onClear={clear}
          onConfirm={confirm}
        />
      ) : null}
    </>
  );
}

/** The same object in each render. Its functions call those of the last render. */
function useRowEvents(events: RowEvents): RowEvents {
  const last = useRef(events);
  useEffect(() => {
    last.current = events;
  });
  const [stable] = useState<RowEvents>(() => ({
    open: (id) => last.current.open(id),
    send: (order, deliveries) => last.current.send(order, deliveries),
    choose: (id, isChosen) => last.current.choose(id, isChosen),
    setStatus: (change) => last.current.setStatus(change),
    delete: (id) => last.current.delete(id),
  }));
  return stable;
}

type SelectAllProps = { page: Loaded; waiting: boolean; onSelect: () => void };

/** Renders nothing when the page has all orders of the filter. */
function SelectAll({ page: { orders, total, capped }, waiting, onSelect }: SelectAllProps) {
  const { bulk } = useTexts();
  if (total === null || total <= orders.length) return null;
  const isTooMany = capped || total > mostSelected;
  return (
    <Button size="sm" variant="quiet" waiting={waiting} disabled={waiting} onClick={onSelect}>
      {isTooMany ? bulk.selectFirst(formatCount(mostSelected)) : bulk.selectAll(formatCount(total))}
    </Button>
  );
}
