// The orders of a customer on the page, newest first, a part at a time.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAdmin } from '../admin-context.tsx';
import { formatCount } from '../amounts.ts';
import { LoadMoreList } from '../paging/load-more-list.tsx';
import { Panel } from '../panel.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { CustomerOrdersTable } from './customer-orders-table.tsx';
import { customerOrdersQuery } from './customer-queries.ts';

export function OrdersPanel({ email, total }: { email: string; total: number | null }) {
  const { customerPage: texts } = useTexts();
  const { api } = useAdmin();
  const query = useInfiniteQuery(customerOrdersQuery(api, email));
  const orders = query.data?.pages.flatMap((page) => page.orders) ?? [];
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
