// SQL of emails: enqueue, claim for sending, store the result.
import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, lt, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { AdminLanguage } from '../../../contract/admin-languages.ts';
import { readLogo } from '../../../contract/brand.ts';
import { mostResent, unsentDays } from '../../../contract/email-kinds.ts';
import type { Language } from '../../../contract/languages.ts';
import type { StoreContext } from '../../context.ts';
import { dbNow, getDatabase, type Queryable, type Tx } from '../../database/database.ts';
import { isOlder, type TimePosition } from '../../platform/cursor.ts';
import { detectLanguage } from '../../platform/detect-language.ts';
import type { DigestFigures } from '../../ports/figures.ts';
import type { MailFacts } from '../../ports/order-facts.ts';
import type { MailKind, OwedMail } from '../../ports/outbox.ts';
import { adminInvitations } from '../auth/auth.schema.ts';
import { contactMessages, contactReplies, incomingEmails } from '../contact/contact.schema.ts';
import { dropReports } from '../delivery/delivery.schema.ts';
import { digests } from '../digest/digest.schema.ts';
import { linkReplacements, linkRequests } from '../dispatch/dispatch.schema.ts';
import { orders } from '../orders/orders.schema.ts';
import { refunds } from '../payments/payments.schema.ts';
import { alerts, auditHead, severityRank } from '../security/security.schema.ts';
import { storeLogos } from '../settings/settings.schema.ts';
import { trackingCodes } from '../tracking/tracking.schema.ts';
import { mails, unsentMails } from './email.schema.ts';

export type MailRow = typeof mails.$inferSelect;
type RefundFacts = Pick<typeof refunds.$inferSelect, 'amountCents' | 'attemptNumber'>;
type MailedOrder = Pick<
  typeof orders.$inferSelect,
  'language' | 'category' | 'offer' | 'quantity' | 'amountCents' | 'refundedCents' | 'postLinks'
>;
type FactsContext = Pick<StoreContext, 'readMailFacts'>;
type MessageRow = typeof contactMessages.$inferSelect;
type ReplyRow = typeof contactReplies.$inferSelect;

export type OrderMail = {
  kind: MailKind;
  orderId: string;
  /** When the email was written. */
  writtenAt: Date;
  order: MailedOrder;
  facts: MailFacts;
  refund: RefundFacts | null;
  /** The replaced link and the new one. */
  replacement: { oldLink: string; newLink: string } | null;
  /** The report of a drop that the email is about. */
  drop: { position: number; reason: string | null } | null;
  /** The request for another link that an admin declined. */
  declined: { newLink: string; reason: string | null } | null;
};

/** A code for My Orders that is still valid. */
type CodeFacts = { codeId: string; language: Language };

/** `parents`: the Message-IDs of the thread before the reply, oldest first. */
export type ReplyMail = { kind: 'contact_reply'; parents: string[] } & Pick<ReplyRow, 'text' | 'messageId'> & {
    to: Pick<MessageRow, 'name' | 'subject' | 'message' | 'receivedAt'>;
  };

/** The acknowledgement of a message: nothing of its words but their language. `parents`: the message itself. */
export type ReceivedMail = { kind: 'contact_received'; language: Language; parents: string[] };

/** `invitationId` is in its link. */
type InvitationMail = { kind: 'admin_invitation'; invitationId: string; expiresAt: Date };

type DigestMail = { kind: 'digest'; language: AdminLanguage; figures: DigestFigures };

/** The subject of an email: the record that it reports. */
export type MailAbout =
  | OrderMail
  | ({ kind: 'track_code' } & CodeFacts)
  | ({ kind: 'contact' } & Pick<
      MessageRow,
      'name' | 'email' | 'subject' | 'message' | 'urgent' | 'receivedAt' | 'messageId'
    >)
  | ReceivedMail
  | ReplyMail
  | InvitationMail
  | DigestMail
  | ({ kind: 'alert'; head: AuditHead | null; summary: AlertSummary[] } & Pick<
      typeof alerts.$inferSelect,
      'severity' | 'message' | 'raisedAt'
    >);

/** Alerts of one text, in an email about those that were held back. */
type AlertSummary = { message: string; count: number };

/** What the last check of the audit log saw; null before the first one. */
type AuditHead = Pick<typeof auditHead.$inferSelect, 'seq' | 'hash'>;

type NewMail = { id: string } & OwedMail;

// Null when it was accepted or withdrawn, or expired.
async function findInvitation(db: Queryable, id: string): Promise<MailAbout | null> {
  const { id: invitationId, expiresAt, acceptedAt, revokedAt } = adminInvitations;
  const [found] = await db
    .select({ invitationId, expiresAt })
    .from(adminInvitations)
    .where(and(eq(invitationId, id), isNull(acceptedAt), isNull(revokedAt), gt(expiresAt, dbNow(db))));
  return found ? { kind: 'admin_invitation', ...found } : null;
}

