// Messages to the support, from the contact form and by email: stored once, reported by email, marked by admins.
import {
  type ContactFailure,
  type ContactFields,
  checkContact,
  cleanContact,
  contactLimits,
  isUrgent,
} from '../../../contract/contact-rules.ts';
import { emailKey } from '../../../contract/normal-address.ts';
import { orderIdsIn } from '../../../contract/order-search.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import { oncePerContext, type StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import type { TimePosition } from '../../platform/cursor.ts';
import { isUuid } from '../../platform/ids.ts';
import type { EmailOutcome, IncomingEmail } from '../../ports/incoming-email.ts';
import type { NotificationEvent } from '../../ports/notifications.ts';
import type { Admin } from '../../request-context.ts';
import type { Marks, MessageRow } from './contact.repository.ts';
import * as contactRepository from './contact.repository.ts';

const repeatSeconds = 60;

/** How many messages of robots were dropped. */
const trapped = oncePerContext(() => ({ count: 0 }));

/** The host of the Message-IDs. */
export function getMailHost({ config }: StoreContext): string {
  return new URL(config.publicUrl).hostname;
}

/**
 * Stores a message and enqueues its email to the support in one transaction. The same message within a minute is
 * stored once; one that fills the honeypot field is dropped with the same response. Throws invalid_input with the
 * field.
 */
export async function receiveMessage(ctx: StoreContext, fields: ContactFields, trap: string): Promise<void> {
  if (trap.trim() !== '') {
    trapped(ctx).count += 1;
    ctx.log.info({ trapped: trapped(ctx).count }, 'a contact message that filled the trap field was dropped');
    return;
  }
  const [failure] = checkContact(fields);
  if (failure) throw invalid(failure);
  const clean = cleanContact(fields);
  const { profile } = await ctx.settings.profile();
  await ctx.database.transaction(async (tx) => {
    await contactRepository.holdMessage(tx, clean);
    if (await contactRepository.hasRecentMessage(tx, clean, repeatSeconds)) return;
    const id = ctx.ids.uuid();
    const messageId = `${id}@${getMailHost(ctx)}`;
    await contactRepository.addMessage(tx, { ...clean, id, messageId, urgent: isUrgent(clean.subject) });
    await ctx.outbox.post(tx, { kind: 'contact', contactMessageId: id, recipient: profile.support_email });
    if (!(await isOwnAddress(ctx, clean.email)))
      await ctx.outbox.post(tx, { kind: 'contact_received', acknowledgedMessageId: id, recipient: clean.email });
    await ctx.notifications.notify(tx, messageEvent(id));
    ctx.live.announce(tx, 'alert-update');
  });
}

type ListedMessages = { rows: MessageRow[] /** Null: too many results to count. */; total: number | null };

/** A search for common words reads only the newest threads, so that no search reads all of them. */
export async function listMessages(
  { database: { db } }: StoreContext,
  { search, ...filter }: contactRepository.MessageFilter & { search?: string | undefined },
  after: TimePosition | null,
  limit: number,
): Promise<ListedMessages> {
  const found = search ? await contactRepository.findByWords(db, search) : undefined;
  const isCommon = found === null;
  const ids = isCommon ? await contactRepository.findNewestByWords(db, search ?? '', filter, after, limit) : found;
  const [rows, total] = await Promise.all([
    contactRepository.listMessages(db, { ...filter, ids }, after, limit),
    isCommon ? null : contactRepository.countMessages(db, { ...filter, ids }),
  ]);
  return { rows, total };
}

