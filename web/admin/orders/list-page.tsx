// One page of the order list: the table, the selection and its bulk actions.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { Table } from '../../ui/table.tsx';
import { useIsPhone } from '../../ui/use-window-width.ts';
import { useAdmin } from '../admin-context.tsx';
import { useAllowed } from '../allowed.tsx';
import { formatCount } from '../amounts.ts';
import { SelectPage, useSelection, useShownRows } from '../kit/list.tsx';
import { useAct } from '../kit/use-act.ts';
import { QueryFailure } from '../load-failure.tsx';
import type { PostDelivery } from '../order-detail/read-order.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { BulkBar, bulkCalls } from './bulk-bar.tsx';
import { type BulkConfirmation, sendableLinks } from './bulk-plan.ts';
import type { ListFilter } from './list-filter.ts';
import { useColumns, useList } from './list-parts.tsx';
import type { ListEvents } from './order-acts.ts';
import { batchQuery, loadAll, mostSelected, type OrdersPage, type SelectedOrders } from './order-pages.ts';
import { OrderRow, type RowEvents } from './order-row.tsx';

const noDeliveries: readonly PostDelivery[] = [];

type ListPageProps = {
  page: OrdersPage;
  busy: boolean;
  /** The order of the side panel. */
  openId: string | null;
  on: ListEvents;
  onExport: (ids: string[]) => void;
};

export function ListPage({ page, busy, openId, on, onExport }: ListPageProps) {
  const orders = page.items;
  const { orderList, bulk } = usePageTexts();
  const { api } = useAdmin();
  const nowMs = useNow();
  const isPhone = useIsPhone();
  const list = useList();
  const isBrief = openId !== null;
  const columns = useColumns(isBrief);
  const [others, setOthers] = useState<SelectedOrders | null>(null);
  const ids = orders.map(({ id }) => id);
  const selection = useSelection(ids);
  const shownRows = useShownRows(orders.length);
  const deliveries = useQuery({ ...batchQuery(api, ids), placeholderData: keepPreviousData });
  const all = useAct(() => loadAll(api, page.input.query as ListFilter), {
    onDone: (found) => {
      setOthers(found);
      selection.setChosen(new Set(found?.orders.map(({ id }) => id)));
    },
    failed: bulk.selectFailed,
  });
  const isAllowed = useAllowed();
  const mayChoose = bulkCalls.some(isAllowed);
  // The rows of the page are newer than those that were loaded for the selection.
  const known = new Map([...(others?.orders ?? []), ...orders].map((order) => [order.id, order]));
  const chosen = [...known.values()].filter(({ id }) => selection.chosen.has(id));
  const deliveriesOf = (id: string) => deliveries.data?.get(id) ?? others?.deliveries.get(id);
  const clear = () => {
    selection.clear();
    setOthers(null);
  };

  const rowEvents = useRowEvents({ ...on, choose: selection.choose });

  /** Orders of other pages are not refreshed, so that an action ends their selection. */
  function confirm(confirmation: BulkConfirmation): void {
    if (others) clear();
    on.confirm(confirmation);
  }

  return (
    <>
      {mayChoose ? (
        <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-3 text-sm">
          <SelectPage
            label={bulk.selectPage}
            state={selection.isWhole ? 'all' : chosen.length > 0 ? 'some' : 'none'}
            onChange={(isChosen) => (isChosen ? selection.choosePage() : clear())}
          />
          {selection.isWhole && others === null ? (
            <SelectAll page={page} waiting={all.isPending} onSelect={() => all.run(undefined)} />
          ) : null}
        </div>
      ) : null}
      <QueryFailure title={orderList.deliveriesFailed} query={deliveries} />
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
              chosen={mayChoose ? selection.chosen.has(id) : null}
              isCurrent={id === openId}
              isBrief={isBrief}
              isPhone={isPhone}
              list={list}
              nowMs={nowMs}
              on={rowEvents}
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
    choose: (id, isChosen) => last.current.choose(id, isChosen),
    setStatus: (change) => last.current.setStatus(change),
    delete: (id) => last.current.delete(id),
    confirm: (confirmation) => last.current.confirm(confirmation),
  }));
  return stable;
}

type SelectAllProps = { page: OrdersPage; waiting: boolean; onSelect: () => void };

/** Renders nothing when the page has all orders of the filter. */
function SelectAll({ page: { items, total, isCapped }, waiting, onSelect }: SelectAllProps) {
  const { bulk } = usePageTexts();
  if (total === null || total <= items.length) return null;
  const isTooMany = isCapped || total > mostSelected;
  return (
    <Button size="sm" variant="quiet" waiting={waiting} disabled={waiting} onClick={onSelect}>
      {isTooMany ? bulk.selectFirst(formatCount(mostSelected)) : bulk.selectAll(formatCount(total))}
    </Button>
  );
}