// Null when the code expired, was used up or was replaced.
async function findCode(db: Queryable, id: string): Promise<MailAbout | null> {
  const { codeId, language, tries, expiresAt } = trackingCodes;
  const [found] = await db
    .select({ codeId, language: sql<Language>`${language}` })
    .from(trackingCodes)
    .where(and(eq(codeId, id), gt(expiresAt, dbNow(db)), lt(tries, 5)));
  return found ? { kind: 'track_code', ...found } : null;
}

async function findReply(db: Queryable, id: string): Promise<MailAbout | null> {
  const [found] = await db
    .select({ reply: contactReplies, to: contactMessages })
    .from(contactReplies)
    .innerJoin(contactMessages, eq(contactMessages.id, contactReplies.contactMessageId))
    .where(eq(contactReplies.id, id));
  if (!found) return null;
  const { reply, to } = found;
  const { contactMessageId, writtenAt, messageId } = contactReplies;
  const before = sql`(${writtenAt}, ${contactReplies.id}) < (${reply.writtenAt.toISOString()}::timestamptz, ${id}::uuid)`;
  const replies = await db
    .select({ messageId, at: writtenAt })
    .from(contactReplies)
    .where(and(eq(contactMessageId, to.id), before))
    .orderBy(asc(writtenAt), asc(contactReplies.id));
  const emails = await db
    .select({ ...getTableColumns(incomingEmails), at: incomingEmails.receivedAt })
    .from(incomingEmails)
    .where(and(eq(incomingEmails.contactMessageId, to.id), lte(incomingEmails.receivedAt, reply.writtenAt)))
    .orderBy(asc(incomingEmails.receivedAt), asc(incomingEmails.id));
  const earlier = [...replies, ...emails].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const parents = [to.messageId ?? [], earlier.map((one) => one.messageId)].flat();
  const latest = emails.at(-1);
  const answered = latest ? { ...latest, subject: to.subject, message: latest.text } : to;
  return { kind: 'contact_reply', parents, text: reply.text, messageId: reply.messageId, to: answered };
}

async function findDigest(db: Queryable, id: string): Promise<MailAbout | null> {
  const { language, figures } = digests;
  const [found] = await db.select({ language, figures }).from(digests).where(eq(digests.id, id));
  return found?.figures ? { kind: 'digest', language: found.language, figures: found.figures } : null;
}

/** The most severe first. Empty for an alert with an email of its own. */
async function readSummary(db: Queryable, leadId: string): Promise<AlertSummary[]> {
  const { message, severity, summaryId, raisedAt } = alerts;
  return db
    .select({ message, count: sql<number>`count(*)::int` })
    .from(alerts)
    .where(eq(summaryId, leadId))
    .groupBy(message, severity)
    .orderBy(severityRank, desc(sql`count(*)`), sql`min(${raisedAt})`);
}

/** The newly added emails. A repetition adds nothing. */
export async function addMails(
  at: Queryable,
  owed: NewMail[],
  state: 'kept' | 'queued',
): Promise<{ id: string; kind: OwedMail['kind'] }[]> {
  if (owed.length === 0) return [];
  const { rows } = await at.execute<{ id: string; kind: OwedMail['kind'] }>(sql`
    insert into ${mails} (id, kind, order_id, refund_number, link_replacement_id, contact_message_id, alert_id,
      tracking_code_id, contact_reply_id, digest_id, acknowledged_message_id, admin_invitation_id, recipient, state,
      created_at)
    select id, kind, "orderId", "refundNumber", "linkReplacementId", "contactMessageId", "alertId", "trackingCodeId",
      "contactReplyId", "digestId", "acknowledgedMessageId", "adminInvitationId", recipient, ${state}, ${dbNow(at)}
    from json_to_recordset(${JSON.stringify(owed)}) as owed(id uuid, kind text, "orderId" text, "refundNumber" smallint,
      "linkReplacementId" uuid, "contactMessageId" uuid, "alertId" uuid, "trackingCodeId" uuid,
      "contactReplyId" uuid, "digestId" uuid, "acknowledgedMessageId" uuid, "adminInvitationId" uuid,
      recipient text)
    on conflict do nothing
    returning id, kind`);
  return rows;
}

/** Sends queued emails to the new address of the order: the former address may belong to a stranger. */
export async function redirectQueuedMails(tx: Tx, orderId: string, recipient: string): Promise<void> {
  // `order_changed` is sent to the former addresses.
  await tx
    .update(mails)
    .set({ recipient })
    .where(and(eq(mails.orderId, orderId), isNull(mails.claimedAt), ne(mails.kind, 'order_changed')));
}

