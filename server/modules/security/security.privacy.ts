import { and, desc, eq, exists, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../database/database.ts';
import type { DataSubject, Person } from '../../ports/module-parts.ts';
import type { StoreModule } from '../../store-module.ts';
import { admins } from '../auth/auth.schema.ts';
import { alerts, auditLog, auditPersonal } from './security.schema.ts';

/** Alerts about an admin's account. They stay: they are evidence, also against the admin who erases. */
const accountActions = ['owner_address.changed'];
const accountTypes = ['new_sign_in', 'admin_change', 'owner_address', 'ip_change', 'access_refused'];
/** About an account only where the address is an admin's: strangers enter others. */
const signInTypes = ['failed_login', 'brute_force'];

export const securityPrivacy = {
  export: async (tx: Tx, person: Person) => {
    const entries = await tx
      .select({
        happenedAt: auditLog.happenedAt,
        action: auditLog.action,
        subject: auditLog.subject,
        said: auditPersonal.details,
      })
      .from(auditPersonal)
      .innerJoin(auditLog, eq(auditLog.id, auditPersonal.auditId))
      .where(isEntryOf(tx, person))
      .orderBy(desc(auditLog.id));
    const raised = await tx.select().from(alerts).where(isAlertOf(person)).orderBy(desc(alerts.raisedAt));
    return {
      audit: entries.map(({ happenedAt, action, subject, said }) => ({
        happened_at: happenedAt.toISOString(),
        action,
        subject,
        said,
      })),
      alerts: raised.map(({ raisedAt, type, message, details }) => ({
        raised_at: raisedAt.toISOString(),
        type,
        message,
        details,
      })),
    };
  },

  erase: async (tx, subject) => {
    // Personal data of the audit log only; its entries stay, and with them the chain.
    const ofStore = tx.select({ id: auditLog.id }).from(auditLog).where(inArray(auditLog.action, accountActions));
    const entries = await tx
      .delete(auditPersonal)
      .where(
        and(isEntryOf(tx, subject), subject.email === null ? undefined : notInArray(auditPersonal.auditId, ofStore)),
      );
    return { auditDetails: entries.rowCount ?? 0, alerts: await eraseAlerts(tx, subject) };
  },

  retention: {
    alerts: {
      // Alerts about money contain no address, and may stay open.
      select: (now, days) => sql`
        select id from ${alerts} where raised_at < ${now} - ${days} * interval '1 day'
          and type not in ('payment_mismatch', 'second_capture', 'chargeback', 'late_payment', 'money_difference',
            'refund_failed') order by raised_at`,
      table: alerts,
    },
  },
} satisfies StoreModule['privacy'];

/** Erases the emails of these customers from the entries about customers. */
export async function eraseCustomerEntries(tx: Tx, emails: string[]): Promise<void> {
  const ofCustomers = tx.select({ id: auditLog.id }).from(auditLog).where(eq(auditLog.subject, 'customer'));
  const email = sql`lower(${auditPersonal.details} ->> 'email')`;
  await tx.delete(auditPersonal).where(and(inArray(auditPersonal.auditId, ofCustomers), inArray(email, emails)));
}

/**
 * Alerts keep the event and the order. Text between quotes comes from outside and is removed. The parameters repeat it:
 * the sentence stays without its code.
 */
async function eraseAlerts(tx: Tx, subject: DataSubject): Promise<number> {
  const { email } = subject;
  const message =
    email === null
      ? sql`${alerts.message}`
      : sql`regexp_replace(${alerts.message}, '***=' || ${email}, '(erased)', 'gi')`;
  const isAdmin = exists(
    tx
      .select({ one: sql`1` })
      .from(admins)
      .where(eq(sql`lower(${admins.email})`, sql`lower(${email})`)),
  );
  const isOfAccount = or(inArray(alerts.type, accountTypes), and(inArray(alerts.type, signInTypes), isAdmin));
  const changed = await tx
    .update(alerts)
    .set({
      message: sql`regexp_replace(${message}, '"[^"]*"', '"(erased)"', 'g')`,
      messageCoded: null,
      details: sql`jsonb_strip_nulls(jsonb_build_object('orderId', ${alerts.details} -> 'orderId'))`,
      onceKey: sql`case when ${alerts.details} ? 'email' then null else ${alerts.onceKey} end`,
    })
    .where(and(isAlertOf(subject), email === null ? undefined : sql`not (${isOfAccount})`));
  return changed.rowCount ?? 0;
}

/** Of alerts that name the email or one of the orders. */
function isAlertOf({ email, orderIds }: DataSubject): SQL | undefined {
  const { details } = alerts;
  const isOfOrder = and(sql`${details} ? 'orderId'`, inArray(sql`${details} ->> 'orderId'`, orderIds));
  if (email === null) return isOfOrder;
  return or(and(sql`${details} ? 'email'`, eq(sql`lower(${details} ->> 'email')`, sql`lower(${email})`)), isOfOrder);
}

/** Of entries about the orders and messages, and of those that name the email or one of the links. */
function isEntryOf(tx: Tx, { email, orderIds, messageIds, links }: DataSubject): SQL | undefined {
  const about = tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(inArray(auditLog.subject, [...orderIds, ...messageIds]));
  const isAbout = or(inArray(auditPersonal.auditId, about), inArray(sql`${auditPersonal.details} ->> 'link'`, links));
  if (email === null) return isAbout;
  const naming = `%${email.replace(/[\\%_]/g, '\\$&')}%`;
  return or(isAbout, sql`${auditPersonal.details}::text ilike ${naming}`);
}
