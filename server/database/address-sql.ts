// SQL of addresses that are not in the form of `normalAddress`: rows of an earlier version whose form is that of another
// customer or admin, so that the migration left them as they are.
import { type AnyColumn, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** The condition of the indexes of such rows. */
export function isUncleanAddress(column: AnyColumn | SQL): SQL {
  return sql`(octet_length(${column}) > char_length(${column}) or ${column} ilike '%xn--%') and ${column} <> clean_address(${column})`;
}

/** Every row of an address, in whichever form: for a person's data. */
export function isAddressInAnyForm(column: AnyColumn, address: string): SQL {
  return sql`(lower(${column}) = lower(${address})
    or (${isUncleanAddress(column)} and lower(clean_address(${column})) = lower(${address})))`;
}

// Truncates a stored address to its network in SQL, like `toNetwork`.

/** The /24 or /48 of a column that holds an address. */
export function networkInSql(address: SQLWrapper): SQL {
  return sql`host(network(set_masklen(${address}::inet, case family(${address}::inet) when 4 then 24 else 48 end)))`;
}
