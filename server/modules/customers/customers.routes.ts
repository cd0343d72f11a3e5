import type { z } from 'zod';
import { maxOrdersShown } from '../../../contract/customers.ts';
import { dollarsFromCents } from '../../../contract/money.ts';
import type { order } from '../../../contract/orders.ts';
import { nextPageLink } from '../../platform/cursor.ts';
import type { Handlers } from '../../request-context.ts';
import { readCustomerCursor, writeCustomerCursor } from './customer-pages.ts';
import type { CustomerOrder, CustomersRepository } from './customers.repository.ts';

export function customerRoutes({
  repository,
  views: orderViews,
}: {
  repository: CustomersRepository;
  /** Maps orders to the admin API. */
  views: { full(rows: readonly CustomerOrder[]): Promise<z.output<typeof order>[]> };
}): Handlers<'listCustomers'> {
  return {
    listCustomers: async ({ query }, call) => {
      const { limit, cursor, search, sort } = query;
      const after = readCustomerCursor(cursor, sort);
      // Includes the newest orders in the list.
      await repository.fold();
      // Reads one extra row to detect a next page.
      const [rows, { total, capped }] = await Promise.all([
        repository.listCustomers(sort, search, after, limit + 1),
        repository.countCustomers(search),
      ]);
      call.answerHeader('x-total-count', String(total));
      if (capped) call.answerHeader('x-total-capped', 'true');
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      if (rows.length > limit && last) {
        call.answerHeader('link', nextPageLink('/api/admin/customers', query, writeCustomerCursor(sort, last)));
      }
      const newest = await repository.newestOrders(
        page.map(({ emailKey }) => emailKey),
        maxOrdersShown,
      );
      const views = await orderViews.full(newest);
      return page.map(({ email, emailKey, username, spentCents, orders }) => ({
        email,
        username,
        totalSpent: dollarsFromCents(spentCents),
        totalOrders: orders,
        orders: views.filter((_, at) => newest[at]?.emailKey === emailKey),
      }));
    },
  };
}
