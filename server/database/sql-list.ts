// A fixed list of words as SQL text: check constraints and partial indexes take no parameters.
import { type SQL, sql } from 'drizzle-orm';

/** `'a', 'b'`, for `in (...)`. Only for constants of the code: nothing is escaped. */
export function sqlList(words: readonly string[]): SQL {
  return sql.raw(words.map((word) => `'${word}'`).join(', '));
}
