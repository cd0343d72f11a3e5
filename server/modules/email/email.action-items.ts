import { sql } from 'drizzle-orm';
import { wordsSql } from '../../database/message-sql.ts';
import type { ActionItemQueries } from '../../ports/module-parts.ts';
import { mails } from './email.schema.ts';

export const emailActionItems = {
  // A code that expired or was replaced before it was sent needs no action: the buyer requests another. An acknowledgement
  // that nobody can receive has a reply behind it, if the message was meant.
  mail_undelivered: (now) => sql`
    select m.id::text as subject, m.order_id, null::int as position, m.created_at as at,
      ${wordsSql(sql`m.last_error`)} as words
    from ${mails} m where m.state = 'failed' and m.kind not in ('track_code', 'contact_received') and m.created_at > ${now} - interval '90 days'`,
} satisfies ActionItemQueries;
