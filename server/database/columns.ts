// Pieces of tables and statements: the type of moments, lists as parameters, fixed lists.

import { type SQL, sql } from 'drizzle-orm';
import { timestamp } from 'drizzle-orm/pg-core';

/** In milliseconds, as JavaScript keeps them: a time that was read finds its row again. */
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

// Lists as parameters of a statement: one per column, however many rows there are, so that its text stays the same.

export function texts(values: readonly (string | null)[]): SQL {
  return sql`${sql.param(values)}::text[]`;
}

export function numbers(values: readonly number[]): SQL {
  return sql`${sql.param(values)}::bigint[]`;
}

export function flags(values: readonly boolean[]): SQL {
  return sql`${sql.param(values)}::boolean[]`;
}

// A fixed list of words as SQL text: check constraints and partial indexes take no parameters.

/** `'a', 'b'`, for `in (...)`. Only for constants of the code: nothing is escaped. */
export function sqlList(words: readonly string[]): SQL {
  return sql.raw(words.map((word) => `'${word}'`).join(', '));
}