/** Throws not_found, and invalid_input when no change is requested. */
export async function markMessage(ctx: StoreContext, id: string, marks: Marks, admin: Admin): Promise<MessageRow> {
  const { read, answered } = marks;
  if (read === undefined && answered === undefined)
    throw new StoreError('invalid_input', { field: 'read', reason: 'mark_missing' });
  return ctx.database.transaction(async (tx) => {
    const marked = isUuid(id) ? await contactRepository.markMessage(tx, id, marks) : null;
    if (!marked) throw new StoreError('not_found', { reason: 'message_unknown' });
    const details = { ...(read === undefined ? {} : { read }), ...(answered === undefined ? {} : { answered }) };
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'contact.marked', subject: id, details });
    ctx.live.announce(tx, 'alert-update');
    return marked;
  });
}

function invalid({ field, reason }: ContactFailure): StoreError {
  const limit = { field, most: contactLimits[field] };
  return new StoreError('invalid_input', {
    field,
    reason: reason === 'contact_too_long' ? storeMessage(reason, limit) : reason,
  });
}

/** Of one sender within an hour: new messages as many as the contact form takes. Further emails stay in the mailbox. */
export const mostEmailsPerHour = { messages: 5, answers: 20 };

/** Stores an email once, by its Message-ID: as a message, or in the thread that it refers to. One transaction at a time. */
export async function receiveEmail(ctx: StoreContext, tx: Tx, email: IncomingEmail): Promise<EmailOutcome> {
  if (await isOwn(ctx, email)) return 'own';
  if (await contactRepository.isStored(tx, email.messageId)) return 'duplicate';
  const mailIds = email.references.map((id) => findMailId(ctx, id)).filter((id) => id !== null);
  const threadId = await contactRepository.findThread(tx, email.references, mailIds);
  const recent = await contactRepository.countRecent(tx, email.email);
  const outcome = threadId === null ? 'message' : 'answer';
  if (recent[`${outcome}s`] >= mostEmailsPerHour[`${outcome}s`]) return 'too_many';
  const messageId = threadId ?? (await addMessage(ctx, tx, email, mailIds));
  if (threadId !== null) await contactRepository.addAnswer(tx, threadId, { id: ctx.ids.uuid(), ...email });
  await ctx.notifications.notify(tx, messageEvent(messageId));
  ctx.live.announce(tx, 'alert-update');
  return outcome;
}

/** The store's notice to the support, or an email of the support that came back. */
async function isOwn(ctx: StoreContext, { email, messageId }: IncomingEmail): Promise<boolean> {
  return (await isOwnAddress(ctx, email)) || findMailId(ctx, messageId) !== null;
}

/** Emails to it would come back into the inbox. */
async function isOwnAddress(ctx: StoreContext, email: string): Promise<boolean> {
  const { profile } = await ctx.settings.profile();
  const mail = await ctx.infrastructure.mail();
  const own = [mail?.from.address, profile.support_email].map((address) => emailKey(address ?? ''));
  return own.includes(emailKey(email));
}

async function addMessage(
  ctx: StoreContext,
  tx: Tx,
  { references: _, text, ...email }: IncomingEmail,
  mailIds: readonly string[],
): Promise<string> {
  const orderId = await contactRepository.findOrderOfMail(tx, mailIds);
  const isNamed = orderId === null || orderIdsIn([email.subject, text, email.rest].join('\n')).includes(orderId);
  const suffix = isNamed ? '' : ` (${orderId})`;
  const subject = `${email.subject.slice(0, contactLimits.subject - suffix.length)}${suffix}`;
  const id = ctx.ids.uuid();
  await contactRepository.addMessage(tx, { ...email, id, subject, message: text, urgent: isUrgent(subject) });
  return id;
}

/** The ID in a Message-ID of the store; null in another one. */
function findMailId(ctx: StoreContext, messageId: string): string | null {
  const [id = '', host] = messageId.split('@');
  return host === getMailHost(ctx) && isUuid(id) ? id : null;
}

/** The notification of a buyer's message: its place in the inbox, and nothing of its content. */
function messageEvent(id: string): NotificationEvent {
  return { kind: 'buyer_message', facts: { path: `/admin/inbox?box=messages&message=${encodeURIComponent(id)}` } };
}
