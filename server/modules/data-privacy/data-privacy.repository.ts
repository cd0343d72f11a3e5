// SQL that reads everything stored about an email address, from the tables of every module.
import { and, asc, desc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm';
import { isAddressInAnyForm } from '../../database/clean-address.ts';
import type { Database, Queryable, Tx } from '../../database/database.ts';
import { contactMessages, contactReplies, incomingEmails } from '../contact/contact.schema.ts';
import { customerNotes, customerTags } from '../customers/customers.schema.ts';
import { deliveryRequests, dropReports } from '../delivery/delivery.schema.ts';
import { dispatches, linkReplacements } from '../dispatch/dispatch.schema.ts';
import { mails } from '../email/email.schema.ts';
import { orderNotes, orders, orderViews } from '../orders/orders.schema.ts';
import { paymentAttempts, paymentEvents, refunds } from '../payments/payments.schema.ts';
import { alerts, auditLog, auditPersonal } from '../security/security.schema.ts';
import { webhookDeliveries, webhookEndpoints } from '../webhooks/webhooks.schema.ts';

const { searchText: _, ...orderColumns } = getTableColumns(orders);

export type PersonRows = Awaited<ReturnType<typeof readPerson>>;

/** From one snapshot; newest orders first. */
export function readPerson(database: Database, email: string) {
  return database.snapshot((tx) => readRows(tx, email));
}

async function readRows(tx: Tx, email: string) {
  const placed = await tx
    .select(orderColumns)
    .from(orders)
    .where(isAddressInAnyForm(orders.customerEmail, email))
    .orderBy(desc(orders.createdAt));
  const ids = placed.map(({ id }) => id);
  const messages = await tx
    .select()
    .from(contactMessages)
    .where(isMessageOf(email))
    .orderBy(desc(contactMessages.receivedAt));
  const messageIds = messages.map(({ id }) => id);
  const replies = await tx
    .select()
    .from(contactReplies)
    .where(inArray(contactReplies.contactMessageId, messageIds))
    .orderBy(asc(contactReplies.writtenAt));
  return {
    orders: placed,
    messages,
    replies,
    incomingEmails: await tx
      .select()
      .from(incomingEmails)
      .where(or(inArray(incomingEmails.contactMessageId, messageIds), isEmailOf(email)))
      .orderBy(asc(incomingEmails.receivedAt)),
    ...(await readDelivery(tx, ids)),
    ...(await readMoney(tx, ids)),
    webhooks: await readWebhooks(tx, email, ids),
    mails: await readMails(
      tx,
      email,
      ids,
      messageIds,
      replies.map(({ id }) => id),
    ),
    audit: await readAudit(
      tx,
      email,
      [...ids, ...messageIds],
      placed.flatMap(({ postLinks }) => postLinks),
    ),
    alerts: await tx.select().from(alerts).where(isAlertOf(email, ids)).orderBy(desc(alerts.raisedAt)),
    views: await tx.select().from(orderViews).where(isViewOf(email)),
    customerNotes: await tx
      .select()
      .from(customerNotes)
      .where(eq(customerNotes.emailKey, sql`lower(${email})`))
      .orderBy(asc(customerNotes.writtenAt)),
    customerTags: await tx
      .select()
      .from(customerTags)
      .where(eq(customerTags.emailKey, sql`lower(${email})`)),
  };
}

async function readDelivery(tx: Tx, ids: string[]) {
  return {
    deliveries: await tx
      .select()
      .from(dispatches)
      .where(inArray(dispatches.orderId, ids))
      .orderBy(dispatches.orderId, dispatches.position),
    replacements: await tx
      .select()
      .from(linkReplacements)
      .where(inArray(linkReplacements.orderId, ids))
      .orderBy(asc(linkReplacements.replacedAt)),
    drops: await tx.select().from(dropReports).where(inArray(dropReports.orderId, ids)),
    requests: await tx.select().from(deliveryRequests).where(inArray(deliveryRequests.orderId, ids)),
    notes: await tx
      .select()
      .from(orderNotes)
      .where(inArray(orderNotes.orderId, ids))
      .orderBy(asc(orderNotes.writtenAt)),
  };
}

async function readMoney(tx: Tx, ids: string[]) {
  return {
    payments: await tx
      .select()
      .from(paymentAttempts)
      .where(inArray(paymentAttempts.orderId, ids))
      .orderBy(asc(paymentAttempts.openedAt)),
    events: await tx
      .select()
      .from(paymentEvents)
      .where(inArray(paymentEvents.orderId, ids))
      .orderBy(asc(paymentEvents.id)),
    refunds: await tx.select().from(refunds).where(inArray(refunds.orderId, ids)).orderBy(asc(refunds.createdAt)),
  };
}

async function readMails(tx: Tx, email: string, ids: string[], messageIds: string[], replyIds: string[]) {
  return tx
    .select()
    .from(mails)
    .where(
      or(
        inArray(mails.orderId, ids),
        inArray(mails.contactMessageId, messageIds),
        inArray(mails.contactReplyId, replyIds),
        and(
          sql`num_nonnulls(${mails.orderId}, ${mails.trackingCodeId}) = 1`,
          eq(sql`lower(${mails.recipient})`, sql`lower(${email})`),
        ),
      ),
    )
    .orderBy(desc(mails.createdAt));
}

async function readWebhooks(tx: Tx, email: string, ids: string[]) {
  const { event, createdAt, deliveredAt, payload, endpointId } = webhookDeliveries;
  return tx
    .select({ event, createdAt, deliveredAt, payload, url: webhookEndpoints.url })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, endpointId))
    .where(isDeliveryOf(email, ids))
    .orderBy(desc(createdAt));
}

