// Lists as parameters of a statement: one per column, however many rows there are, so that its text stays the same.
import { type SQL, sql } from 'drizzle-orm';

export function texts(values: readonly (string | null)[]): SQL {
  return sql`${sql.param(values)}::text[]`;
}

export function numbers(values: readonly number[]): SQL {
  return sql`${sql.param(values)}::bigint[]`;
}

export function flags(values: readonly boolean[]): SQL {
  return sql`${sql.param(values)}::boolean[]`;
}
