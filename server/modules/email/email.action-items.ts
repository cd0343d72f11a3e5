import { sql } from 'drizzle-orm';
import { unsentDays } from '../../../contract/email-kinds.ts';
import { wordsSql } from '../../database/message-sql.ts';
import type { ActionItemQueries } from '../../ports/module-parts.ts';
import { mails, unsentMails } from './email.schema.ts';

export const emailActionItems = {
  // The store repeats the others by itself; those without a mail server are sent together from the inbox.
  mail_undelivered: (now) => sql`
    select id::text as subject, order_id, null::int as position, created_at as at,
      ${wordsSql(sql`last_error`)} as words
    from ${mails} where state = 'failed' and ${unsentMails(now, unsentDays.listed)}`,
} satisfies ActionItemQueries;
