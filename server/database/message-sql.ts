// A message of the store that a query makes, as jsonb.
import { type SQL, sql } from 'drizzle-orm';
import type { MessageCode, ParamsOf } from '../../contract/store-messages.ts';

/** A parameter is text, a number, null, or the jsonb of another message. */
export function messageSql<C extends MessageCode>(code: C, params: { [P in keyof ParamsOf<C>]: SQL } | null): SQL {
  if (params === null) return sql`jsonb_build_object('code', ${sql.raw(`'${code}'`)})`;
  const named = Object.entries<SQL>(params).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  return sql`jsonb_build_object('code', ${sql.raw(`'${code}'`)},
    'params', jsonb_build_object(${sql.join(named, sql`, `)}))`;
}

/** No words, as jsonb. */
export const noWords = sql`'""'::jsonb`;

/** The words of another service. */
export function wordsSql(column: SQL): SQL {
  return sql`coalesce(to_jsonb(${column}), ${noWords})`;
}

/** A stored sentence: its message, or the words of another service or of a row of before. */
export function storedWordsSql(column: SQL): SQL {
  return sql`coalesce(${column}_coded, ${wordsSql(column)})`;
}
