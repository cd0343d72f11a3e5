// Truncates a stored address to its network in SQL, like `toNetwork`.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** The /24 or /48 of a column that holds an address. */
export function networkInSql(address: SQLWrapper): SQL {
  return sql`host(network(set_masklen(${address}::inet, case family(${address}::inet) when 4 then 24 else 48 end)))`;
}
