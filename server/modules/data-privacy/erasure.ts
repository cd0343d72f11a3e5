// SQL of an erasure: the one place that writes the tables of every module, so that the erased and the kept data are on
// one page. Runs in the caller's transaction.
import {
  type AnyColumn,
  and,
  asc,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { unsettledDispatchStates } from '../../../contract/dispatch-status.ts';
import { erasedLink } from '../../../contract/erased-person.ts';
import { openStatuses } from '../../../contract/order-status.ts';
import { openRefundStates, pendingAttemptStates } from '../../../contract/payment-status.ts';
import { isAddressInAnyForm } from '../../database/clean-address.ts';
import type { Database, Queryable, Tx } from '../../database/database.ts';
import { sentenceColumns } from '../../platform/sentence-columns.ts';
import { dismissedItems } from '../action-items/action-items.schema.ts';
import { admins } from '../auth/auth.schema.ts';
import { contactMessages, incomingEmails } from '../contact/contact.schema.ts';
import { customerNotes, customerTags } from '../customers/customers.schema.ts';
import { deliveryRequests, dropReports } from '../delivery/delivery.schema.ts';
import { dispatches, linkReplacements } from '../dispatch/dispatch.schema.ts';
import { mails } from '../email/email.schema.ts';
import { idempotencyKeys, orderNotes, orders, orderViews } from '../orders/orders.schema.ts';
import { paymentAttempts, refunds } from '../payments/payments.schema.ts';
import { providerTests } from '../providers/providers.schema.ts';
import { alerts, auditLog, auditPersonal } from '../security/security.schema.ts';
import { webhookDeliveries } from '../webhooks/webhooks.schema.ts';
import {
  isAlertOf,
  isDeliveryOf,
  isEmailOf,
  isEntryAbout,
  isEntryOf,
  isMessageOf,
  isViewOf,
} from './data-privacy.repository.ts';

export type Erased = {
  orders: number;
  mails: number;
  messages: number;
  auditDetails: number;
  alerts: number;
  /** Includes tags. */
  customerNotes: number;
};
export type Held = { id: string; postLinks: string[] };

/** About an admin's account. They are evidence, also against who erases: they stay. */
const accountActions = ['owner_address.changed'];
const accountTypes = ['new_sign_in', 'admin_change', 'owner_address', 'ip_change', 'access_refused'];
/** About an account only where the address is an admin's: strangers enter others. */
const signInTypes = ['failed_login', 'brute_force'];

const linkBase = erasedLink(0).slice(0, -1);

/** Ids of the orders that money or delivery is still under way for. Holds every order of the email to the end of `tx`. */
export async function holdOrders(tx: Tx, email: string): Promise<{ held: Held[]; busy: string[] }> {
  // Locked in one order, so that two erasures never wait for each other.
  const held = await tx
    .select({ id: orders.id, postLinks: orders.postLinks })
    .from(orders)
    .where(isAddressInAnyForm(orders.customerEmail, email))
    .orderBy(asc(orders.id))
    .for('update');
  return { held, busy: await busyOf(tx, held) };
}

/** The orders among `held` that money or delivery is still under way for. */
export async function busyOf(tx: Tx, held: Held[]): Promise<string[]> {
  const { orderId: paidOrder, state: attemptState, lookAt } = paymentAttempts;
  const isBeingPaid = tx
    .select({ one: sql`1` })
    .from(paymentAttempts)
    .where(and(eq(paidOrder, orders.id), inArray(attemptState, pendingAttemptStates), isNotNull(lookAt)));
  const isBeingSent = tx
    .select({ one: sql`1` })
    .from(dispatches)
    .where(
      and(
        eq(dispatches.orderId, orders.id),
        or(inArray(dispatches.state, [...unsettledDispatchStates, 'waiting']), eq(dispatches.following, true)),
      ),
    );
  const isBeingRefunded = tx
    .select({ one: sql`1` })
    .from(refunds)
    .where(and(eq(refunds.orderId, orders.id), inArray(refunds.state, openRefundStates)));
  const hasOpenRequest = tx
    .select({ one: sql`1` })
    .from(deliveryRequests)
    .where(and(eq(deliveryRequests.orderId, orders.id), isNull(deliveryRequests.endedAt)));
  const isOpen = and(isNull(orders.deletedAt), inArray(orders.status, openStatuses));
  const busy = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        inArray(orders.id, idsOf(held)),
        or(isOpen, exists(isBeingPaid), exists(isBeingSent), exists(isBeingRefunded), exists(hasOpenRequest)),
      ),
    )
    .orderBy(asc(orders.createdAt));
  return busy.map(({ id }) => id);
}

