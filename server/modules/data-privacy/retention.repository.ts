// SQL of data retention: counts and deletes old personal data in small steps. The visitors and presence modules delete
// their own.
import { type SQL, sql } from 'drizzle-orm';
import { byName } from '../../../contract/by-name.ts';
import { type Retention, type RetentionName, retentionNames } from '../../../contract/retention.ts';
import { dbNow, type Queryable } from '../../database/database.ts';
import { dayOf, dayStart, visitsZone } from '../../database/zones.ts';
import { adminSessions } from '../auth/auth.schema.ts';
import { contactMessages } from '../contact/contact.schema.ts';
import { mails } from '../email/email.schema.ts';
import { hasPersonalData, orders } from '../orders/orders.schema.ts';
import { alerts } from '../security/security.schema.ts';
import { visits } from '../visitors/visitors.schema.ts';

/** Maximum count of a preview. */
export const mostCounted = 100_000;
const forgottenAtOnce = 5_000;

// Sorted by an indexed time, except sessions, which are few.
const oldBefore: Record<RetentionName, (before: SQL) => SQL> = {
  visits: (before) => sql`select id from ${visits} where visited_at < ${before} order by visited_at`,
  // Alerts about money contain no address, and may stay open.
  alerts: (before) => sql`
    select id from ${alerts} where raised_at < ${before} and type not in ('payment_mismatch', 'second_capture',
      'chargeback', 'late_payment', 'money_difference', 'refund_failed') order by raised_at`,
  sessions: (before) => sql`select id from ${adminSessions} where expires_at < ${before}`,
  // Unsent emails stay.
  mails: (before) => sql`
    select id from ${mails} where created_at < ${before} and state in ('kept', 'sent', 'failed') order by created_at`,
  // A thread stays until its latest email is old.
  messages: (before) => sql`
    select id from ${contactMessages} where coalesce(latest_at, received_at) < ${before}
    order by coalesce(latest_at, received_at)`,
  // They lose their personal data only.
  orders: (before) =>
    sql`select id from ${orders} where created_at < ${before} and ${hasPersonalData} order by created_at`,
};
const tables = { alerts, sessions: adminSessions, mails, messages: contactMessages };

/** Visits are deleted by whole days. */
function oldRows(db: Queryable, name: RetentionName, days: number): SQL {
  if (name === 'visits')
    return oldBefore.visits(dayStart(sql`${dayOf(dbNow(db), visitsZone)} - ${days}::int`, visitsZone));
  return oldBefore[name](sql`${dbNow(db)} - ${days} * interval '1 day'`);
}

async function count(db: Queryable, name: RetentionName, days: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${oldRows(db, name, days)} limit ${mostCounted}) as old`,
  );
  return rows[0]?.count ?? 0;
}

export async function countOld(db: Queryable, retention: Retention): Promise<Retention> {
  const counts = await Promise.all(retentionNames.map((name) => count(db, name, retention[name])));
  return byName(retentionNames, (name) => counts[retentionNames.indexOf(name)] ?? 0);
}

export async function purgeOld(db: Queryable, name: keyof typeof tables, days: number): Promise<void> {
  for (;;) {
    // In small steps, oldest first.
    const gone = await db.execute(
      sql`delete from ${tables[name]} where id in (${oldRows(db, name, days)} limit ${forgottenAtOnce})`,
    );
    if ((gone.rowCount ?? 0) < forgottenAtOnce) return;
  }
}
