import { sql } from 'drizzle-orm';
import { wordsSql } from '../../database/message-sql.ts';
import type { ActionItemQueries } from '../../ports/module-parts.ts';
import { mailboxes } from './incoming-email.schema.ts';

export const incomingEmailActionItems = {
  // A mailbox that is read no more, because another one is configured, needs no action.
  mailbox_failing: (now) => sql`
    select b.key || ' ' || to_char(b.failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as subject,
      null::text as order_id, null::int as position, b.failing_since as at, ${wordsSql(sql`b.problem`)} as words
    from ${mailboxes} b where b.failing_since <= ${now} - interval '1 hour' and b.tried_at > ${now} - interval '15 minutes'`,
} satisfies ActionItemQueries;