/** Includes all rows that belong to the locked orders; an order placed meanwhile is not erased. */
export async function erase(
  tx: Tx,
  { now, email, pseudonym, held }: Pick<Database, 'now'> & { email: string; pseudonym: string; held: Held[] },
): Promise<Erased> {
  const ids = idsOf(held);
  const links = held.flatMap(({ postLinks }) => postLinks);
  await eraseDelivery(tx, ids, links);
  // Those in the threads of others; their own threads are deleted with all emails, by cascade.
  const emails = await tx.delete(incomingEmails).where(isEmailOf(email));
  const messages = await tx.delete(contactMessages).where(isMessageOf(email)).returning({ id: contactMessages.id });
  const subjects = [...ids, ...messages.map(({ id }) => id)];
  // Personal data of the audit log only; its entries stay, and with them the chain.
  const ofStore = tx.select({ id: auditLog.id }).from(auditLog).where(inArray(auditLog.action, accountActions));
  const details = await tx
    .delete(auditPersonal)
    .where(and(isEntryOf(email, tx, subjects, links), notInArray(auditPersonal.auditId, ofStore)));
  await eraseWebhooks(tx, email, pseudonym, ids);
  await tx.delete(idempotencyKeys).where(inArray(sql`${idempotencyKeys.answer} ->> 'orderId'`, ids));
  // Notes of dismissed action items.
  await tx.delete(dismissedItems).where(inArray(sql`left(${dismissedItems.subject}, 12)`, ids));
  // Filters that look for the email.
  await tx.delete(orderViews).where(isViewOf(email));
  const erased = {
    mails: await eraseMails(tx, email, pseudonym, ids),
    alerts: await eraseAlerts(tx, email, ids),
    messages: messages.length + (emails.rowCount ?? 0),
    auditDetails: details.rowCount ?? 0,
    customerNotes: await eraseNotes(tx, (emailKey) => eq(emailKey, sql`lower(${email})`)),
  };
  // Last, because the other statements use the email of the orders.
  return { ...erased, orders: await eraseOrderRows(tx, now, ids, sql`${pseudonym}`) };
}

/**
 * Notes and tags of customers without any order or message, and their emails in the audit log, after data retention took
 * those. Returns the number of such customers, at most `limit`.
 */
export async function eraseOrphanedNotes(tx: Tx, limit: number): Promise<number> {
  const isEntry = inArray(
    auditPersonal.auditId,
    tx.select({ id: auditLog.id }).from(auditLog).where(eq(auditLog.subject, 'customer')),
  );
  const loggedEmail = sql`lower(${auditPersonal.details} ->> 'email')`;
  const { rows } = await tx.execute<{ email: string }>(sql`
    select email from (
      select email_key as email from ${customerNotes} union select email_key from ${customerTags}
      union select ${loggedEmail} from ${auditPersonal} where ${isEntry}) as noted
    where not exists (select from ${orders} where lower(${orders.customerEmail}) = noted.email)
      and not exists (select from ${contactMessages} where lower(${contactMessages.email}) = noted.email)
    limit ${limit}`);
  const emails = rows.map(({ email }) => email);
  await eraseNotes(tx, (emailKey) => inArray(emailKey, emails));
  await tx.delete(auditPersonal).where(and(isEntry, inArray(loggedEmail, emails)));
  return emails.length;
}

async function eraseNotes(tx: Queryable, where: (emailKey: AnyColumn) => SQL): Promise<number> {
  const notes = await tx.delete(customerNotes).where(where(customerNotes.emailKey));
  const tags = await tx.delete(customerTags).where(where(customerTags.emailKey));
  return (notes.rowCount ?? 0) + (tags.rowCount ?? 0);
}

/** Orders keep the data for accounting: IDs, amounts, dates, states, quantities. */
async function eraseOrderRows(tx: Tx, now: Database['now'], ids: string[], pseudonym: SQL): Promise<number> {
  const left = await tx
    .update(orders)
    .set({
      customerEmail: pseudonym,
      customerUsername: 'customer',
      postLinks: sql`(select array_agg(${linkBase}::text || n order by n) from generate_series(1, cardinality(${orders.postLinks})) n)`,
      addressKey: null,
      networkCountry: null,
      updatedAt: now(),
    })
    .where(inArray(orders.id, ids));
  return left.rowCount ?? 0;
}

/**
 * Erases the personal data of these locked orders, which may have several buyers, and nothing else of them. `salt`:
 * random; the orders of an email get one pseudonym in one erasure.
 */
export async function eraseOrders(tx: Tx, now: Database['now'], held: Held[], salt: string): Promise<number> {
  const ids = idsOf(held);
  const pseudonymOf = (email: SQL | AnyColumn) =>
    sql`'erased-' || left(encode(sha256(convert_to(${salt}::text || lower(${email}), 'UTF8')), 'hex'), 16) || '@erased.invalid'`;
  const links = held.flatMap(({ postLinks }) => postLinks);
  await eraseDelivery(tx, ids, links);
  await tx.delete(auditPersonal).where(isEntryAbout(tx, ids, links));
  await tx.delete(idempotencyKeys).where(inArray(sql`${idempotencyKeys.answer} ->> 'orderId'`, ids));
  await tx.delete(dismissedItems).where(inArray(sql`left(${dismissedItems.subject}, 12)`, ids));
  await tx.delete(webhookDeliveries).where(inArray(webhookDeliveries.orderId, ids));
  await tx
    .update(mails)
    .set({ recipient: pseudonymOf(mails.recipient), lastError: null })
    .where(inArray(mails.orderId, ids));
  await eraseAlertsWhere(
    tx,
    sql`${alerts.message}`,
    sql`${alerts.details} ? 'orderId' and ${inArray(sql`${alerts.details} ->> 'orderId'`, ids)}`,
  );
  return eraseOrderRows(tx, now, ids, pseudonymOf(orders.customerEmail));
}