/** Deletes the email unless an attempt to send it was made. */
export async function deleteQueuedMail(tx: Tx, { kind, orderId }: { kind: MailKind; orderId: string }): Promise<void> {
  await tx.delete(mails).where(and(eq(mails.orderId, orderId), eq(mails.kind, kind), isNull(mails.claimedAt)));
}

export async function deleteMail(tx: Tx, id: string): Promise<void> {
  await tx.delete(mails).where(eq(mails.id, id));
}

/**
 * Where the email asks for a payment: waits for one that is being recorded, and keeps the next one waiting. Before the mail is
 * locked, in the order of a payment.
 */
export async function lockUnpaidOrder(tx: Tx, mailId: string): Promise<void> {
  const isReminder = and(eq(mails.id, mailId), inArray(mails.kind, ['order_received', 'transfer_instructions']));
  const orderId = tx.select({ orderId: mails.orderId }).from(mails).where(isReminder);
  await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId)).for('share');
}

/**
 * Whether another email of this kind was offered to the mail server for this address within an hour. One transaction at a time
 * checks an address. `address`: in lower case.
 */
export async function hasRecent(tx: Tx, { id, kind }: MailRow, address: string): Promise<boolean> {
  const { execute } = getDatabase(tx).prepared(tx);
  await execute(sql`select pg_advisory_xact_lock(hashtextextended(${address}, 13))`);
  // Written so that no other index matches: on an empty table all indexes look alike to the planner.
  const found = await execute(sql`
    select from ${mails} m where lower(m.recipient) = ${address}
      and (m.kind = ${kind} and m.id <> ${id} and m.claimed_at > ${dbNow(tx)} - interval '1 hour') is true
    limit 1`);
  return found.length > 0;
}

/** The number of the next email of this kind and order; null when one was written within these hours. */
export async function nextNumber(
  tx: Tx,
  { kind, orderId }: { kind: MailKind; orderId: string },
  hours: number,
): Promise<number | null> {
  const [last] = await tx
    .select({
      number: sql<number>`coalesce(max(${mails.refundNumber}), 0)::int`,
      isRecent: sql<boolean>`coalesce(max(${mails.createdAt}) > ${dbNow(tx)} - ${hours} * interval '1 hour', false)`,
    })
    .from(mails)
    .where(and(eq(mails.kind, kind), eq(mails.orderId, orderId)));
  return last?.isRecent ? null : (last?.number ?? 0) + 1;
}

/** The highest number of this kind and order, and who got such an email within these days. */
export async function earlierMails(
  tx: Tx,
  { kind, orderId }: { kind: MailKind; orderId: string },
  days: number,
): Promise<{ number: number; recipients: string[] }> {
  const found = await tx
    .select({
      number: sql<number>`coalesce(${mails.refundNumber}, 0)::int`,
      recipient: mails.recipient,
      isRecent: sql<boolean>`${mails.createdAt} > ${dbNow(tx)} - ${days} * interval '1 day'`,
    })
    .from(mails)
    .where(and(eq(mails.kind, kind), eq(mails.orderId, orderId)));
  return {
    number: Math.max(0, ...found.map(({ number }) => number)),
    recipients: found.flatMap(({ isRecent, recipient }) => (isRecent ? [recipient] : [])),
  };
}

/** Locks until the end of the transaction. `stale`: the claim is older than `staleSeconds`. */
export async function lockMail(
  tx: Tx,
  id: string,
  staleSeconds: number,
): Promise<(MailRow & { stale: boolean }) | null> {
  const stale = sql<boolean>`coalesce(${mails.claimedAt} < ${dbNow(tx)} - ${staleSeconds} * interval '1 second', true)`;
  const [found] = await tx.select({ mail: mails, stale }).from(mails).where(eq(mails.id, id)).for('update');
  return found ? { ...found.mail, stale: found.stale } : null;
}

export async function claimMail(tx: Tx, id: string, claimId: string): Promise<void> {
  await tx
    .update(mails)
    .set({ state: 'sending', claimId, claimedAt: dbNow(tx), attempts: sql`${mails.attempts} + 1` })
    .where(eq(mails.id, id));
}

export async function changeMail(
  at: Queryable,
  id: string,
  change: { [K in keyof MailRow]?: MailRow[K] | SQL },
): Promise<void> {
  // The caller holds the row lock.
  await at.update(mails).set(change).where(eq(mails.id, id));
}

export async function findMail(db: Queryable, id: string): Promise<MailRow | null> {
  const [found] = await db.select().from(mails).where(eq(mails.id, id));
  return found ?? null;
}

export async function listMails(
  db: Queryable,
  filter: { only?: 'unsent' | undefined; order?: string | undefined },
  { after, limit }: { after: TimePosition | null; limit: number },
) {
  return db
    .select()
    .from(mails)
    .where(
      and(
        filter.only ? unsentMails(dbNow(db), unsentDays.listed) : undefined,
        filter.order ? eq(mails.orderId, filter.order) : undefined,
        isOlder(mails.createdAt, mails.id, after),
      ),
    )
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(limit);
}

