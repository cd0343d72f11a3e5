// Orders of one customer as a table, each with a link to its page.
import { Link } from 'wouter';
import { formatDate } from '../../ui/format-date.ts';
import { lookOf } from '../../ui/link-button.tsx';
import { Cell, type Column, Row, Table } from '../../ui/table.tsx';
import { formatCount, formatUsd } from '../amounts.ts';
import { DeliveryNote, OrderState } from '../order-detail/order-state.tsx';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { orderPath } from '../paths.ts';
import { useTexts } from '../texts/shown-texts.ts';

export function CustomerOrdersTable({ email, orders }: { email: string; orders: readonly AdminOrder[] }) {
  const { customers: texts } = useTexts();
  const columns: readonly Column[] = [
    { label: texts.columns.order },
    { label: texts.columns.amount, align: 'end' },
    { label: texts.columns.status },
    { label: texts.columns.date },
    { label: texts.columns.actions, align: 'end' },
  ];
  return (
    <Table caption={texts.ordersOf(email)} columns={columns}>
      {orders.map((order) => (
        <OrderRow key={order.id} order={order} />
      ))}
    </Table>
  );
}

function OrderRow({ order }: { order: AdminOrder }) {
  const { customers: texts, states } = useTexts();
  const { id, quantity, amountCents, createdAt } = order;
  const category = states.category(order.category);
  return (
    <Row>
      <Cell className="max-sm:order-1 sm:w-[30%]">
        <span className="block font-semibold tracking-wide whitespace-nowrap" translate="no">
          {id}
        </span>
        <span className="block text-xs whitespace-nowrap text-muted">
          {quantity === null ? category : `${formatCount(quantity)} ${category}`}
        </span>
      </Cell>
      <Cell align="end" className="font-semibold max-sm:order-2 sm:w-[14%]">
        <span translate="no">{amountCents === null ? 'N/A' : formatUsd(amountCents)}</span>
      </Cell>
      <Cell className="max-sm:order-3 sm:w-[24%]">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <OrderState order={order} />
          <DeliveryNote order={order} />
        </span>
      </Cell>
      <Cell className="whitespace-nowrap sm:w-[22%] max-sm:order-5 max-sm:self-center max-sm:text-xs max-sm:text-muted">
        {formatDate(createdAt)}
      </Cell>
      <Cell align="end" className="max-sm:order-4 max-sm:row-span-2 max-sm:self-center">
        <Link
          href={orderPath(id)}
          aria-label={texts.viewOrder(id)}
          className={`${lookOf({ size: 'sm' })} pointer-coarse:min-h-10`}
        >
          {texts.view}
        </Link>
      </Cell>
    </Row>
  );
}