async function eraseDelivery(tx: Tx, ids: string[], links: string[]): Promise<void> {
  await tx
    .update(dispatches)
    .set({
      postLink: sql`${linkBase}::text || (${dispatches.position} + 1)`,
      linkKey: sql`'erased ' || ${dispatches.orderId} || ' ' || ${dispatches.position}`,
      ...sentenceColumns('error', null),
      ...sentenceColumns('hint', null),
    })
    .where(inArray(dispatches.orderId, ids));
  const erasedLink = sql`${linkBase}::text || (${linkReplacements.position} + 1)`;
  await tx
    .update(linkReplacements)
    .set({ oldLink: erasedLink, newLink: erasedLink, reason: null })
    .where(inArray(linkReplacements.orderId, ids));
  await tx.update(dropReports).set({ reason: null }).where(inArray(dropReports.orderId, ids));
  await tx.update(deliveryRequests).set(sentenceColumns('words', null)).where(inArray(deliveryRequests.orderId, ids));
  await tx
    .update(paymentAttempts)
    .set({ cardBrand: null, cardLast4: null, cardWallet: null, callerKey: null, callerNetworkKey: null })
    .where(inArray(paymentAttempts.orderId, ids));
  // Notes of admins about the orders.
  await tx.delete(orderNotes).where(inArray(orderNotes.orderId, ids));
  // Test calls of admins with one of the links.
  await tx
    .update(providerTests)
    .set({ parameters: sql`${providerTests.parameters} - 'link'`, words: '', wordsCoded: null })
    .where(inArray(sql`${providerTests.parameters} ->> 'link'`, links));
}

async function eraseWebhooks(tx: Tx, email: string, pseudonym: string, ids: string[]): Promise<void> {
  const erased = sql`jsonb_build_object('customer_email', ${pseudonym}::text, 'customer_username', 'customer',
    'post_links', '[]'::jsonb)`;
  // Covers the sent and the pending webhooks, and the responses of their receivers.
  await tx
    .update(webhookDeliveries)
    .set({
      payload: sql`jsonb_set(${webhookDeliveries.payload}, '{order}', ${webhookDeliveries.payload} -> 'order' || ${erased})`,
      lastError: null,
    })
    .where(isDeliveryOf(email, ids));
}

async function eraseMails(tx: Tx, email: string, pseudonym: string, ids: string[]): Promise<number> {
  const hasItNow = tx
    .select({ one: sql`1` })
    .from(orders)
    .where(and(eq(orders.id, mails.orderId), eq(sql`lower(${orders.customerEmail})`, sql`lower(${email})`)));
  // Mails about the orders, and those that went to the email before an order was given another one. Their words are made
  // from the order when they are sent, and are not kept.
  const changed = await tx
    .update(mails)
    .set({ recipient: pseudonym, lastError: null })
    .where(
      or(
        inArray(mails.orderId, ids),
        and(
          or(isNotNull(mails.orderId), isNotNull(mails.trackingCodeId)),
          eq(sql`lower(${mails.recipient})`, sql`lower(${email})`),
          sql`not ${exists(hasItNow)}`,
        ),
      ),
    );
  return changed.rowCount ?? 0;
}

async function eraseAlerts(tx: Tx, email: string, ids: string[]): Promise<number> {
  const message = sql`regexp_replace(${alerts.message}, '***=' || ${email}, '(erased)', 'gi')`;
  const isAdmin = exists(
    tx
      .select({ one: sql`1` })
      .from(admins)
      .where(eq(sql`lower(${admins.email})`, sql`lower(${email})`)),
  );
  const isOfAccount = or(inArray(alerts.type, accountTypes), and(inArray(alerts.type, signInTypes), isAdmin));
  return eraseAlertsWhere(tx, message, and(isAlertOf(email, ids), sql`not (${isOfAccount})`));
}

/**
 * Alerts keep the event and the order. Text between quotes comes from outside and is removed. The parameters repeat it:
 * the sentence stays without its code.
 */
async function eraseAlertsWhere(tx: Tx, message: SQL, where: SQL | undefined): Promise<number> {
  const changed = await tx
    .update(alerts)
    .set({
      message: sql`regexp_replace(${message}, '"[^"]*"', '"(erased)"', 'g')`,
      messageCoded: null,
      details: sql`jsonb_strip_nulls(jsonb_build_object('orderId', ${alerts.details} -> 'orderId'))`,
      onceKey: sql`case when ${alerts.details} ? 'email' then null else ${alerts.onceKey} end`,
    })
    .where(where);
  return changed.rowCount ?? 0;
}

function idsOf(held: Held[]): string[] {
  return held.map(({ id }) => id);
}