/** False for one that is older than those that are sent together. */
export async function isUnsent(at: Queryable, id: string): Promise<boolean> {
  return (await at.$count(mails, and(eq(mails.id, id), unsentMails(dbNow(at), unsentDays.counted)))) > 0;
}

/** Those that are sent together, newest first. */
export async function listUnsent(db: Queryable): Promise<MailRow[]> {
  return db
    .select()
    .from(mails)
    .where(unsentMails(dbNow(db), unsentDays.counted))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(mostResent);
}

/** Null when the email's subject no longer exists. */
export async function findAbout(ctx: FactsContext, at: Queryable, mail: MailRow): Promise<MailAbout | null> {
  const { orderId, trackingCodeId, contactReplyId, digestId, alertId, contactMessageId, acknowledgedMessageId } = mail;
  if (orderId !== null) return findOrder(ctx, at, orderId, mail);
  if (trackingCodeId !== null) return findCode(at, trackingCodeId);
  if (contactReplyId !== null) return findReply(at, contactReplyId);
  if (digestId !== null) return findDigest(at, digestId);
  if (alertId !== null) return findAlert(at, alertId);
  if (mail.adminInvitationId !== null) return findInvitation(at, mail.adminInvitationId);
  if (acknowledgedMessageId !== null) return findReceived(at, acknowledgedMessageId);
  if (contactMessageId === null) return null;
  const [message] = await at.select().from(contactMessages).where(eq(contactMessages.id, contactMessageId));
  return message ? { ...message, kind: 'contact' } : null;
}

async function findOrder(
  ctx: FactsContext,
  at: Queryable,
  orderId: string,
  { kind, refundNumber, linkReplacementId, createdAt: writtenAt }: MailRow,
): Promise<MailAbout | null> {
  const { language, category, offer, quantity, amountCents, refundedCents, postLinks } = orders;
  const { amountCents: refundCents, attemptNumber } = refunds;
  const isDrop = kind.startsWith('drop_');
  const isDeclined = kind === 'link_declined';
  const numbered = (table: typeof refunds | typeof dropReports | typeof linkRequests, number: number | null) =>
    and(eq(table.orderId, orders.id), eq(table.number, number ?? 0));
  const [found] = await at
    .select({
      order: { language, category, offer, quantity, amountCents, refundedCents, postLinks },
      refund: { amountCents: refundCents, attemptNumber },
      drop: { position: dropReports.position, reason: dropReports.reason },
      declined: { newLink: linkRequests.newLink, reason: linkRequests.reason },
      replacement: { oldLink: linkReplacements.oldLink, newLink: linkReplacements.newLink },
    })
    .from(orders)
    .leftJoin(refunds, numbered(refunds, kind === 'order_refunded' ? refundNumber : null))
    .leftJoin(dropReports, numbered(dropReports, isDrop ? refundNumber : null))
    .leftJoin(linkRequests, numbered(linkRequests, isDeclined ? refundNumber : null))
    .leftJoin(linkReplacements, linkReplacementId === null ? sql`false` : eq(linkReplacements.id, linkReplacementId))
    .where(eq(orders.id, orderId));
  const facts = await ctx.readMailFacts(at, orderId);
  return found && facts ? { kind: kind as MailKind, orderId, writtenAt, ...found, facts } : null;
}

async function findReceived(db: Queryable, id: string): Promise<MailAbout | null> {
  const { subject, message, messageId } = contactMessages;
  const [found] = await db
    .select({ subject, message, messageId })
    .from(contactMessages)
    .where(eq(contactMessages.id, id));
  if (!found) return null;
  const language = detectLanguage(`${found.subject}\n${found.message}`);
  return { kind: 'contact_received', language, parents: found.messageId === null ? [] : [found.messageId] };
}

async function findAlert(db: Queryable, id: string): Promise<MailAbout | null> {
  const [found] = await db
    .select({ alert: alerts, head: { seq: auditHead.seq, hash: auditHead.hash } })
    .from(alerts)
    .leftJoin(auditHead, sql`true`)
    .where(eq(alerts.id, id));
  return found ? { ...found.alert, kind: 'alert', head: found.head, summary: await readSummary(db, id) } : null;
}

/** The logo of the store, as an email has it; null without one. */
export async function findLogo(at: Queryable, name: string): Promise<{ image: Buffer; type: string } | null> {
  const logo = readLogo(name);
  if (logo === null) return null;
  const [row] = await at.select({ image: storeLogos.image }).from(storeLogos).where(eq(storeLogos.name, name));
  return row ? { image: row.image, type: logo.type } : null;
}
