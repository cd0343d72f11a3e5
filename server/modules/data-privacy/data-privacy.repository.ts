// SQL of data privacy over all modules: whose data is read or erased, and the rows that are older than their retention.
import { asc, sql } from 'drizzle-orm';
import { byName } from '../../../contract/by-name.ts';
import { unsettledDispatchStates } from '../../../contract/dispatch-status.ts';
import { openStatuses } from '../../../contract/order-status.ts';
import { pendingAttemptStates } from '../../../contract/payment-status.ts';
import { type Retention, retentionNames } from '../../../contract/retention.ts';
import type { StoreContext } from '../../context.ts';
import { isAddressInAnyForm } from '../../database/address-sql.ts';
import { sqlList, texts } from '../../database/columns.ts';
import type { Tx } from '../../database/database.ts';
import type { Person } from '../../ports/module-parts.ts';
import { contactMessages } from '../contact/contact.schema.ts';
import { customerNotes, customerTags } from '../customers/customers.schema.ts';
import { deliveryRequests } from '../delivery/delivery.schema.ts';
import { dispatches } from '../dispatch/dispatch.schema.ts';
import { hasOpenRefund } from '../dispatch/unsent-links.schema.ts';
import { orders } from '../orders/orders.schema.ts';
import { paymentAttempts } from '../payments/payments.schema.ts';
import { auditLog, auditPersonal } from '../security/security.schema.ts';

/** Maximum count of a preview. */
export const mostCounted = 100_000;
const deletedAtOnce = 5_000;

/** Locked: holds every order of the email to the end of `tx`. An order placed meanwhile is not erased. */
export async function findPerson(tx: Tx, email: string, { isLocked = false } = {}): Promise<Person> {
  // Locked in one order, so that two erasures never wait for each other.
  const ofEmail = tx
    .select({ id: orders.id, postLinks: orders.postLinks })
    .from(orders)
    .where(isAddressInAnyForm(orders.customerEmail, email))
    .orderBy(asc(orders.id));
  const placed = await (isLocked ? ofEmail.for('update') : ofEmail);
  const messages = await tx
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(isAddressInAnyForm(contactMessages.email, email));
  return {
    email,
    orderIds: placed.map(({ id }) => id),
    links: placed.flatMap(({ postLinks }) => postLinks),
    messageIds: messages.map(({ id }) => id),
  };
}

/** The orders among these that money or delivery is still under way for, oldest first. */
export async function listBusyOrders(tx: Tx, orderIds: string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select o.id from ${orders} o where o.id = any(${texts(orderIds)}) and (
      (o.deleted_at is null and o.status in (${sqlList(openStatuses)}))
      or exists (select from ${paymentAttempts} p
        where p.order_id = o.id and p.state in (${sqlList(pendingAttemptStates)}) and p.look_at is not null)
      or exists (select from ${dispatches} d where d.order_id = o.id
        and (d.state in (${sqlList([...unsettledDispatchStates, 'waiting'])}) or d.following))
      or ${hasOpenRefund}
      or exists (select from ${deliveryRequests} q where q.order_id = o.id and q.ended_at is null))
    order by o.created_at`);
  return rows.map(({ id }) => id);
}

/** Customers with notes, tags or entries in the audit log, and without any order or message, after data retention. */
export async function listOrphanedCustomers(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ email: string }>(sql`
    select email from (
      select email_key as email from ${customerNotes} union select email_key from ${customerTags}
      union select lower(p.details ->> 'email') from ${auditPersonal} p join ${auditLog} l on l.id = p.audit_id
        where l.subject = 'customer') as noted
    where not exists (select from ${orders} where lower(${orders.customerEmail}) = noted.email)
      and not exists (select from ${contactMessages} where lower(${contactMessages.email}) = noted.email)
    limit ${limit}`);
  return rows.map(({ email }) => email);
}

export async function countOld({ database, personalData }: StoreContext, retention: Retention): Promise<Retention> {
  const counts = await Promise.all(
    retentionNames.map(async (name) => {
      const old = personalData.oldRows[name].select(database.now(), retention[name]);
      const { rows } = await database.db.execute<{ count: number }>(
        sql`select count(*)::int as count from (${old} limit ${mostCounted}) as old`,
      );
      return rows[0]?.count ?? 0;
    }),
  );
  return byName(retentionNames, (name) => counts[retentionNames.indexOf(name)] ?? 0);
}

/** In small steps, oldest first. */
export async function purgeOld({ database, personalData }: StoreContext, retention: Retention): Promise<void> {
  for (const name of retentionNames) {
    const { select, table } = personalData.oldRows[name];
    if (!table) continue;
    const old = () => select(database.now(), retention[name]);
    let deleted = deletedAtOnce;
    while (deleted === deletedAtOnce) {
      const gone = await database.db.execute(sql`delete from ${table} where id in (${old()} limit ${deletedAtOnce})`);
      deleted = gone.rowCount ?? 0;
    }
  }
}
