// A message of the store that a query makes, as jsonb.
import { type SQL, sql } from 'drizzle-orm';
import { expiryNoticeDays } from '../../contract/api-access.ts';
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

/** A stored sentence: its message, or the text of another service or of an older row. */
export function storedWordsSql(column: SQL): SQL {
  return sql`coalesce(${column}_coded, ${wordsSql(column)})`;
}

// SQL of action items about what expires: API keys and webhooks.

export const noticeTime = sql.raw(`interval '${expiryNoticeDays} days'`);

/** The columns of an action item about `row`, which has `expires_at`. */
export function expiringAccess(row: SQL, name: SQL, now: SQL<Date>): SQL {
  const end = sql`${row}.expires_at`;
  const on = sql`to_char(${end} at time zone 'UTC', 'YYYY-MM-DD')`;
  return sql`
    ${row}.id::text || ' ' || to_char(${end} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as subject,
    null::text as order_id, null::int as position, greatest(${end} - ${noticeTime}, ${row}.created_at) as at,
    case when ${end} > ${now} then ${messageSql('access_expires', { name, on })}
      else ${messageSql('access_expired', { name, on })} end as words`;
}
