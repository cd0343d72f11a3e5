// Smaller parts of the orders tab: its columns, the total, the count of what was found.
import { useSearchParams } from 'wouter';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, type Column, Row, Table } from '../../ui/table.tsx';
import { formatCount } from '../amounts.ts';
import { useRecentOrders } from '../recent-orders.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { listOf } from './list-filter.ts';
import type { OrdersPage } from './order-pages.ts';

/** Where the row has no room for the date's column, its cell of the amount has the day. */
export const dateColumn = 'max-xl:hidden';

/** Without the date and the actions, beside the side panel. */
export function useColumns(isBrief: boolean): readonly Column[] {
  const { orderList, orderPage } = usePageTexts();
  const { columns } = orderList;
  return [
    { label: columns.order },
    { label: columns.customer },
    { label: columns.amount, align: 'end' },
    { label: columns.status },
    { label: columns.delivery, title: orderPage.reported },
    ...(isBrief
      ? []
      : [
          { label: columns.date, className: dateColumn },
          { label: columns.actions, align: 'end' as const },
        ]),
  ];
}

/** Counts all orders, not only those that match the filter. */
export function TotalBadge() {
  const { orderList } = usePageTexts();
  const total = useRecentOrders().data?.total ?? null;
  if (total === null) return null;
  return (
    <span className="rounded-full bg-sunken px-2.5 py-0.5 text-sm font-semibold tabular-nums">
      {orderList.total(total, formatCount(total))}
    </span>
  );
}

/** `before`: the number of rows on the previous pages. */
export function FoundCount({ page, before }: { page: OrdersPage; before: number }) {
  const { orderList } = usePageTexts();
  const { items, total, isCapped, nextCursor } = page;
  if (total === null) return null;
  const shown = before + items.length;
  if (isCapped && nextCursor) return <span>{orderList.moreThanFound(formatCount(Math.max(total, shown)))}</span>;
  const count = isCapped ? shown : total;
  return <span>{orderList.found(count, formatCount(count))}</span>;
}

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Placeholder rows while the list loads. */
export function RowsSkeleton({ columns }: { columns: readonly Column[] }) {
  const { orderList } = usePageTexts();
  return (
    <Table caption={orderList.loading} wide columns={columns} busy>
      {rows.map((row) => (
        <Row key={row} isShort>
          {columns.map(({ label, align, className }, at) => (
            <Cell
              key={label}
              className={classNames(
                'sm:h-[44px] sm:py-0! sm:align-middle!',
                at > 1 ? 'max-sm:hidden' : 'max-sm:self-center',
                className,
              )}
              {...(align ? { align } : {})}
            >
              <Skeleton className={align ? 'ml-auto h-4 w-14' : 'h-4 w-24'} />
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  );
}

/** The query of the shown list, for the links to its orders. */
export function useList(): string {
  const [params] = useSearchParams();
  return listOf(params);
}
