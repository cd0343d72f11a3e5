// The orders of a customer: as a table with a link to each, and the panel of the page, newest first, a part at a time.
import { Link } from 'wouter';
import { formatDate } from '../../ui/format-date.ts';
import { lookOf } from '../../ui/link-button.tsx';
import { Cell, type Column, Row, Table } from '../../ui/table.tsx';
import { formatCount, formatUsd } from '../amounts.ts';
import { LoadMoreList } from '../kit/list.tsx';
import { useApiList } from '../kit/use-api-list.ts';
import { DeliveryNote, OrderState } from '../order-detail/order-state.tsx';
import { type AdminOrder, readOrder } from '../order-detail/read-order.ts';
import { soldName } from '../order-detail/sold-name.ts';
import { Panel } from '../panel.tsx';
import { orderPath } from '../paths.ts';
import { usePageTexts } from '../texts/shown-texts.ts';

const ordersAtOnce = 20;

export function useCustomerOrders(email: string) {
  const input = { params: { email }, query: { limit: ordersAtOnce } };
  const { query, rows } = useApiList('GET /api/admin/customers/{email}/orders', input, { enabled: email !== '' });
  return { query, orders: rows.map(readOrder) };
}

export function OrdersPanel({ email, total }: { email: string; total: number | null }) {
  const { customerPage: texts } = usePageTexts();
  const { query, orders } = useCustomerOrders(email);
  return (
    <Panel title={total ? texts.countedOrders(formatCount(total)) : texts.orders}>
      <LoadMoreList
        query={query}
        failure={texts.ordersFailed}
        nothing={orders.length === 0 ? texts.noOrders : null}
        isInPanel
      >
        <CustomerOrdersTable email={email} orders={orders} />
      </LoadMoreList>
    </Panel>
  );
}

export function CustomerOrdersTable({ email, orders }: { email: string; orders: readonly AdminOrder[] }) {
  const { customers: texts } = usePageTexts();
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
  const { customers: texts, states } = usePageTexts();
  const { id, quantity, amountCents, createdAt } = order;
  const category = soldName(states, order);
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
