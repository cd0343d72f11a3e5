// SQL of action items about what expires: API keys and webhooks.
import { type SQL, sql } from 'drizzle-orm';
import { expiryNoticeDays } from '../../contract/api-access.ts';
import { messageSql } from './message-sql.ts';

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
