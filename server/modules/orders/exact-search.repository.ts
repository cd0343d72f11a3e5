// SQL of exact matches of a search: order ID, post, provider order. Each one is an index lookup.
import { type SQL, sql } from 'drizzle-orm';
import { searchWindow } from '../../../contract/list-limits.ts';
import { type OrderSearchTerms, readOrderSearch } from '../../../contract/order-search.ts';
import type { Database } from '../../database/database.ts';
import { dispatches, linkReplacements } from '../dispatch/dispatch.schema.ts';
import { providers } from '../providers/providers.schema.ts';
import type { OrderFilter } from './order-filter.ts';
import { orders } from './orders.schema.ts';

/** The filter with the IDs that the search matches exactly, and the rest of its text. */
export async function resolveSearch<F extends OrderFilter>(database: Database, filter: F): Promise<F> {
  if (!filter.search) return filter;
  const terms = readOrderSearch(filter.search);
  const named = await findNamed(database, terms);
  if (terms.isExact) return { ...filter, search: undefined, named };
  return { ...filter, search: terms.text, named };
}

async function findNamed({ db }: Database, { orderId, code, providerOrderId }: OrderSearchTerms): Promise<string[]> {
  const looks = [
    ...(orderId ? [sql`select id from ${orders} where id = ${orderId}`] : []),
    ...(code ? [sql`select id from ${orders} where link_codes(post_links) @> array[${code}]`] : []),
    ...(providerOrderId ? [dispatches, linkReplacements].map((sends) => sentAs(sends, providerOrderId)) : []),
  ];
  if (looks.length === 0) return [];
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from (${sql.join(looks, sql` union `)}) as named(id) limit ${searchWindow}`,
  );
  return rows.map(({ id }) => id);
}

/** At any provider: the ID as it is, and with the ID of each other provider in front (`contract/provider-order-id.ts`). */
function sentAs(sends: typeof dispatches | typeof linkReplacements, id: string): SQL {
  return sql`select order_id from ${sends} where provider_order_id = any(array(
    select ${id} union all select ${providers.id} || ':' || ${id} from ${providers} where ${providers.id} <> 'default'))`;
}