async function readAudit(tx: Tx, email: string, subjects: string[], links: string[]) {
  return tx
    .select({
      happenedAt: auditLog.happenedAt,
      action: auditLog.action,
      subject: auditLog.subject,
      said: auditPersonal.details,
    })
    .from(auditPersonal)
    .innerJoin(auditLog, eq(auditLog.id, auditPersonal.auditId))
    .where(isEntryOf(email, tx, subjects, links))
    .orderBy(desc(auditLog.id));
}

export function isMessageOf(email: string): SQL {
  return isAddressInAnyForm(contactMessages.email, email);
}

export function isEmailOf(email: string): SQL {
  return isAddressInAnyForm(incomingEmails.email, email);
}

/** About these orders, or naming the email, which an order may have had before. */
export function isDeliveryOf(email: string, orderIds: string[]): SQL | undefined {
  const payloadEmail = sql`lower(${webhookDeliveries.payload} -> 'order' ->> 'customer_email')`;
  return or(inArray(webhookDeliveries.orderId, orderIds), eq(payloadEmail, sql`lower(${email})`));
}

export function isAlertOf(email: string, orderIds: string[]): SQL | undefined {
  return or(
    and(sql`${alerts.details} ? 'email'`, eq(sql`lower(${alerts.details} ->> 'email')`, sql`lower(${email})`)),
    and(sql`${alerts.details} ? 'orderId'`, inArray(sql`${alerts.details} ->> 'orderId'`, orderIds)),
  );
}

export function isViewOf(email: string): SQL {
  return sql`position(lower(${email}) in lower(${orderViews.filter} ->> 'search')) > 0`;
}

/** Of entries about these orders and messages, and of those that name the email or one of the links. */
export function isEntryOf(email: string, at: Queryable, subjects: string[], links: string[]): SQL | undefined {
  const naming = `%${email.replace(/[\\%_]/g, '\\$&')}%`;
  return or(isEntryAbout(at, subjects, links), sql`${auditPersonal.details}::text ilike ${naming}`);
}

/** Of entries about these orders and messages, and of those that name one of the links. */
export function isEntryAbout(at: Queryable, subjects: string[], links: string[]): SQL | undefined {
  const about = at.select({ id: auditLog.id }).from(auditLog).where(inArray(auditLog.subject, subjects));
  return or(inArray(auditPersonal.auditId, about), inArray(sql`${auditPersonal.details} ->> 'link'`, links));
}
