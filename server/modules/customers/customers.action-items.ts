import { sql } from 'drizzle-orm';
import { isUncleanAddress } from '../../database/address-sql.ts';
import { messageSql } from '../../database/message-sql.ts';
import type { ActionItemQueries } from '../../ports/module-parts.ts';
import { admins } from '../auth/auth.schema.ts';
import { contactMessages } from '../contact/contact.schema.ts';
import { orders } from '../orders/orders.schema.ts';

export const customersActionItems = {
  // Older addresses that the migration did not change, because their normal form belongs to another customer or admin.
  address_collision: () => sql`
    select o.id as subject, o.id as order_id, null::int as position, o.created_at as at,
      ${messageSql('order_email_collides', null)} as words
    from ${orders} o where ${isUncleanAddress(sql`o.customer_email`)}
    union all
    select 'message ' || m.id, null, null, m.received_at,
      ${messageSql('message_email_collides', { subject: sql`m.subject` })}
    from ${contactMessages} m where ${isUncleanAddress(sql`m.email`)}
    union all
    select 'admin ' || a.id, null, null, a.created_at,
      ${messageSql('admin_email_collides', null)}
    from ${admins} a where ${isUncleanAddress(sql`a.email`)}`,
} satisfies ActionItemQueries;
