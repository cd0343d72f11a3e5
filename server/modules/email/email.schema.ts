// Table of emails to send.
import { type SQL, sql } from 'drizzle-orm';
import { check, index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { type EmailState, emailStates } from '../../../contract/email-kinds.ts';
import { at, sqlList } from '../../database/columns.ts';
import { adminInvitations } from '../auth/auth.schema.ts';
import { contactMessages, contactReplies } from '../contact/contact.schema.ts';
import { digests } from '../digest/digest.schema.ts';
import { linkReplacements } from '../dispatch/dispatch.schema.ts';
import { orders } from '../orders/orders.schema.ts';
import { alerts } from '../security/security.schema.ts';

/**
 * An email to a buyer about an order (once per kind and order, refund, replacement or reported drop) or with a code for
 * My Orders, or to support about a message or alert, or to the writer of a message (an acknowledgement or a reply), or to
 * the owner with a digest, or to an invited admin.
 */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    orderId: text('order_id').references(() => orders.id),
    contactMessageId: uuid('contact_message_id').references(() => contactMessages.id, { onDelete: 'cascade' }),
    alertId: uuid('alert_id').references(() => alerts.id, { onDelete: 'cascade' }),
    /** The refund of the order that the email reports, the report of a drop, or the place among emails of one kind. */
    refundNumber: smallint('refund_number'),
    linkReplacementId: uuid('link_replacement_id').references(() => linkReplacements.id),
    /** The ID of a code. Without a reference, because a newer request replaces it. */
    trackingCodeId: uuid('tracking_code_id'),
    contactReplyId: uuid('contact_reply_id')
      .unique()
      .references(() => contactReplies.id, { onDelete: 'cascade' }),
    digestId: uuid('digest_id')
      .unique()
      .references(() => digests.id, { onDelete: 'cascade' }),
    /** Of the message whose arrival the email acknowledges. */
    acknowledgedMessageId: uuid('acknowledged_message_id')
      .unique()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    adminInvitationId: uuid('admin_invitation_id')
      .unique()
      .references(() => adminInvitations.id, { onDelete: 'cascade' }),
    recipient: text('recipient').notNull(),
    state: text('state').$type<EmailState>().notNull(),
    /** Number of attempts to send. */
    attempts: smallint('attempts').notNull().default(0),
    /** Number of attempts after which it is unknown whether the mail server accepted the email. */
    unknownOutcomes: smallint('unknown_outcomes').notNull().default(0),
    lastError: text('last_error'),
    claimId: uuid('claim_id'),
    claimedAt: at('claimed_at'),
    sentAt: at('sent_at'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('mails_once')
      .on(t.kind, t.orderId, sql`coalesce(${t.refundNumber}, 0)`)
      .where(sql`${t.linkReplacementId} is null`),
    uniqueIndex('mails_once_per_replacement').on(t.linkReplacementId),
    uniqueIndex('mails_once_per_message').on(t.contactMessageId),
    index('mails_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('mails_order').on(t.orderId).where(sql`${t.orderId} is not null`),
    index('mails_undelivered').on(t.createdAt.desc().nullsFirst()).where(sql`${t.state} = 'failed'`),
    index('mails_unsent')
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.state} <> 'sent'`),
    uniqueIndex('mails_once_per_alert_recipient')
      .on(t.alertId, sql`lower(${t.recipient})`)
      .where(sql`${t.alertId} is not null`),
    index('mails_of_alerts').on(t.createdAt).where(sql`${t.kind} = 'alert'`),
    index('mails_recipient').on(sql`lower(${t.recipient})`, t.kind, t.createdAt),
    check('mails_state', sql`${t.state} in (${sqlList(emailStates)})`),
    check('mails_about', sql`(${t.kind} = 'contact') = (${t.contactMessageId} is not null)`),
    check('mails_about_alert', sql`(${t.kind} = 'alert') = (${t.alertId} is not null)`),
    check('mails_about_code', sql`(${t.kind} = 'track_code') = (num_nonnulls(${t.trackingCodeId}) = 1)`),
    check('mails_about_reply', sql`(${t.kind} = 'contact_reply') = (num_nonnulls(${t.contactReplyId}) = 1)`),
    check(
      'mails_about_digest',
      sql`(${t.kind} in ('daily_digest', 'weekly_digest')) = (num_nonnulls(${t.digestId}) = 1)`,
    ),
    check(
      'mails_about_acknowledged',
      sql`(${t.kind} = 'contact_received') = (num_nonnulls(${t.acknowledgedMessageId}) = 1)`,
    ),
    check('mails_about_invitation', sql`(${t.kind} = 'admin_invitation') = (num_nonnulls(${t.adminInvitationId}) = 1)`),
    check(
      'mails_about_one_subject',
      sql`num_nonnulls(${t.orderId}, ${t.contactMessageId}, ${t.alertId}, ${t.trackingCodeId}, ${t.contactReplyId},
        ${t.digestId}, ${t.acknowledgedMessageId}, ${t.adminInvitationId}) = 1`,
    ),
    check('mails_sending_is_claimed', sql`${t.state} <> 'sending' or ${t.claimId} is not null`),
    check('mails_sent_has_time', sql`${t.state} <> 'sent' or ${t.sentAt} is not null`),
  ],
);

/**
 * Unsent emails of the last `days`: those that failed, that an attempt failed to send, or that are stored without a mail server.
 * A code that expired needs no action: the buyer requests another. An acknowledgement has a reply behind it. The first part is
 * that of the index `mails_unsent`.
 */
export function unsentMails(now: SQL, days: number): SQL {
  return sql`(${mails.state} <> 'sent' and ${mails.kind} not in ('track_code', 'contact_received')
    and (${mails.state} in ('failed', 'kept') or (${mails.state} = 'queued' and ${mails.attempts} > 0))
    and ${mails.createdAt} > ${now} - ${days} * interval '1 day')`;
}
